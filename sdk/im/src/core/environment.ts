import type { OpenTransport } from '../transport/transport.ts'

/**
 * Everything the SDK does not decide itself: time, randomness, storage, network. The SDK uses nothing else, so that a
 * simulation in control of all of it determines every run.
 */
export interface Environment {
	/** Milliseconds since 1970; it may jump. It is used for labels only: delays use {@link after}. */
	now(): number
	/** Calls once after `ms`; returns a function that cancels. */
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
	/** Subjects whose device information was already sent by a client of this page. */
	sentDevices: Set<string>
	/** Logs for developers; never shown to users. */
	log(text: string, details?: unknown): void
	/** Throws on a forbidden transition; otherwise it is counted in the statistics and ignored. */
	strict?: boolean
	/** Observes every transition of every state machine, for tests. */
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

/** `resumed`: visible again, or restored from the browser's cache. `leaving`: perhaps for good. */
export type StatusChange = 'online' | 'offline' | 'resumed' | 'leaving'

export interface PageStatus {
	/** Returns a function that unsubscribes. */
	watch(listener: (change: StatusChange) => void): () => void
}

export interface HttpRequest {
	method: 'GET' | 'POST'
	url: string
	headers?: Record<string, string>
	/** JSON text. */
	body?: string
	/** The page is being left: the answer does not matter. */
	last?: boolean
}

/** Resolves with the JSON of an answer with status 2xx; throws everything else, with its `status` if known. */
export type Http = (request: HttpRequest) => Promise<unknown>
