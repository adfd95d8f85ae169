import { isPush, type PacketName, packetName, packetNumber } from './packets.ts'

/** The one event name of the socket, in both directions (OP-118). */
export const envelopeEvent = 'message'

/**
 * The wire format (IMCALL-01). `messageId` counts a client's packets from 10000 on; an answer repeats the `messageId`
 * and `messageType` of its packet; a push has 0.
 */
export interface Envelope {
	messageId: number
	messageType: number
	jsonData: Record<string, unknown>
}

export interface Packet {
	name: PacketName
	messageId: number
	data: Record<string, unknown>
}

export const encodePacket = (name: PacketName, messageId: number, data: object): Envelope => ({
	messageId,
	messageType: packetNumber(name),
	jsonData: data as Record<string, unknown>,
})
export const encodePush = (name: PacketName, data: object): Envelope => encodePacket(name, 0, data)

export type DecodeError = 'malformed' | 'unknownType'
export type Decoded =
	| { ok: true; packet: Packet }
	| { ok: false; error: DecodeError; messageId: number; messageType: number }

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads any input; never throws. `jsonData` may also be the JSON text of an object, as older clients send it; unknown
 * fields are kept.
 */
export function decodeEnvelope(value: unknown): Decoded {
	const packet = readPacket(value)
	if (typeof packet !== 'string') return { ok: true, packet }
	const { messageId, messageType } = isRecord(value) ? value : {}
	return failed(packet, messageId, messageType)
}

/** Reads a packet without reporting which parts of a malformed one were readable. */
function readPacket(value: unknown): Packet | DecodeError {
	const envelope = readEnvelope(isRecord(value) ? { ...value, jsonData: parsed(value.jsonData) } : value)
	if (!envelope) return 'malformed'
	const { messageId, messageType, jsonData } = envelope
	const name = packetName(messageType)
	return name === undefined ? 'unknownType' : { name, messageId, data: jsonData }
}

/** Reads an envelope of any type, as servers send it; undefined if it is malformed. */
export function readEnvelope(value: unknown): Envelope | undefined {
	if (!isRecord(value)) return undefined
	const { messageId, messageType, jsonData = {} } = value
	return isCount(messageId) && isCount(messageType) && isRecord(jsonData)
		? { messageId, messageType, jsonData }
		: undefined
}

/** Decodes an envelope as the server does: clients cannot send pushes. */
export function decodeCall(value: unknown): Decoded {
	const decoded = decodeEnvelope(value)
	if (!decoded.ok || !isPush(decoded.packet.name)) return decoded
	return failed('unknownType', decoded.packet.messageId, packetNumber(decoded.packet.name))
}

const failed = (error: DecodeError, messageId: unknown, messageType: unknown): Decoded => ({
	ok: false,
	error,
	messageId: isCount(messageId) ? messageId : 0,
	messageType: isCount(messageType) ? messageType : packetNumber('malformed'),
})

/** A value that is neither an object nor the JSON text of one stays as it is, and is malformed. */
function parsed(jsonData: unknown): unknown {
	if (typeof jsonData !== 'string') return jsonData ?? {}
	try {
		return JSON.parse(jsonData)
	} catch {
		return undefined
	}
}
