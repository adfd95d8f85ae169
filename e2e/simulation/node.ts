import type { ImUserId } from '@parley/im'
import {
	type Connection,
	createMessaging,
	type Messaging,
	type NodeBus,
	type NodeMessage,
	noAddressHolds,
	noParticipation,
} from '../../apps/server/src/modules/messaging/index.ts'
import type { TokenVerifier } from '../../apps/server/src/modules/messaging/sessions/tokens.ts'
import type { MessagingStore } from '../../apps/server/src/modules/messaging/store/store.ts'
import type { Ids } from '../../apps/server/src/platform/ids.ts'
import { createUnlimitedRateLimit } from '../../apps/server/src/platform/testing/unlimitedRateLimit.ts'
import type { Timers } from '../../apps/server/src/platform/timers.ts'
import { appId } from './cast.ts'
import type { NetworkNode } from './network.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** Channel of messages between nodes; they are lost while `isLossy`. */
export interface SimulatedNodeBus {
	isLossy: boolean
	busFor(node: object): NodeBus
}

const hintMs = { min: 1, max: 80 }

export function createSimulatedNodeBus(scheduler: Scheduler, chance: Chance): SimulatedNodeBus {
	const listeners = new Map<object, Set<(nodeMessage: NodeMessage) => void>>()
	const way: SimulatedNodeBus = {
		isLossy: false,
		busFor: node => ({
			publish(nodeMessage) {
				for (const [other, subscribed] of listeners) {
					if (other === node || way.isLossy) continue
					scheduler.after(chance.between(hintMs.min, hintMs.max), () => {
						for (const listener of subscribed) listener(nodeMessage)
					})
				}
			},
			subscribe(listener) {
				const own = listeners.get(node) ?? new Set()
				listeners.set(node, own.add(listener))
				return () => own.delete(listener)
			},
			isHeard: () => listeners.size > 1,
		}),
	}
	return way
}

export interface NodeDeps {
	scheduler: Scheduler
	chance: Chance
	/** State shared by all nodes, which outlives them. */
	store: MessagingStore
	ids: Ids
	tokens: TokenVerifier
	nodeBus: SimulatedNodeBus
	/** While true the store refuses to commit. */
	isStoreBroken(): boolean
	cutConnections(node: NetworkNode): void
	/** Receives errors that the service logs: none may occur. */
	onError(error: unknown): void
}

export interface ServerNode extends NetworkNode {
	/** Kills the process. */
	kill(): void
	/** Suspends the process until `thaw`. */
	freeze(): void
	thaw(): void
	stop(): Promise<void>
	start(): void
	/** Sends a notice to one person or to everyone, like another module of the server. */
	notify(uid: ImUserId | undefined, title: string): void
}

/** Server process: the real service over a store, with simulated time. */
export function createNode(deps: NodeDeps): ServerNode {
	const { scheduler, chance, nodeBus } = deps
	let process: Process | undefined
	let isStopping = false
	/** Handles a restart before it has stopped. */
	let isStartedMeanwhile = false

	const node: ServerNode = {
		accept(connection) {
			const current = process
			if (!current) return undefined
			const handler = current.messaging.connect(ofProcess(connection, current))
			return {
				receive: value => current.run(() => handler.receive(value)),
				closed: () => current.run(() => handler.closed()),
			}
		},
		kill() {
			process?.end()
			process = undefined
			if (isStopping) isStartedMeanwhile = false
			isStopping = false
			deps.cutConnections(node)
		},
		freeze: () => process?.freeze(),
		thaw: () => process?.thaw(),
		async stop() {
			const stopping = process
			if (!stopping || isStopping) return
			isStopping = true
			await stopping.messaging.stop()
			isStopping = false
			const isWantedAgain = isStartedMeanwhile
			isStartedMeanwhile = false
			if (process !== stopping) return
			node.kill()
			if (isWantedAgain) node.start()
		},
		start() {
			if (isStopping) isStartedMeanwhile = true
			process ??= createProcess(deps, nodeBus.busFor({}), chance, scheduler)
		},
		notify(uid, title) {
			const current = process
			current?.run(() => {
				const { notices } = current.messaging
				const notice = { title, content: '' }
				// If it can't be stored, it was not promised to any client.
				void (uid === undefined ? notices.broadcast(appId, notice) : notices.notify(appId, uid, notice)).catch(() => {})
			})
		},
	}
	node.start()
	return node
}

