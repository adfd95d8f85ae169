import { envelopeEvent } from '@parley/im'
import { Manager } from 'socket.io-client'
import type { OpenTransport } from './transport.ts'

/** Reconnecting and its timeouts are those of the session, which also knows why a connection ended. */
export const openSocketIo: OpenTransport = ({ url, path }, events) => {
	const manager = new Manager(url, {
		path,
		transports: ['websocket'],
		reconnection: false,
		timeout: false as never,
		autoConnect: false,
	})
	const socket = manager.socket('/')
	let isOver = false
	const over = (cause: 'server' | 'network', reason: string) => {
		if (isOver) return
		close()
		events.onClose(cause, reason)
	}
	const close = () => {
		isOver = true
		// Not `socket.disconnect`: a server drops what came in the same moment as the packet of that. Nor `manager._close`:
		// the minified file of the library has other names for what begins with `_`.
		manager.engine?.close()
	}
	socket.on('connect', () => !isOver && events.onOpen())
	socket.on('connect_error', error => over('network', error.message))
	socket.on('disconnect', reason => over(reason === 'io server disconnect' ? 'server' : 'network', reason))
	socket.on(envelopeEvent, value => !isOver && events.onMessage(value))
	socket.connect()
	return { send: envelope => socket.emit(envelopeEvent, envelope), close }
}
