import type { Result } from '@parley/core'
import type * as v from 'valibot'
import type { callArguments } from './callArguments.ts'
import type { PageHandlerName, pageHandlers, ShellHandlerName, shellHandlers } from './handlers.ts'
import type { VersionInfo } from './payloads.ts'

/** The argument of a handler of the page. */
export type PageHandlerArguments<N extends PageHandlerName> = v.InferOutput<(typeof pageHandlers)[N]>

/** The argument of a call of the page. */
export type CallArguments<N extends ShellHandlerName> = v.InferInput<(typeof callArguments)[N]>

/** The reply to a call; `undefined` for calls without a reply. */
export type CallReply<N extends ShellHandlerName> = (typeof shellHandlers)[N] extends {
	reply: infer S extends v.GenericSchema
}
	? v.InferOutput<S>
	: undefined

/** No shell is present · it did not reply in time · its reply could not be parsed. */
export type CallFailure = 'unavailable' | 'timeout' | 'malformed'
export type CallAnswer<N extends ShellHandlerName> = Result<CallReply<N>, CallFailure>

type CallParameters<N extends ShellHandlerName> = undefined extends CallArguments<N> ? [] : [args: CallArguments<N>]

/** Known facts about the shell; a new object after every change. */
export interface BridgeInfo {
	present: boolean
	/** The newest version info; undefined until the shell has sent one. */
	version: VersionInfo | undefined
}

/** The page's side of the bridge, with or without a shell. */
export interface Bridge {
	/** A shell has connected. */
	readonly present: boolean
	readonly info: { get(): BridgeInfo; subscribe(changed: () => void): () => void }
	/** Never rejects. Calls that a person must answer have no timeout. */
	call<N extends ShellHandlerName>(name: N, ...args: CallParameters<N>): Promise<CallAnswer<N>>
	/**
	 * Registers a listener and returns a function that removes it; the newest argument fired before is delivered at once.
	 * The listener's return value is the reply.
	 */
	on<N extends PageHandlerName>(name: N, listener: (args: PageHandlerArguments<N>) => unknown): () => void
}