interface Process {
	messaging: Messaging
	readonly isAlive: boolean
	/** Runs a function unless the process has ended; delayed while it is frozen. */
	run(act: () => void): void
	freeze(): void
	thaw(): void
	end(): void
}

function createProcess(deps: NodeDeps, bus: NodeBus, chance: Chance, scheduler: Scheduler): Process {
	let isAlive = true
	let frozen: (() => void)[] | undefined

	function run(act: () => void): void {
		if (!isAlive) return
		if (frozen) frozen.push(act)
		else act()
	}

	const timers: Timers = { now: () => scheduler.now(), after: (ms, act) => scheduler.after(ms, () => run(act)) }
	const unsubscribes: (() => void)[] = []
	const messaging = createMessaging({
		store: storeOf(deps, chance, scheduler, run),
		timers,
		ids: deps.ids,
		tokens: deps.tokens,
		signIns: {
			findExisting: async ids => [...ids],
			findEnded: async () => [],
			findAccount: async (_, uid) => ({ uid, nickName: uid.toUpperCase(), imgUrl: '' }),
		},
		words: { refuses: () => false },
		accounts: { find: async (_appId, uids) => uids.map(uid => ({ uid, nickName: uid.toUpperCase(), imgUrl: '' })) },
		publicUrl: undefined,
		addressHolds: noAddressHolds,
		participation: noParticipation,
		allowsGuests: async () => true,
		allowsSeveralDevices: async () => false,
		chatsNeedFriendship: async () => false,
		qrCodeKey: new Uint8Array(32),
		nodeBus: {
			publish: nodeMessage => {
				if (isAlive) bus.publish(nodeMessage)
			},
			subscribe(listener) {
				const unsubscribe = bus.subscribe(nodeMessage => run(() => listener(nodeMessage)))
				unsubscribes.push(unsubscribe)
				return unsubscribe
			},
			isHeard: bus.isHeard,
		},
		broadcast(connections, envelopes) {
			for (const connection of connections) connection.send(envelopes)
		},
		createRateLimit: createUnlimitedRateLimit,
		log: {
			warn() {},
			error(fields) {
				if (!deps.isStoreBroken()) deps.onError(fields)
			},
		},
	})
	return {
		messaging,
		get isAlive() {
			return isAlive
		},
		run,
		freeze() {
			frozen ??= []
		},
		thaw() {
			const waiting = frozen ?? []
			frozen = undefined
			for (const act of waiting) run(act)
		},
		end() {
			isAlive = false
			for (const unsubscribe of unsubscribes) unsubscribe()
		},
	}
}

/** An ended process sends nothing more, even if work is still pending. */
const ofProcess = (connection: Connection, process: Process): Connection => ({
	...connection,
	send(envelopes) {
		if (process.isAlive) connection.send(envelopes)
	},
	close() {
		if (process.isAlive) connection.close()
	},
})

const storeMs = { min: 0, max: 6 }

/** The store as seen by a process: each call takes time before and after its effect, and the process may end in either. */
function storeOf(deps: NodeDeps, chance: Chance, scheduler: Scheduler, run: (act: () => void) => void): MessagingStore {
	const later = () =>
		new Promise<void>(resolve => {
			scheduler.after(chance.between(storeMs.min, storeMs.max), () => run(resolve))
		})
	return new Proxy(deps.store, {
		get(store, name: keyof MessagingStore & string) {
			const method = store[name] as (...input: unknown[]) => Promise<unknown>
			return async (...input: unknown[]) => {
				await later()
				if (name === 'commit' && deps.isStoreBroken()) throw new Error('the database does not respond')
				const result = await method.apply(store, input)
				await later()
				return result
			}
		},
	})
}
