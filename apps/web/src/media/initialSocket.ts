import { WebSocket as WebSocketTransport } from 'socket.io-client'

/** The connection that the script in the HTML opens for the room (app/initial/initialScript.ts). */
export interface InitialSocket {
	socket: WebSocket
	/** Messages received before the socket was taken over. */
	messages: unknown[]
}

declare global {
	interface Window {
		/** Removed when it is taken over, and when it closes before. */
		initialSocket?: InitialSocket | undefined
	}
}

/** Socket.IO's transport over a WebSocket, except that the first one may be open already. */
export class InitialSocketTransport extends WebSocketTransport {
	private takenOver: InitialSocket | undefined

	override createSocket(uri: string, ...rest: [protocols: string | string[] | undefined, options: object]) {
		const initial = window.initialSocket
		window.initialSocket = undefined
		if (initial?.socket.url !== uri) {
			initial?.socket.close()
			return super.createSocket(uri, ...rest)
		}
		this.takenOver = initial
		return initial.socket
	}

	override doOpen() {
		super.doOpen()
		const { takenOver } = this
		if (takenOver?.socket.readyState !== WebSocket.OPEN) return this
		// Not at once: the connection listens to its transport only after this returns.
		queueMicrotask(() => {
			const { socket, messages } = takenOver
			socket.onopen?.(new Event('open'))
			for (const data of messages) socket.onmessage?.(new MessageEvent('message', { data }))
		})
		return this
	}
}
