import type { ListedEvent } from '@parley/im'
import type { EventBatch } from '../sequencer/batches.ts'

export const epoch = 'e1'

/** Makes messages with these positions. */
export const messages = (from: number, to = from) =>
	Array.from({ length: to - from + 1 }, (_, index) => ({
		hisId: from + index,
		ts: 1,
		userId: 'bob',
		type: 0,
		content: `m${from + index}`,
		sendUserName: 'Bob',
	})) as unknown as ListedEvent[]

/** Events as in a push. */
export const batch = (ref: { gid: string } | { userId: string }, from: number, to = from, more: object = {}) =>
	({ ...ref, epoch, from, to, list: messages(from, to), ...more }) as unknown as EventBatch

/** Events as in a page of a log. */
export const page = (from: number, to: number, head = to) => ({ epoch, list: messages(from, to), head, min: 1 })

export const positions = (batches: readonly { list: readonly { hisId: number }[] }[]) =>
	batches.flatMap(({ list }) => list.map(({ hisId }) => hisId))
