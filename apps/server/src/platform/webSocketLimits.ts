import { WebSocket } from 'ws'

/** A WebSocket as far as its use is limited. */
export interface LimitedSocket {
	readonly webSocket: WebSocket
	/** Whether it belongs to somebody who has proved that they may be here. */
	isKnown(): boolean
	/** Bytes that wait for the client before they reach the WebSocket. */
	queuedBytes(): number
	/** Takes in nothing that comes after this; the WebSocket is being destroyed. */
	ended(): void
}

export interface WebSocketLimits {
	/** Frames of any kind that a client may send in a second: packets, what cannot be decoded, pings and pongs. */
	framesPerSecond: number
	/** Bytes that may wait for a client that does not read, once it is known. */
	unreadBytes: number
}

/** A stranger is sent a few hundred bytes. */
const unreadBytesOfStranger = 64 * 1024
/** What may have been on its way when the server began to close a socket. */
const framesWhileClosing = 32
/** For the answer to the end of a WebSocket. */
const closeWithinS = 5
/** Of all sockets of a gateway together; the largest are ended first. */
const unreadBytesOfAll = 256 * 1024 * 1024

interface SocketState {
	socket: LimitedSocket
	/** In this second. */
	frames: number
	/** Since the server began to close it. */
	closingS: number
}

/**
 * Ends the WebSockets that flood, or that take nothing of what they are sent: whatever they send is answered by something, by
 * pongs and refusals at least, and what nobody reads stays in the memory.
 */
export function createWebSocketLimits({ framesPerSecond, unreadBytes }: WebSocketLimits, ofAll = unreadBytesOfAll) {
	const open = new Map<WebSocket, SocketState>()

	const unreadOf = (socket: LimitedSocket): number => socket.webSocket.bufferedAmount + socket.queuedBytes()
	const isTooMuch = (socket: LimitedSocket, unread: number): boolean =>
		unread > unreadBytesOfStranger && (unread > unreadBytes || !socket.isKnown())

	function end(socket: LimitedSocket): void {
		open.delete(socket.webSocket)
		socket.ended()
		socket.webSocket.terminate()
	}

	// One function for all sockets; it is called on the one it is for.
	function countFrame(this: WebSocket): void {
		const state = open.get(this)
		if (!state) return
		state.frames++
		const allowed = this.readyState === WebSocket.OPEN ? framesPerSecond : framesWhileClosing
		if (state.frames > allowed || isTooMuch(state.socket, unreadOf(state.socket))) end(state.socket)
	}
	function forget(this: WebSocket): void {
		open.delete(this)
	}

	return {
		/** Watches a socket until it is closed. */
		watch(socket: LimitedSocket): void {
			const { webSocket } = socket
			open.set(webSocket, { socket, frames: 0, closingS: 0 })
			// Before whoever takes the frame in.
			for (const event of ['message', 'ping', 'pong']) webSocket.prependListener(event, countFrame)
			webSocket.on('close', forget)
		},
		/** Called every second: a client that only listens sends no frames by which it is looked at. */
		check(): void {
			const unread: { socket: LimitedSocket; bytes: number }[] = []
			for (const state of open.values()) {
				state.frames = 0
				if (state.socket.webSocket.readyState !== WebSocket.OPEN) state.closingS++
				const bytes = unreadOf(state.socket)
				if (state.closingS >= closeWithinS || isTooMuch(state.socket, bytes)) end(state.socket)
				else if (bytes > 0) unread.push({ socket: state.socket, bytes })
			}
			let total = unread.reduce((sum, { bytes }) => sum + bytes, 0)
			if (total <= ofAll) return
			for (const { socket, bytes } of unread.sort((a, b) => b.bytes - a.bytes)) {
				if (total <= ofAll) return
				end(socket)
				total -= bytes
			}
		},
	}
}
