import type { Result } from '@parley/core'
import type * as v from 'valibot'
import type { callArguments } from './callArguments.ts'
import type { PageHandlerName, pageHandlers, ShellHandlerName, shellHandlers } from './handlers.ts'
import type { VersionInfo } from './payloads.ts'

/** What a page's handler is given. */
export type PageHandlerArguments<N extends PageHandlerName> = v.InferOutput<(typeof pageHandlers)[N]>

/** What the page hands over with a call. */
export type CallArguments<N extends ShellHandlerName> = v.InferInput<(typeof callArguments)[N]>

/** What a call is answered with; `undefined` where the shell is only told. */
export type CallReply<N extends ShellHandlerName> = (typeof shellHandlers)[N] extends {
	reply: infer S extends v.GenericSchema
}
	? v.InferOutput<S>
	: undefined

/** Nobody there · nobody answered in time · an answer nobody can read. */
export type CallFailure = 'unavailable' | 'timeout' | 'malformed'
export type CallAnswer<N extends ShellHandlerName> = Result<CallReply<N>, CallFailure>

type CallParameters<N extends ShellHandlerName> = undefined extends CallArguments<N> ? [] : [args: CallArguments<N>]

/** What is known of the shell; a new object whenever something changed. */
export interface BridgeInfo {
	present: boolean
	/** The newest version info; undefined until the shell sent one. */
	version: VersionInfo | undefined
}

/** The page's side of the bridge. Any page door looks like this, with or without a shell around it. */
export interface Bridge {
	/** A shell has shown itself. */
	readonly present: boolean
	readonly info: { get(): BridgeInfo; subscribe(changed: () => void): () => void }
	/** Never rejects and, but for calls a person has to answer, never waits for long. */
	call<N extends ShellHandlerName>(name: N, ...args: CallParameters<N>): Promise<CallAnswer<N>>
	/**
	 * Listens to the shell; what was fired before anybody listened comes at once, the newest of each name.
	 * What the listener returns is the reply.
	 */
	on<N extends PageHandlerName>(name: N, listener: (args: PageHandlerArguments<N>) => unknown): () => void
}
