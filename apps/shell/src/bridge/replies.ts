import type { ReplyMode } from '../settings.ts'

export interface ReplyBehaviour {
	answers: ReplyMode
	latencyMs: number
}

export interface PlannedReply {
	afterMs: number
	data: unknown
}

const lateByMs = 3_000

/** Plans when, how often and in what form a reply is sent to the page. */
export function planReplies({ answers, latencyMs }: ReplyBehaviour, reply: unknown): PlannedReply[] {
	const normal = { afterMs: latencyMs, data: copyJson(reply) }
	switch (answers) {
		case 'well':
			return [normal]
		case 'late':
			return [{ ...normal, afterMs: latencyMs + lateByMs }]
		case 'twice':
			return [normal, normal]
		case 'text':
			return [{ ...normal, data: JSON.stringify(reply) }]
		case 'garbage':
			return [{ ...normal, data: 404 }]
		case 'never':
			return []
	}
}

/** The argument a handler of the page is called with; JSON text where the shell sends its replies as text. */
export const encodeArguments = ({ answers }: ReplyBehaviour, data: unknown): unknown =>
	answers === 'text' ? JSON.stringify(data) : copyJson(data)

/** Data crosses the bridge as JSON, so neither side can change the objects of the other. */
export const copyJson = (value: unknown): unknown =>
	value === undefined ? undefined : JSON.parse(JSON.stringify(value))
