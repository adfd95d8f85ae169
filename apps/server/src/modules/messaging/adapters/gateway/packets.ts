/**
 * Packets on the WebSocket: Engine.IO 4 around Socket.IO 5, as described in the introduction of SPEC.md. Only the parts
 * a client of the main namespace needs: no polling, no binary packets, no Socket.IO acknowledgements.
 */

/** Packet types of Engine.IO. */
const openPacket = '0'
const pingPacket = '2'
const pongPacket = '3'
const messagePacket = '4'
/** Packet types of Socket.IO, within a message. */
const connectType = '0'
const disconnectType = '1'
const eventType = '2'
const ackType = '3'
const connectErrorType = '4'

const eventStart = messagePacket + eventType

/** A packet from a client. */
export type ClientPacket =
	| { type: 'pong' }
	/** The client requested no acknowledgement. */
	| { type: 'ack' }
	/** Joins the main namespace, or the named one, which does not exist. */
	| { type: 'connect'; otherNamespace?: string }
	| { type: 'disconnect' }
	| { type: 'event'; name: unknown; value: unknown }

/** Reads a text frame; undefined if it is malformed or clients may not send it here. */
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

/** `42["name",value]`; a number before the list requests an acknowledgement, which envelopes have themselves. */
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

/** First packet of a server. */
export const opened = (
	sid: string,
	{ pingInterval, pingTimeout, maxPayload }: { pingInterval: number; pingTimeout: number; maxPayload: number },
): string => openPacket + JSON.stringify({ sid, upgrades: [], pingInterval, pingTimeout, maxPayload })
/** Confirms that the client has joined the main namespace. */
export const connected = (sid: string): string => `${messagePacket}${connectType}${JSON.stringify({ sid })}`
export const noNamespace = (name: string): string =>
	`${messagePacket}${connectErrorType}${name},${JSON.stringify({ message: 'Invalid namespace' })}`
export const disconnected: string = messagePacket + disconnectType
export const ping: string = pingPacket
export const event = (name: string, value: object): string => eventStart + JSON.stringify([name, value])
