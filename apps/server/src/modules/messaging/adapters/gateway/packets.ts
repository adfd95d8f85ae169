/**
 * Packets as they travel on the WebSocket: those of Engine.IO 4 around those of Socket.IO 5, as the introduction of SPEC.md
 * describes them. Only what a client of the main namespace needs: no polling, nothing binary, no acknowledgements of its own.
 */

/** Types of packets of Engine.IO. */
const openPacket = '0'
const pingPacket = '2'
const pongPacket = '3'
const messagePacket = '4'
/** Types of packets of Socket.IO, within a message. */
const connectType = '0'
const disconnectType = '1'
const eventType = '2'
const ackType = '3'
const connectErrorType = '4'

const eventStart = messagePacket + eventType

/** What a client sent. */
export type ClientPacket =
	| { type: 'pong' }
	/** Nothing was asked that could be acknowledged. */
	| { type: 'ack' }
	/** Comes to the main namespace, or to the one that is named, which is not there. */
	| { type: 'connect'; otherNamespace?: string }
	| { type: 'disconnect' }
	| { type: 'event'; name: unknown; value: unknown }

/** Reads a text frame; undefined for what is no packet, or one that nobody may send here. */
export function readPacket(text: string): ClientPacket | undefined {
	if (text.startsWith(eventStart)) return readEvent(text)
	if (text === pongPacket) return { type: 'pong' }
	if (text[0] !== messagePacket) return undefined
	switch (text[1]) {
		case connectType:
			return text[2] === '/' && namespaceOf(text) !== '/'
				? { type: 'connect', otherNamespace: namespaceOf(text) }
				: { type: 'connect' }
		case disconnectType:
			return { type: 'disconnect' }
		case ackType:
			return { type: 'ack' }
		default:
			return undefined
	}
}

const namespaceOf = (text: string): string => {
	const end = text.indexOf(',')
	return text.slice(2, end < 0 ? undefined : end)
}

/** `42["name",value]`; a number before the list asks for an acknowledgement, which envelopes have by themselves. */
function readEvent(text: string): ClientPacket | undefined {
	const start = text.indexOf('[')
	if (start < 0 || !/^\d*$/.test(text.slice(eventStart.length, start))) return undefined
	try {
		const [name, value] = JSON.parse(text.slice(start)) as unknown[]
		return { type: 'event', name, value }
	} catch {
		return undefined
	}
}

/** The first packet of a server. */
export const opened = (
	sid: string,
	{ pingInterval, pingTimeout, maxPayload }: { pingInterval: number; pingTimeout: number; maxPayload: number },
): string => openPacket + JSON.stringify({ sid, upgrades: [], pingInterval, pingTimeout, maxPayload })
/** The client is in the main namespace. */
export const connected = (sid: string): string => `${messagePacket}${connectType}${JSON.stringify({ sid })}`
export const noNamespace = (name: string): string =>
	`${messagePacket}${connectErrorType}${name},${JSON.stringify({ message: 'Invalid namespace' })}`
export const disconnected: string = messagePacket + disconnectType
export const ping: string = pingPacket
export const event = (name: string, value: object): string => eventStart + JSON.stringify([name, value])
