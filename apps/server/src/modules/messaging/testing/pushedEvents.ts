import { type Envelope, logEventNames, packetName } from '@parley/im'

/** Pushed batch of log events. */
export interface PushedBatch {
	gid?: string
	userId?: string
	epoch: string
	from: number
	to: number
	skipped?: number
	list: { hisId: number; content?: string; userId: string }[]
}

const names: readonly string[] = logEventNames

/** Returns the batches of log events sent to a connection, in order. */
export const batchesIn = (received: readonly Envelope[]): PushedBatch[] =>
	received.flatMap(({ messageId, messageType, jsonData }) =>
		messageId === 0 && names.includes(packetName(messageType) ?? '') ? [jsonData as unknown as PushedBatch] : [],
	)

/**
 * Follows batches as a receiver that has everything up to `last`: returns the events in order, and the ranges it would
 * have to read.
 */
export function follow(batches: readonly PushedBatch[], last: number) {
	const events: PushedBatch['list'] = []
	const gaps: [number, number][] = []
	let position = last
	let skipped = 0
	for (const batch of batches) {
		if (batch.to <= position) continue
		if (batch.from > position + 1) gaps.push([position + 1, batch.from - 1])
		events.push(...batch.list.filter(({ hisId }) => hisId > position))
		skipped += batch.skipped ?? 0
		position = batch.to
	}
	return { events, gaps, position, skipped }
}
