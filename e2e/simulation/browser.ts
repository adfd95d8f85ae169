import type {
	Environment,
	KeyValueStorage,
	PageStatus,
	StatusChange,
	Transition,
} from '../../sdk/im/src/core/environment.ts'
import { createVirtualBrowser } from '../../sdk/im/src/testing/virtualPage.ts'
import type { OpenTransport, Transport } from '../../sdk/im/src/transport/transport.ts'
import { createChance, type Scheduler } from './scheduler.ts'

/** State shared by the tabs of one browser; it outlives every page. */
export interface Browser {
	/** Creates the environment of a newly loaded page. */
	openPage(tab: string, options: PageOptions): Page
	/** Error of the device's clock. */
	skewMs: number
	/** True while the storage refuses writes. */
	isStorageBroken: boolean
}

export interface PageOptions {
	openTransport: OpenTransport
	/** Separate part of the seed for each page. */
	seed: number
	trace(machine: string, transition: Transition<string>): void
}

export interface Page {
	environment: Environment
	announce(change: StatusChange): void
	/** Ends the page: no timer, event or write runs any more. */
	discard(): void
}

const storageMs = 1

export function createBrowser(scheduler: Scheduler): Browser {
	const stored = new Map<string, string>()
	const { locks } = createVirtualBrowser()

	const browser: Browser = {
		skewMs: 0,
		isStorageBroken: false,
		openPage(tab, { openTransport, seed, trace }) {
			const chance = createChance(seed)
			let isAlive = true
			const listeners = new Set<(change: StatusChange) => void>()
			const transports = new Set<Transport>()

			/** Settles only while the page exists. */
			function soon<T>(get: () => T): Promise<T> {
				return new Promise((resolve, reject) => {
					scheduler.after(storageMs, () => {
						if (!isAlive) return
						try {
							resolve(get())
						} catch (error) {
							reject(error)
						}
					})
				})
			}

			const storage: KeyValueStorage = {
				get: key => soon(() => stored.get(key)),
				set: (key, value) =>
					soon(() => {
						if (browser.isStorageBroken) throw new Error('the storage is full')
						stored.set(key, value)
					}),
				remove: key => soon(() => void stored.delete(key)),
				keys: prefix => soon(() => [...stored.keys()].filter(key => key.startsWith(prefix)).sort()),
			}

			const status: PageStatus = {
				watch(listener) {
					listeners.add(listener)
					return () => listeners.delete(listener)
				},
			}

			return {
				environment: {
					now: () => scheduler.now() + browser.skewMs,
					after: (ms, act) => scheduler.after(ms, () => isAlive && act()),
					randomBytes: count => chance.bytes(count),
					storage,
					sentDevices: new Set(),
					tab,
					locks: locks.forTab(tab, () => isAlive),
					status,
					openTransport(server, events) {
						const transport = openTransport(server, {
							onOpen: () => isAlive && events.onOpen(),
							onMessage: value => isAlive && events.onMessage(value),
							onClose: (cause, reason) => isAlive && events.onClose(cause, reason),
						})
						transports.add(transport)
						return transport
					},
					http: async () => ({}),
					device: 'simulated',
					log: () => {},
					strict: true,
					trace,
				},
				announce(change) {
					if (isAlive) for (const listener of [...listeners]) listener(change)
				},
				discard() {
					isAlive = false
					locks.releaseAllOf(tab)
					for (const transport of transports) transport.close()
				},
			}
		},
	}
	return browser
}
