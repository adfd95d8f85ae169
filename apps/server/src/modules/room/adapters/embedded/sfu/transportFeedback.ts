/** Transport-wide congestion control feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01 §3.1). */

import { rtcpHeader, rtcpTypes, singlePackets } from './rtcp.ts'

const transportFeedbackFormat = 15
const fixedBytes = 20
/** Deltas count quarters of a millisecond, the reference time counts 64 ms. */
const ticksPerMs = 4
const referenceMs = 64
/** Far more than are sent between two reports; a few bytes can claim 65,535. */
const maxStatuses = 2_000
const symbols = { missing: 0, smallDelta: 1, largeDelta: 2 } as const

export interface PacketArrival {
	/** 16 bits. */
	number: number
	/** By the receiver's clock; undefined if the packet did not arrive. */
	atMs: number | undefined
}

export interface TransportFeedback {
	/** Counts the feedback packets, so that copies of one are recognised. */
	count: number
	packets: PacketArrival[]
}

/** All transport-wide feedback in a compound packet; what is cut off is left out. */
export function readTransportFeedback(compound: Buffer): TransportFeedback[] {
	const found: TransportFeedback[] = []
	for (const packet of singlePackets(compound)) {
		const isFeedback =
			packet.readUInt8(1) === rtcpTypes.transportFeedback && (packet.readUInt8(0) & 0x1f) === transportFeedbackFormat
		if (isFeedback && packet.length > fixedBytes) found.push(readOne(packet))
	}
	return found
}

function readOne(packet: Buffer): TransportFeedback {
	const base = packet.readUInt16BE(12)
	const { statuses, deltasAt } = readStatuses(packet, Math.min(maxStatuses, packet.readUInt16BE(14)))
	let timeMs = packet.readIntBE(16, 3) * referenceMs
	let at = deltasAt
	const packets: PacketArrival[] = []
	for (const [index, status] of statuses.entries()) {
		const number = (base + index) & 0xffff
		if (status !== symbols.smallDelta && status !== symbols.largeDelta) {
			packets.push({ number, atMs: undefined })
			continue
		}
		if (at + status > packet.length) break
		timeMs += (status === symbols.smallDelta ? packet.readUInt8(at) : packet.readInt16BE(at)) / ticksPerMs
		at += status
		packets.push({ number, atMs: timeMs })
	}
	return { count: packet.readUInt8(19), packets }
}

function readStatuses(packet: Buffer, count: number): { statuses: number[]; deltasAt: number } {
	const statuses: number[] = []
	let at = fixedBytes
	for (; statuses.length < count && at + 2 <= packet.length; at += 2) {
		const chunk = packet.readUInt16BE(at)
		if ((chunk & 0x8000) === 0) {
			for (let left = Math.min(chunk & 0x1fff, count - statuses.length); left > 0; left--)
				statuses.push((chunk >> 13) & 3)
		} else if (chunk & 0x4000) for (let shift = 12; shift >= 0; shift -= 2) statuses.push((chunk >> shift) & 3)
		else for (let shift = 13; shift >= 0; shift--) statuses.push((chunk >> shift) & 1)
	}
	return { statuses: statuses.slice(0, count), deltasAt: at }
}

/** Arrival times by extended number, of which `first` to `last` are reported. */
export interface ArrivalReport {
	/** A stream of the sender. */
	ssrc: number
	count: number
	first: number
	last: number
	arrivals: ReadonlyMap<number, number>
}

/** The feedback to a sender. @throws RangeError if no packet of the range arrived */
export function transportFeedback({ ssrc, count, first, last, arrivals }: ArrivalReport): Buffer {
	const statuses: number[] = []
	const deltas: Buffer[] = []
	let reference: number | undefined
	let ticks = 0
	for (let number = first; number <= last; number++) {
		const atMs = arrivals.get(number)
		if (atMs === undefined) {
			statuses.push(symbols.missing)
			continue
		}
		if (reference === undefined) {
			reference = Math.floor(atMs / referenceMs)
			ticks = reference * referenceMs * ticksPerMs
		}
		const delta = Math.max(-0x8000, Math.min(0x7fff, Math.round(atMs * ticksPerMs) - ticks))
		ticks += delta
		const isSmall = delta >= 0 && delta <= 0xff
		statuses.push(isSmall ? symbols.smallDelta : symbols.largeDelta)
		const bytes = Buffer.alloc(isSmall ? 1 : 2)
		if (isSmall) bytes.writeUInt8(delta)
		else bytes.writeInt16BE(delta)
		deltas.push(bytes)
	}
	if (reference === undefined) throw new RangeError('no packet of the range arrived')
	const body = Buffer.concat([statusVectors(statuses), ...deltas])
	const bytes = Math.ceil((fixedBytes + body.length) / 4) * 4
	const packet = rtcpHeader(bytes, transportFeedbackFormat, rtcpTypes.transportFeedback)
	packet.writeUInt32BE(ssrc, 8)
	packet.writeUInt16BE(first & 0xffff, 12)
	packet.writeUInt16BE(statuses.length, 14)
	packet.writeUIntBE(reference & 0xffffff, 16, 3)
	packet.writeUInt8(count & 0xff, 19)
	body.copy(packet, fixedBytes)
	return packet
}

/** Two bits a packet, seven in a chunk. */
function statusVectors(statuses: readonly number[]): Buffer {
	const chunks = Buffer.alloc(Math.ceil(statuses.length / 7) * 2)
	for (let chunk = 0; chunk * 2 < chunks.length; chunk++) {
		let value = 0xc000
		for (let index = 0; index < 7; index++) value |= (statuses[chunk * 7 + index] ?? 0) << (12 - 2 * index)
		chunks.writeUInt16BE(value, chunk * 2)
	}
	return chunks
}
