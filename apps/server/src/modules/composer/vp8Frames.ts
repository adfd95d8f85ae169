import type { TappedPacket } from '../room/index.ts'

/** Time within which a retransmitted packet arrives. */
const reorderMs = 150
const maxWaiting = 1_000
/** A larger jump means the source restarted. */
const maxStep = 3_000
const keyFrameRequestEveryMs = 1_000

export interface Vp8Frame {
	data: Buffer
	isKey: boolean
	/** Ticks of 1/90,000 s. */
	timestamp: number
}

/**
 * Orders the packets of one source and joins them to frames (RFC 7741). After a loss it emits nothing until a key
 * frame, which it requests.
 */
export function createVp8Assembler(requestKeyFrame: () => void) {
	const waiting = new Map<number, TappedPacket>()
	let next: number | undefined
	let gapSinceMs: number | undefined
	let needsKey = true
	let requestedAtMs = Number.NEGATIVE_INFINITY
	let parts: Uint8Array[] = []
	let isBroken = true

	function give({ isLast, payload, timestamp }: TappedPacket, frames: Vp8Frame[]) {
		// Padding, which only continues the sequence.
		if (payload.length === 0) return
		const { isStart, data } = readDescriptor(payload)
		if (isStart) {
			parts = []
			isBroken = false
		}
		if (data.length > 0) parts.push(data)
		if (!isLast) return
		const frame = Buffer.concat(parts)
		parts = []
		if (isBroken || frame.length === 0) {
			isBroken = true
			return
		}
		isBroken = true
		const isKey = ((frame[0] as number) & 1) === 0
		if (needsKey && !isKey) return
		needsKey = false
		frames.push({ data: frame, isKey, timestamp })
	}

	function skipTo(sequence: number) {
		next = sequence
		isBroken = true
		needsKey = true
	}

	return {
		/** Returns frames completed by these packets. */
		push(packets: readonly TappedPacket[], nowMs: number): Vp8Frame[] {
			const frames: Vp8Frame[] = []
			for (const packet of packets) {
				next ??= packet.sequence
				const ahead = distance(packet.sequence, next)
				if (Math.abs(ahead) > maxStep) {
					waiting.clear()
					skipTo(packet.sequence)
				}
				if (distance(packet.sequence, next) >= 0) waiting.set(packet.sequence, packet)
			}
			while (next !== undefined && waiting.size > 0) {
				const packet = waiting.get(next)
				if (packet) {
					waiting.delete(next)
					next = (next + 1) & 0xffff
					gapSinceMs = undefined
					give(packet, frames)
					continue
				}
				gapSinceMs ??= nowMs
				if (nowMs - gapSinceMs < reorderMs && waiting.size < maxWaiting) break
				const from: number = next
				const nearest = [...waiting.keys()].reduce((a, b) => (distance(a, from) <= distance(b, from) ? a : b))
				skipTo(nearest)
			}
			if (needsKey && nowMs - requestedAtMs >= keyFrameRequestEveryMs) {
				requestedAtMs = nowMs
				requestKeyFrame()
			}
			return frames
		},
	}
}

/** Sequence numbers wrap: positive when `a` comes after `b`. */
function distance(a: number, b: number): number {
	const difference = (a - b) & 0xffff
	return difference < 0x8000 ? difference : difference - 0x10000
}

/** RFC 7741 4.2. */
function readDescriptor(payload: Uint8Array): { isStart: boolean; data: Uint8Array } {
	const first = payload[0] ?? 0
	let at = 1
	if (first & 0x80) {
		const extension = payload[at++] ?? 0
		if (extension & 0x80) at += (payload[at] ?? 0) & 0x80 ? 2 : 1
		if (extension & 0x40) at++
		if (extension & 0x30) at++
	}
	return { isStart: (first & 0x10) !== 0 && (first & 0x07) === 0, data: payload.subarray(at) }
}
