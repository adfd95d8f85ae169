import { WebSocket } from 'ws'

/** A WebSocket, as far as its use is limited. */
export interface LimitedSocket {
	readonly webSocket: WebSocket
	/** Returns whether its owner has proved that they may be here. */
	isKnown(): boolean
	/** Bytes queued for the client before they reach the WebSocket. */
	queuedBytes(): number
	/** Stops processing later frames; the WebSocket is being destroyed. */
	ended(): void
}

export interface WebSocketLimits {
	/** Frames of any kind a client may send in a second: packets, undecodable data, pings and pongs. */
	framesPerSecond: number
	/** Unread bytes allowed for a client once it is known. */
	unreadBytes: number
}

/** A stranger is only sent a few hundred bytes. */
const unreadBytesOfStranger = 64 * 1024
/** Frames that may have been in flight when the server began to close a socket. */
const framesWhileClosing = 32
/** Time for the closing handshake of a WebSocket. */
const closeWithinS = 5
/** Total of all sockets of a gateway; the largest are ended first. */
const unreadBytesOfAll = 256 * 1024 * 1024

interface SocketState {
	socket: LimitedSocket
	/** Frames in this second. */
	frames: number
	/** Seconds since the server began to close it. */
	closingS: number
}

/**
 * Ends WebSockets that flood, or that read nothing of what they are sent: every frame is answered, at least by a pong
 * or a refusal, and unread answers stay in memory.
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

	// One function for all sockets; it is called with its socket as `this`.
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
			// Before the listeners that process the frame.
			for (const event of ['message', 'ping', 'pong']) webSocket.prependListener(event, countFrame)
			webSocket.on('close', forget)
		},
		/** Called every second: a client that only listens sends no frames that would trigger the check. */
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
