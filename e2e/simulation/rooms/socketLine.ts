import { roomHandshake } from '@parley/room'
import { createOrderedTravel } from '../orderedTravel.ts'
import type { Chance, Scheduler } from '../scheduler.ts'
import type { NodeProcess } from './roomNode.ts'
import type { Handler, ServerSocket } from './serverSocket.ts'

const travel = { min: 1, max: 30 }
/** Time in which either end notices that the other one is silent (`pingInterval` and `pingTimeout` of the gateway). */
const noticeMs = { min: 8_000, max: 14_000 }

/** The callbacks at the end of the page. */
export interface PageEnd {
	onConnected(): void
	onEvent(name: string, payload: unknown[]): void
	onClosed(): void
}

export type SocketLine = ReturnType<typeof createSocketLine>

interface LineDeps {
	scheduler: Scheduler
	chance: Chance
	id: string
	page: PageEnd
	/** The process that took the connection, and the one that serves it: another one if it was passed on. */
	path: { entry: NodeProcess; target: NodeProcess }
	onOver(line: SocketLine): void
}

/** A connection of a page, in order and without loss until it breaks. */
export function createSocketLine({ scheduler, chance, id, page, path, onOver }: LineDeps) {
	const { entry, target } = path
	const handlers = new Map<string, Handler[]>()
	const travelMs = () => chance.between(travel.min, travel.max)
	const travelTo = { page: createOrderedTravel(scheduler, travelMs), server: createOrderedTravel(scheduler, travelMs) }
	let isPageOpen = true
	let isServerOpen = true
	let isSilent = false

	const send = (to: 'page' | 'server', act: () => void) =>
		travelTo[to](() => {
			if (!isSilent) act()
		})
	/** Through the process that passes it on. */
	const throughEntry = (act: () => void) => (entry === target ? act() : entry.run(act))
	const toServer = (act: () => void) => send('server', () => throughEntry(() => target.run(act)))
	const toPage = (act: () => void) => send('page', () => throughEntry(act))

	function closePage(): void {
		if (!isPageOpen) return
		isPageOpen = false
		if (!isServerOpen) onOver(line)
		page.onClosed()
	}

	function closeServer(): void {
		if (!isServerOpen) return
		isServerOpen = false
		if (!isPageOpen) onOver(line)
		socket.connected = false
		for (const handler of handlers.get('disconnect') ?? []) handler()
	}

	const socket: ServerSocket = {
		id,
		conn: {},
		handshake: { auth: roomHandshake },
		connected: true,
		on: (name, handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
		emit: (name, ...payload) => socket.deliver(name, payload),
		deliver(name, payload) {
			if (!isServerOpen) return
			const text = JSON.stringify(payload)
			toPage(() => isPageOpen && page.onEvent(name, JSON.parse(text)))
		},
		disconnect() {
			if (!isServerOpen) return
			toPage(closePage)
			closeServer()
		},
	}

	const line = {
		id,
		entry,
		target,
		/** Returns whether both ends are connected, and what one sends reaches the other. */
		isWhole: () => isPageOpen && isServerOpen && !isSilent && !entry.isFrozen() && !target.isFrozen(),
		call(name: string, input: unknown, answered: (answer: unknown) => void): void {
			const text = JSON.stringify(input ?? null)
			const acknowledge = (answer: unknown) => {
				const answerText = JSON.stringify(answer)
				if (isServerOpen) toPage(() => isPageOpen && answered(JSON.parse(answerText)))
			}
			toServer(() => {
				if (isServerOpen)
					for (const handler of handlers.get(name) ?? []) handler(JSON.parse(text) as never, acknowledge as never)
			})
		},
		/** The page closes its end. */
		close(): void {
			toServer(closeServer)
			closePage()
		},
		/** Both ends are told at once. */
		cut(): void {
			toServer(closeServer)
			toPage(closePage)
		},
		/** A process of the path has ended. */
		ended(process: NodeProcess): void {
			if (process === target) isServerOpen = false
			else send('server', () => target.run(closeServer))
			send('page', closePage)
		},
		/** Nothing arrives any more; both ends notice after a while. */
		silence(): void {
			isSilent = true
			scheduler.after(chance.between(noticeMs.min, noticeMs.max), closePage)
			scheduler.after(chance.between(noticeMs.min, noticeMs.max), () => target.run(closeServer))
		},
		/** A process of the path stands still: the other ends notice, unless it goes on in time. */
		frozen(process: NodeProcess): void {
			const isStill = () => process.isFrozen() || !process.isAlive()
			scheduler.after(chance.between(noticeMs.min, noticeMs.max), () => {
				if (!isStill()) return
				closePage()
				target.run(closeServer)
			})
		},
	}
	target.run(() => {
		target.attach(socket)
		toPage(() => isPageOpen && page.onConnected())
	})
	return line
}
