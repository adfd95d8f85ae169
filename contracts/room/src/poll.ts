import { cleanText, codePointLength } from '@parley/core'
import * as v from 'valibot'

/** Limits of a poll, in code points. */
export const pollLimits = { question: 200, option: 80, minOptions: 2, maxOptions: 6 } as const

const text = (max: number) =>
	v.pipe(
		v.string(),
		v.maxLength(max * 2),
		v.transform(typed => cleanText(typed).trim()),
		v.check(typed => typed !== '' && codePointLength(typed) <= max),
	)

/** A poll as its host writes it. */
export const PollDraft = v.strictObject({
	question: text(pollLimits.question),
	options: v.pipe(
		v.array(text(pollLimits.option)),
		v.minLength(pollLimits.minOptions),
		v.maxLength(pollLimits.maxOptions),
		v.check(options => new Set(options).size === options.length),
	),
})
export type PollDraft = v.InferOutput<typeof PollDraft>

/** The poll of a room as one person sees it: the counts, their own answer, and no one else's (ROOM-215). */
export const Poll = v.object({
	id: v.number(),
	question: v.string(),
	options: v.array(v.object({ text: v.string(), count: v.number() })),
	/** False once it has ended: the counts are final. */
	isOpen: v.boolean(),
	/** The index of the option that this person has chosen, in any of their windows. */
	ownAnswer: v.nullable(v.number()),
})
export type Poll = v.InferOutput<typeof Poll>

/** `poll.running`: there is an open one already. */
export type PollStartRefusal = 'role.not-allowed' | 'poll.running'
/** `poll.over`: it has ended, or another one has begun. */
export type PollAnswerRefusal = 'poll.over'
