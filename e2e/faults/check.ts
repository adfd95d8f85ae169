/** A message: its publisher, and its number among theirs, from 0. */
export interface MessageId {
	publisher: number
	number: number
}

export interface Observed {
	/** Messages acknowledged as stored, with their position in the log if the protocol has one. */
	acknowledged: (MessageId & { position?: number })[]
	/** Messages delivered to each subscriber, in order. */
	received: MessageId[][]
}

export interface Losses {
	/** Expected deliveries: one per acknowledged message and subscriber. */
	deliveries: number
	lost: number
	duplicated: number
	outOfOrder: number
}

const keyOf = ({ publisher, number }: MessageId) => `${publisher} ${number}`

/** Counts from the records only, without asking SDK or server. */
export function countLosses({ acknowledged, received }: Observed): Losses {
	const positions = new Map(acknowledged.map(message => [keyOf(message), message.position]))
	const losses: Losses = { deliveries: positions.size * received.length, lost: 0, duplicated: 0, outOfOrder: 0 }
	for (const messages of received) {
		const seen = new Set<string>()
		const newest = new Map<number, number>()
		let lastPosition = 0
		for (const message of messages) {
			const key = keyOf(message)
			if (seen.has(key)) {
				losses.duplicated++
				continue
			}
			seen.add(key)
			const { publisher, number } = message
			const position = positions.get(key) ?? lastPosition
			// Each publisher's own order, and with positions also the order of all.
			if (number < (newest.get(publisher) ?? 0) || position < lastPosition) losses.outOfOrder++
			newest.set(publisher, Math.max(number, newest.get(publisher) ?? 0))
			lastPosition = Math.max(position, lastPosition)
		}
		for (const key of positions.keys()) if (!seen.has(key)) losses.lost++
	}
	return losses
}

/** Rate per 10,000 deliveries. */
export const perTenThousand = (count: number, { deliveries }: Losses): number =>
	deliveries === 0 ? 0 : (count / deliveries) * 10_000
