import type { TappedPacket } from '../room/index.ts'

/** 20 ms of silence, as an Opus packet. */
const silence = Buffer.from([0xf8, 0xff, 0xfe])
/** Packets buffered before a voice is played, so that jitter causes no gaps. */
const primedWith = 3
const maxQueued = 16
/** Time after which the slot of a silent owner is free. */
const freeAfterMs = 2_000
/** Silence after which a speaker yields the slot to another one. */
const quietAfterMs = 1_000

interface Slot {
	from: string | undefined
	queue: Buffer[]
	lastSequence: number | undefined
	lastPacketMs: number
	lastSpokeMs: number
	isPrimed: boolean
	/** Due time of the next packet. */
	clockMs: number
}

export interface SlotPacket {
	slot: number
	ms: number
	data: Buffer
}

/**
 * Gives a fixed number of mixer inputs a continuous sequence of packets each, as people come and go: silence if no one
 * sends.
 */
export function createOpusSlots(count: number) {
	const slots: Slot[] = Array.from({ length: count }, () => ({
		from: undefined,
		queue: [],
		lastSequence: undefined,
		lastPacketMs: 0,
		lastSpokeMs: Number.NEGATIVE_INFINITY,
		isPrimed: false,
		clockMs: 0,
	}))

	function slotOf({ from, isSpeaking }: TappedPacket, nowMs: number): Slot | undefined {
		const own = slots.find(slot => slot.from === from)
		if (own) return own
		const free =
			slots.find(slot => slot.from === undefined || nowMs - slot.lastPacketMs > freeAfterMs) ??
			(isSpeaking ? slots.find(slot => nowMs - slot.lastSpokeMs > quietAfterMs) : undefined)
		if (free) {
			const { clockMs } = free
			Object.assign(free, { from, queue: [], lastSequence: undefined, isPrimed: false, clockMs })
		}
		return free
	}

	function take(slot: Slot): Buffer {
		if (!slot.isPrimed && slot.queue.length < primedWith) return silence
		const packet = slot.queue.shift()
		slot.isPrimed = packet !== undefined
		return packet ?? silence
	}

	return {
		push(packet: TappedPacket, nowMs: number) {
			const slot = slotOf(packet, nowMs)
			if (!slot) return
			// Late or duplicate packet.
			const step = slot.lastSequence === undefined ? 1 : (packet.sequence - slot.lastSequence) & 0xffff
			if (step === 0 || step >= 0x8000) return
			slot.lastSequence = packet.sequence
			slot.lastPacketMs = nowMs
			if (packet.isSpeaking) slot.lastSpokeMs = nowMs
			slot.queue.push(Buffer.from(packet.payload))
			// Clocks differ: a backlog would increase the delay.
			if (slot.queue.length > maxQueued) slot.queue.splice(0, slot.queue.length - primedWith)
		},
		/** Returns packets due by now. */
		due(nowMs: number): SlotPacket[] {
			const packets: SlotPacket[] = []
			for (const [index, slot] of slots.entries()) {
				while (slot.clockMs <= nowMs) {
					const data = take(slot)
					packets.push({ slot: index, ms: slot.clockMs, data })
					slot.clockMs += opusMs(data)
				}
			}
			return packets.sort((a, b) => a.ms - b.ms)
		},
	}
}

/** Returns the duration of a packet (RFC 6716 3.1). */
export function opusMs(packet: Uint8Array): number {
	const toc = packet[0] ?? 0
	const config = toc >> 3
	const sizes = config < 12 ? [10, 20, 40, 60] : config < 16 ? [10, 20, 10, 20] : [2.5, 5, 10, 20]
	const frames = (toc & 3) === 0 ? 1 : (toc & 3) < 3 ? 2 : (packet[1] ?? 1) & 63
	const ms = (sizes[config & 3] as number) * frames
	return ms > 0 && ms <= 120 ? ms : 20
}
