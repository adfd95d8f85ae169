import type { MessageId, Observed } from './check.ts'

/** Measured systems: the product with its SDK, plain Socket.IO, Socket.IO with its connection state recovery. */
export type Subject = 'ours' | 'bare' | 'recovery'

export interface ClientsSetup {
	subject: Exclude<Subject, 'recovery'>
	/** URL of the proxy. */
	url: string
	subscribers: number
	/** Messaging tokens, those of subscribers first; none for the controls. */
	people: { uid: string; token: string }[]
	appId: string
	publishers: number
	/** Interval between two messages of a publisher. */
	everyMs: number
}

/** Clients of one kind: subscribers that record deliveries, publishers that record acknowledgements. */
export interface Clients {
	/** Resolves when all clients are connected. */
	open(): Promise<void>
	/** Queues another message of a publisher, which is sent as soon as possible. */
	publish(message: MessageId): void
	/** Reloads the page of one client. Publishers are numbered after the subscribers. */
	reload(client: number): void | Promise<void>
	/** Number of messages neither acknowledged nor given up. */
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
