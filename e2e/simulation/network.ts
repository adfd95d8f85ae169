import { type Envelope, packetNumber } from '@parley/im'
import type { Connection } from '../../apps/server/src/modules/messaging/index.ts'
import type { OpenTransport } from '../../sdk/im/src/transport/transport.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** Session that a node returns for a connection. */
export interface NodeSession {
	receive(value: unknown): void
	closed(): void
}

/** A server process; undefined while it is down. */
export interface NetworkNode {
	accept(connection: Connection): NodeSession | undefined
}

/** State of the network between one client and the servers; changes apply to open connections, too. */
export interface Line {
	/** True: new connections fail, and open ones are cut. */
	down: boolean
	/** True: nothing arrives, silently: it arrives later, or never if the heartbeat ends the connection first. */
	isSilent: boolean
	/** Added to each delivery, in both directions, in milliseconds. */
	delayMs: number
	/** One in so many deliveries to the client arrives twice, or after the next; 0 for never. */
	duplicateOneIn: number
	reorderOneIn: number
	/** One in so many message acknowledgements is lost, while the connection continues; 0 for never. */
	swallowOneIn: number
}

export const quietLine = (): Line => ({
	down: false,
	isSilent: false,
	delayMs: 0,
	duplicateOneIn: 0,
	reorderOneIn: 0,
	swallowOneIn: 0,
})

const sendNumbers: readonly number[] = [packetNumber('chatSend'), packetNumber('groupSend')]
const isAcknowledgement = ({ messageId, messageType }: Envelope) => messageId !== 0 && sendNumbers.includes(messageType)

const latency = { minMs: 1, maxMs: 40 }
/** Interval at which TCP resends unconfirmed data. */
const resendMs = 300
/** Longest time until the heartbeat detects a silent peer. */
const heartbeatMs = 33_000

interface Cable {
	cut(reason: string): void
}

export interface NetworkDeps {
	scheduler: Scheduler
	chance: Chance
	/** Node for new connections of this client. */
	nodeFor(client: string): NetworkNode
}

