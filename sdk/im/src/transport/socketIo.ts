import { envelopeEvent } from '@parley/im'
import { Socket } from 'engine.io-client'
import type { OpenTransport } from './transport.ts'

/** Socket.IO 5 packet types of a single namespace without acknowledgements, by their first digit. */
const packetTypes = { connect: '0', disconnect: '1', event: '2', connectError: '4' } as const

/**
 * Socket.IO directly on Engine.IO: reconnecting, namespaces and polling, which `socket.io-client` adds, would be half
 * of a page's load, and the session reconnects itself, since it knows why a connection ended.
 */
export const openSocketIo: OpenTransport = ({ url, path }, events) => {
	const engine = new Socket(url, { path, transports: ['websocket'] })
	let isOver = false
	const close = () => {
		isOver = true
		// Without a preceding packet: a server drops packets that arrive together with a disconnect.
		engine.close()
	}
	const over = (cause: 'server' | 'network', reason: string) => {
		if (isOver) return
		close()
		events.onClose(cause, reason)
	}
	engine.on('open', () => engine.send(packetTypes.connect))
	engine.on('message', packet => {
		if (isOver) return
		const [type, content] = read(packet)
		if (type === packetTypes.connect) events.onOpen()
		else if (type === packetTypes.disconnect) over('server', 'io server disconnect')
		else if (type === packetTypes.connectError) over('network', (content as Error).message)
		else if (type !== packetTypes.event || !Array.isArray(content)) over('network', 'parse error')
		else if (content[0] === envelopeEvent) events.onMessage(content[1])
	})
	engine.on('error', error => over('network', (error as Error).message))
	engine.on('close', reason => over('network', reason))
	return {
		send: envelope => engine.send(packetTypes.event + JSON.stringify([envelopeEvent, envelope])),
		close,
	}
}

/** Returns the type of a packet and its JSON; nothing if it cannot be read. */
function read(packet: unknown): [type?: string, content?: unknown] {
	try {
		return typeof packet === 'string' ? [packet.charAt(0), JSON.parse(packet.slice(1) || '{}')] : []
	} catch {
		return []
	}
}
