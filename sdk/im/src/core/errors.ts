import { answerCodes, isRetryable } from '@parley/im'

/**
 * - `network`: no connection, and the call was given up
 * - `timeout`: no answer arrived; whether the call took effect is unknown until the same one is repeated
 * - `denied`: the caller may not do this, or is no longer logged in
 * - `rejected`: the server refused this call
 * - `client`: the call was invalid, or cancelled by the caller
 */
export type IMErrorKind = 'network' | 'timeout' | 'denied' | 'rejected' | 'client'

export interface IMErrorDetails {
	cmid?: string | undefined
	retryAfterMs?: number | undefined
	message?: string | undefined
	kind?: IMErrorKind
}

// `declare`: fields are compiled to more than the class itself weighs.
export class IMError extends Error {
	/** One of `answerCodes`, whose numbers are those of the wire. */
	declare readonly code: number
	declare readonly kind: IMErrorKind
	/** True if the same call may succeed later without any other change. */
	declare readonly retryable: boolean
	declare readonly cmid: string | undefined
	declare readonly retryAfterMs: number | undefined

	constructor(code: number, details: IMErrorDetails = {}) {
		super(details.message || `code ${code}`)
		this.name = 'IMError'
		this.code = code
		this.kind = details.kind ?? errorKindOf(code)
		this.retryable = isRetryable(code) || this.kind === 'timeout' || this.kind === 'network'
		this.cmid = details.cmid
		this.retryAfterMs = details.retryAfterMs
	}
}

const denied: readonly number[] = [answerCodes.notLoggedIn, answerCodes.noPromise, answerCodes.notMember]

function errorKindOf(code: number): IMErrorKind {
	if (code === answerCodes.serverNoResponse) return 'timeout'
	if (code === answerCodes.cancelled) return 'client'
	return code < 0 || denied.includes(code) ? 'denied' : 'rejected'
}

/** Creates an error for an invalid call; nothing was sent. */
export const misuse = (message: string) => new IMError(answerCodes.invalidData, { message, kind: 'client' })

/** Creates an error for a call cancelled by the caller or with the session. */
export const cancelled = (details: Pick<IMErrorDetails, 'cmid' | 'message'> = {}) =>
	new IMError(answerCodes.cancelled, { message: 'cancelled', ...details })

/** Creates an error for a missing connection. */
export const unreachable = (message: string) => new IMError(answerCodes.unavailable, { message, kind: 'network' })

/** The spec's words for a timeout (IMC-15). */
export const noResponse = () => new IMError(answerCodes.serverNoResponse, { message: 'no response' })

export const toIMError = (error: unknown): IMError =>
	error instanceof IMError ? error : unreachable(error instanceof Error ? error.message : String(error))
