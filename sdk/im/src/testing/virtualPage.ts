import { memoryStorage } from '../browser/fallbackStorage.ts'
import type { Environment, HttpRequest, KeyValueStorage, Locks, StatusChange, Transition } from '../core/environment.ts'
import { type MemoryNetwork, memoryTransport } from '../transport/memory.ts'
import type { VirtualTime } from './virtualTime.ts'

/** State shared by the tabs of one browser. */
export interface VirtualBrowser {
	storage: KeyValueStorage
	locks: Locks & {
		releaseAllOf(owner: string): void
		/** @param isAlive a closed page receives no more locks, whatever it still has in flight */
		forTab(owner: string, isAlive: () => boolean): Locks
	}
}

export function createVirtualBrowser(storage: KeyValueStorage = memoryStorage()): VirtualBrowser {
	const queues = new Map<string, { owner: string; grant(isHeld: boolean): void }[]>()
	function acquire(owner: string, name: string, ifAvailable: boolean) {
		const queue = queues.get(name) ?? []
		queues.set(name, queue)
		let settle: (isHeld: boolean) => void = () => {}
		const granted = new Promise<boolean>(resolve => {
			settle = resolve
		})
		const entry = { owner, grant: settle }
		if (ifAvailable && queue.length > 0) settle(false)
		else {
			queue.push(entry)
			if (queue[0] === entry) settle(true)
		}
		return { granted, release: () => remove(name, entry) }
	}
	function remove(name: string, entry: { grant(isHeld: boolean): void }) {
		const queue = queues.get(name) ?? []
		const index = queue.indexOf(entry as never)
		if (index < 0) return
		queue.splice(index, 1)
		if (index === 0) queue[0]?.grant(true)
	}
	const never = { granted: new Promise<boolean>(() => {}), release() {} }
	const forTab = (owner: string, isAlive: () => boolean): Locks => ({
		acquire: (name, { ifAvailable }) => (isAlive() ? acquire(owner, name, ifAvailable) : never),
	})
	return {
		storage,
		locks: {
			...forTab('a tab', () => true),
			forTab,
			releaseAllOf(owner) {
				for (const [name, queue] of queues)
					for (const entry of [...queue]) if (entry.owner === owner) remove(name, entry)
			},
		},
	}
}

export interface VirtualPage {
	env: Environment
	change(status: StatusChange): void
	requests: HttpRequest[]
	/** Answers every HTTP request; throws to fail. */
	answerHttp: (request: HttpRequest) => unknown
	transitions: { machine: string; transition: Transition<string> }[]
	logs: string[]
	/** Ends the page without notice: its code stops running. */
	kill(): void
}

export interface VirtualPageOptions {
	time: VirtualTime
	network: MemoryNetwork
	browser?: VirtualBrowser
	tab?: string
	/** Numbers from 0 to 255, in turn. */
	randomByte?: () => number
	withoutLocks?: boolean
}

/** Creates a simulated page. */
export function createVirtualPage(options: VirtualPageOptions): VirtualPage {
	const { time, network, browser = createVirtualBrowser(), tab = 'tab' } = options
	let isAlive = true
	let seed = 12_345
	const randomByte =
		options.randomByte ??
		(() => {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
			return (seed >> 8) & 255
		})
	const listeners = new Set<(change: StatusChange) => void>()
	const after: Environment['after'] = (ms, act) => time.after(ms, () => isAlive && act())
	const page: VirtualPage = {
		requests: [],
		answerHttp: () => ({}),
		transitions: [],
		logs: [],
		change: status => {
			for (const listener of [...listeners]) listener(status)
		},
		kill() {
			isAlive = false
			browser.locks.releaseAllOf(tab)
		},
		env: {
			now: time.now,
			after,
			randomBytes: count => Uint8Array.from({ length: count }, randomByte),
			storage: browser.storage,
			tab,
			locks: options.withoutLocks ? undefined : browser.locks.forTab(tab, () => isAlive),
			status: {
				watch(listener) {
					listeners.add(listener)
					return () => listeners.delete(listener)
				},
			},
			openTransport: memoryTransport({ after }, network),
			async http(request) {
				page.requests.push(request)
				return page.answerHttp(request)
			},
			sentDevices: new Set(),
			device: 'a virtual page without a real browser',
			log: text => page.logs.push(text),
			strict: true,
			trace: (machine, transition) => page.transitions.push({ machine, transition }),
		},
	}
	return page
}
