import type { OpenTransport } from '../transport/transport.ts'

/**
 * Everything the SDK does not decide itself: time, randomness, storage, network. The SDK uses nothing else, so that a
 * simulation in control of all of it determines every run.
 */
export interface Environment {
	/** Milliseconds since 1970; it may jump. It is used for labels only: delays use {@link after}. */
	now(): number
	/** Calls once after `ms`; the function it returns calls it off. */
	after(ms: number, act: () => void): () => void
	randomBytes(count: number): Uint8Array
	storage: KeyValueStorage
	/** Identifies this tab across reloads, if possible. */
	tab?: string | undefined
	/** Missing if the browser has none: each tab then sends its own messages. */
	locks?: Locks | undefined
	status: PageStatus
	openTransport: OpenTransport
	http: Http
	/** The device name: the browser's name. */
	device: string
	/** Subjects of the device information that was sent, by all clients of this page. */
	sentDevices: Set<string>
	/** For people who look into a problem; never shown to others. */
	log(text: string, details?: unknown): void
	/** A transition that no table allows is thrown; otherwise it is counted in the statistics and not made. */
	strict?: boolean
	/** Every transition of every state machine, for tests. */
	trace?: (machine: string, transition: Transition<string>) => void
}

export interface Transition<S extends string> {
	from: S
	to: S
	/** One of `answerCodes`; 0 on success. */
	code: number
	reason: string
}

/** `memory`: nothing outlives the page. */
export type StorageKind = 'indexedDB' | 'localStorage' | 'memory'

/** May be full, forbidden or broken: callers continue without it. */
export interface KeyValueStorage {
	/** The storage in use, once known. */
	kind?: StorageKind | undefined
	get(key: string): Promise<string | undefined>
	set(key: string, value: string): Promise<void>
	remove(key: string): Promise<void>
	/** Returns the keys that begin with `prefix`. */
	keys(prefix: string): Promise<string[]>
}

export interface Locks {
	/**
	 * Requests a lock that one page of the origin holds at a time and that ends with the page. `granted` is true once it
	 * is held; with `ifAvailable` false at once if another page holds it. `release` also cancels the request.
	 */
	acquire(name: string, options: { ifAvailable: boolean }): { granted: Promise<boolean>; release(): void }
}

/** `resumed`: seen again, or back from the cache of the browser. `leaving`: perhaps for ever. */
export type StatusChange = 'online' | 'offline' | 'resumed' | 'leaving'

export interface PageStatus {
	/** Returns the function that ends it. */
	watch(listener: (change: StatusChange) => void): () => void
}

export interface HttpRequest {
	method: 'GET' | 'POST'
	url: string
	headers?: Record<string, string>
	/** JSON text. */
	body?: string
	/** The page is being left: it need not be answered. */
	last?: boolean
}

/** Resolves with the JSON of an answer with status 2xx; throws everything else, with its `status` if known. */
export type Http = (request: HttpRequest) => Promise<unknown>