/** Connections like TCP: in order and without loss until they are cut, which loses all data in flight. */
export function createNetwork({ scheduler, chance, nodeFor }: NetworkDeps) {
	const lines = new Map<string, Line>()
	const cables = new Map<string, Set<Cable>>()
	const cablesOfNode = new Map<NetworkNode, Set<Cable>>()
	let connectionCount = 0

	function lineOf(client: string): Line {
		const line = lines.get(client) ?? quietLine()
		lines.set(client, line)
		return line
	}

	const travelMs = (line: Line) => chance.between(latency.minMs, latency.maxMs) + line.delayMs

	function open(client: string): OpenTransport {
		return (_server, events) => {
			const line = lineOf(client)
			const node = nodeFor(client)
			let session: NodeSession | undefined
			let clientOpen = true
			let serverOpen = false
			let pendingBytes = 0
			const arrival = { client: 0, server: 0 }
			const held: { client: (() => void)[]; server: (() => void)[] } = { client: [], server: [] }
			let lastFromServer = scheduler.now()
			let lastFromClient = scheduler.now()

			/** Keeps the order of deliveries in each direction. */
			function travel(to: 'client' | 'server', act: () => void, { keepsOrder = true } = {}): void {
				const at = keepsOrder
					? Math.max(arrival[to], scheduler.now() + travelMs(line))
					: scheduler.now() + travelMs(line) + latency.maxMs
				if (keepsOrder) arrival[to] = at
				scheduler.after(at - scheduler.now(), () => {
					if (line.isSilent || held[to].length > 0) hold(to, act)
					else act()
				})
			}

			/** Delays data on a silent line; it arrives in order when the line recovers. */
			function hold(to: 'client' | 'server', act: () => void): void {
				held[to].push(act)
				if (held[to].length > 1) return
				const release = () => {
					if (line.isSilent) return void scheduler.after(resendMs, release)
					const acts = held[to]
					held[to] = []
					for (const each of acts) each()
				}
				scheduler.after(resendMs, release)
			}

			function closeClient(cause: 'server' | 'network', reason: string): void {
				if (!clientOpen) return
				clientOpen = false
				events.onClose(cause, reason)
			}

			function closeServer(): void {
				if (!serverOpen) return
				serverOpen = false
				session?.closed()
			}

			// A closed end answers further data with a reset.
			const resetClient = () => travel('client', () => closeClient('network', 'reset'), { keepsOrder: false })
			const resetServer = () => travel('server', closeServer, { keepsOrder: false })

			const cable: Cable = {
				cut(reason) {
					forget()
					closeServer()
					// The client notices a moment later.
					travel('client', () => closeClient('network', reason), { keepsOrder: false })
				},
			}
			const forget = () => {
				cables.get(client)?.delete(cable)
				cablesOfNode.get(node)?.delete(cable)
			}

			function deliver(envelope: Envelope): void {
				if (line.swallowOneIn > 0 && isAcknowledgement(envelope) && chance.oneIn(line.swallowOneIn)) return
				const text = JSON.stringify(envelope)
				pendingBytes += text.length
				const isReordered = line.reorderOneIn > 0 && chance.oneIn(line.reorderOneIn)
				const arrive = () => {
					pendingBytes = Math.max(0, pendingBytes - text.length)
					if (!clientOpen) return resetServer()
					if (!isPlugged()) return
					lastFromServer = scheduler.now()
					events.onMessage(JSON.parse(text))
				}
				travel('client', arrive, { keepsOrder: !isReordered })
				if (line.duplicateOneIn > 0 && chance.oneIn(line.duplicateOneIn))
					travel('client', arrive, { keepsOrder: false })
			}

			const isPlugged = () => cables.get(client)?.has(cable) === true

			const connection: Connection = {
				id: `c${++connectionCount}`,
				address: client,
				origin: 'https://meet.example.org',
				send(envelopes) {
					if (serverOpen) for (const envelope of envelopes) deliver(envelope)
				},
				pendingBytes: () => pendingBytes,
				close() {
					if (!serverOpen) return
					closeServer()
					travel('client', () => {
						forget()
						closeClient('server', 'closed by the server')
					})
				},
			}

			/** Both ends send pings; an end that receives nothing for too long considers the other gone. */
			function watch(): void {
				scheduler.after(heartbeatMs / 2, () => {
					if (!clientOpen && !serverOpen) return
					if (!line.isSilent && isPlugged()) {
						lastFromServer = scheduler.now()
						lastFromClient = scheduler.now()
					}
					if (scheduler.now() - lastFromServer >= heartbeatMs) closeClient('network', 'silent')
					if (scheduler.now() - lastFromClient >= heartbeatMs) closeServer()
					if (!clientOpen && !serverOpen) forget()
					watch()
				})
			}

			scheduler.after(travelMs(line), () => {
				if (!clientOpen) return
				if (line.down || line.isSilent) return closeClient('network', 'unreachable')
				session = node.accept(connection)
				if (!session) return closeClient('network', 'refused')
				serverOpen = true
				addTo(cables, client, cable)
				addTo(cablesOfNode, node, cable)
				travel('client', () => {
					if (clientOpen && isPlugged()) events.onOpen()
				})
				watch()
			})

			return {
				send(envelope) {
					if (!clientOpen) return
					const text = JSON.stringify(envelope)
					travel('server', () => {
						if (!serverOpen) return resetClient()
						if (!isPlugged()) return
						lastFromClient = scheduler.now()
						session?.receive(JSON.parse(text))
					})
				},
				close() {
					if (!clientOpen) return
					clientOpen = false
					travel('server', () => {
						forget()
						closeServer()
					})
				},
			}
		}
	}

	return {
		/** Connects the pages of one client. */
		open,
		line: lineOf,
		/** Cuts every connection of a client. */
		cut(client: string): void {
			for (const cable of [...(cables.get(client) ?? [])]) cable.cut('reset')
		},
		/** Cuts every connection of a node, like a kill of its process. */
		cutNode(node: NetworkNode): void {
			for (const cable of [...(cablesOfNode.get(node) ?? [])]) cable.cut('reset')
		},
		heal(): void {
			for (const line of lines.values()) Object.assign(line, quietLine())
		},
	}
}

export type Network = ReturnType<typeof createNetwork>

function addTo<K>(sets: Map<K, Set<Cable>>, key: K, cable: Cable): void {
	const set = sets.get(key) ?? new Set()
	sets.set(key, set.add(cable))
}
