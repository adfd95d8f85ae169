import type { MessageId, Observed } from './check.ts'

/** Measured systems: the product with its SDK, plain Socket.IO, Socket.IO with its connection state recovery. */
export type Subject = 'ours' | 'bare' | 'recovery'

export interface ClientsSetup {
	subject: Exclude<Subject, 'recovery'>
	/** URL of the proxy. */
	url: string
	subscribers: number
	/** Tokens of messaging, the subscribers' first; none for the controls. */
	people: { uid: string; token: string }[]
	appId: string
	publishers: number
	/** Between two messages of a publisher. */
	everyMs: number
}

/** Clients of one kind: subscribers who write down what they are given, publishers who write down what is acknowledged. */
export interface Clients {
	/** Resolves when everybody is connected. */
	open(): Promise<void>
	/** Takes one more message of a publisher; it is sent whenever it can be. */
	publish(message: MessageId): void
	/** The page of one client is gone in this moment, and loaded again. Publishers come after the subscribers. */
	reload(client: number): void | Promise<void>
	/** Messages that are neither acknowledged nor given up. */
	waiting(): number
	/** Errors that must not occur. */
	problems: string[]
	observed: Observed
}

/** Messages to and from the process of the clients. */
export type ToClients =
	| { kind: 'open'; setup: ClientsSetup }
	| { kind: 'publish' }
	| { kind: 'reload'; pick: number }
	| { kind: 'finish' }
export type FromClients =
	| { kind: 'opened' }
	| { kind: 'finished'; observed: Observed; written: number; problems: string[] }
