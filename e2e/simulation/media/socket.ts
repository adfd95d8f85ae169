import { EventEmitter } from 'node:events'
import { createOrderedTravel } from '../orderedTravel.ts'
import type { Chance, Scheduler } from '../scheduler.ts'

const reconnectMs = { min: 250, max: 2_000 }

type Handler = (...input: never[]) => void
type Acknowledge = (answer: unknown) => void

/** The end of a socket at the server: the namespace of media, as the gateway uses it, and calls of the room. */
export interface ServerEnd {
	readonly id: string
	/** The connection that both namespaces share. */
	readonly conn: EventEmitter
	connected: boolean
	on(name: string, handler: Handler): void
	emit(name: string, ...payload: unknown[]): void
	/** Sends an event of the room. */
	sendRoomEvent(name: string): void
	disconnect(): void
}

/** The server, as sockets reach it. */
export interface SocketServer {
	accept(end: ServerEnd): void
	/** Answers a call of the room. */
	call(end: ServerEnd, name: string, answered: Acknowledge): void
	closed(end: ServerEnd): void
}

export interface SocketDeps {
	scheduler: Scheduler
	chance: Chance
	travelMs(): number
	server: SocketServer
	onConnected(): void
	/** An event of the room. */
	onEvent(name: string): void
}

export type PageSocket = ReturnType<typeof createPageSocket>

/** The socket of a page, which connects again by itself. Messages that were sent meanwhile follow, as in Socket.IO. */
export function createPageSocket({ scheduler, chance, travelMs, server, onConnected, onEvent }: SocketDeps) {
	const handlers = new Map<string, Handler[]>()
	const waiting: (() => void)[] = []
	/** Ends the requests that were sent and not answered, as Socket.IO does when the connection breaks. */
	const unanswered = new Set<(error: Error) => void>()
	let line: ReturnType<typeof openLine> | undefined
	let isClosed = false

	const tellPage = (name: string, payload: unknown[] = []) => {
		for (const handler of handlers.get(name) ?? []) handler(...(payload as never[]))
	}

	/** One connection, in order and without loss until it breaks. */
	function openLine() {
		const travelTo = {
			page: createOrderedTravel(scheduler, travelMs),
			server: createOrderedTravel(scheduler, travelMs),
		}
		const serverHandlers = new Map<string, Handler[]>()
		let isPageOpen = true
		let isUp = false
		const toPage = (act: () => void) =>
			travelTo.page(() => {
				if (isPageOpen) act()
			})
		const toServer = (act: () => void) =>
			travelTo.server(() => {
				if (end.connected) act()
			})

		const end: ServerEnd = {
			id: `socket-${chance.upTo(1e9)}`,
			conn: Object.assign(new EventEmitter(), { transport: { socket: new EventEmitter() } }),
			connected: true,
			on: (name, handler) => void serverHandlers.set(name, [...(serverHandlers.get(name) ?? []), handler]),
			emit(name, ...payload) {
				const text = JSON.stringify(payload)
				if (end.connected) toPage(() => tellPage(name, JSON.parse(text)))
			},
			sendRoomEvent(name) {
				if (end.connected) toPage(() => onEvent(name))
			},
			disconnect() {
				toPage(closePage)
				closeServer()
			},
		}

		function closeServer(): void {
			if (!end.connected) return
			end.connected = false
			for (const handler of serverHandlers.get('disconnect') ?? []) handler()
			end.conn.emit('close')
			server.closed(end)
		}

		function closePage(): void {
			if (!isPageOpen) return
			isPageOpen = false
			line = undefined
			for (const reject of unanswered) reject(new Error('disconnected'))
			unanswered.clear()
			if (isUp) tellPage('disconnect')
			if (!isClosed) scheduler.after(chance.between(reconnectMs.min, reconnectMs.max), open)
		}

		const opened = {
			isUp: () => isUp,
			send(name: string, input: unknown, answered?: Acknowledge): void {
				const text = JSON.stringify(input)
				const acknowledge: Acknowledge = answer => {
					const answerText = JSON.stringify(answer)
					if (end.connected && answered) toPage(() => answered(JSON.parse(answerText)))
				}
				toServer(() => {
					for (const handler of serverHandlers.get(name) ?? [])
						handler(...([JSON.parse(text), ...(answered ? [acknowledge] : [])] as never[]))
				})
			},
			callRoom(name: string, answered: Acknowledge): void {
				toServer(() =>
					server.call(end, name, answer => {
						if (end.connected) toPage(() => answered(answer))
					}),
				)
			},
			close(): void {
				toServer(closeServer)
				closePage()
			},
			/** Both ends are told, each when it notices. */
			cut(): void {
				toServer(closeServer)
				toPage(closePage)
			},
		}
		toServer(() => {
			server.accept(end)
			toPage(() => {
				isUp = true
				for (const send of waiting.splice(0)) send()
				tellPage('connect')
				onConnected()
			})
		})
		return opened
	}

	function open(): void {
		if (!isClosed && !line) line = openLine()
	}

	/** Messages without a connection wait for the next one, as in Socket.IO. */
	function whenUp(send: () => void): void {
		if (line?.isUp()) send()
		else waiting.push(send)
	}

	/** A request that still waits for a connection after this time is not sent any more. */
	function request(name: string, input: unknown, timeoutMs: number): Promise<unknown> {
		return new Promise((resolve, reject) => {
			const send = () => {
				unanswered.add(reject)
				line?.send(name, input, answer => {
					unanswered.delete(reject)
					resolve(answer)
				})
			}
			scheduler.after(timeoutMs, () => {
				unanswered.delete(reject)
				if (waiting.includes(send)) waiting.splice(waiting.indexOf(send), 1)
				reject(new Error('no answer'))
			})
			whenUp(send)
		})
	}

	const media = {
		get connected() {
			return line?.isUp() ?? false
		},
		active: true,
		connect() {},
		on: (name: string, handler: Handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
		once(name: string, handler: Handler) {
			const act = (...input: never[]) => {
				media.off(name, act)
				handler(...input)
			}
			media.on(name, act)
		},
		off: (name: string, handler: Handler) =>
			void handlers.set(
				name,
				(handlers.get(name) ?? []).filter(other => other !== handler),
			),
		emit: (name: string, input: unknown) => whenUp(() => line?.send(name, input)),
		timeout: (ms: number) => ({
			emitWithAck: (name: string, input: unknown) => request(name, input, ms),
		}),
		disconnect() {},
	}

	open()
	return {
		/** The namespace of media, for the client of the engine. */
		media,
		/** Calls the room; without a connection, or where it breaks before the answer, nothing follows. */
		callRoom(name: string, answered: Acknowledge): boolean {
			if (!line?.isUp()) return false
			line.callRoom(name, answered)
			return true
		},
		cut: () => line?.cut(),
		close(): void {
			isClosed = true
			line?.close()
		},
	}
}
