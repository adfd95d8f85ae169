import { ok, type Result } from '@parley/core'
import { contentTypes, formatCursor, imLimits, type MessageDraft } from '@parley/im'
import { type CallContext, type Refusal, refuse, refuseData, type Stored } from '../calls/context.ts'
import type { NewEvent } from '../model/event.ts'
import type { WordFilter } from '../ports/words.ts'

/** Fields the server sets and a sender may not. */
const ownFields: ReadonlySet<string> = new Set([
	...['hisId', 'ts', 'userId', 'gid', 'messageType', 'requestId', 'cmid'],
	...['sendUserName', 'nickName', 'imgUrl', 'role', 'revoked', 'epoch'],
])
const knownFields: ReadonlySet<string> = new Set(['type', 'content', 'custom', 'attachment'])

const noFields = ok({})

/** Unknown fields are delivered unchanged, up to the size limit of `custom`. */
function unknownFieldsOf(draft: MessageDraft): Result<Record<string, unknown>, Refusal> {
	const others: [string, unknown][] = []
	for (const field of Object.keys(draft)) {
		if (!ownFields.has(field) && !knownFields.has(field)) others.push([field, draft[field]])
	}
	if (others.length === 0) return noFields
	const fields = Object.fromEntries(others)
	return JSON.stringify(fields).length > imLimits.maxCustomLength ? refuse('tooLarge') : ok(fields)
}

/**
 * Turns a draft into a message, adding the server's data about its sender (IMCALL-18). Refused if the site forbids a
 * word, or if it imitates a server message.
 */
export function composeMessage(
	{ caller, requestId }: CallContext,
	draft: MessageDraft,
	sender: { nickName?: string | null | undefined; role?: number },
	words: WordFilter,
): Result<NewEvent & { cmid: string }, Refusal> {
	const { type, content, custom, attachment } = draft
	if (type === contentTypes.control) return refuseData(`type: ${type} is the server's own`)
	const unknownFields = unknownFieldsOf(draft)
	if (!unknownFields.ok) return unknownFields
	const isRefused = [content, custom, attachment].some(text => text !== undefined && words.refuses(caller.appId, text))
	if (isRefused) return refuse('wordRefused')
	return ok({
		name: 'messagesReceived',
		uid: caller.uid,
		// Older clients send none, and don't repeat messages either.
		cmid: draft.cmid ?? requestId,
		body: {
			...unknownFields.value,
			type,
			content,
			...(custom === undefined ? {} : { custom }),
			...(attachment === undefined ? {} : { attachment }),
			sendUserName: sender.nickName ?? caller.nickName,
			...(caller.imgUrl === '' ? {} : { imgUrl: caller.imgUrl }),
			...(sender.role === undefined ? {} : { role: sender.role }),
		},
	})
}

/** Answers a message, in the same way every time it is sent. */
export function sentAnswer(stored: Stored, cmid: string): { hisId: number; syncKey: string; ts: number; cmid: string } {
	const event = stored.status === 'committed' ? stored.events[0] : stored.event
	const epoch = stored.status === 'committed' ? stored.head?.epoch : stored.epoch
	if (!event || epoch === undefined) throw new Error('a message was stored without a position')
	return { hisId: event.hisId, syncKey: formatCursor(epoch, event.hisId), ts: event.ts, cmid }
}
