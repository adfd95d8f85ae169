import type { Call, InputOf, OutputOf } from '@parley/api'
import { delays, type Result } from '@parley/core'
import { buildRequest, type RequestContext } from './request.ts'
import { type ApiFailure, type HttpResponse, parseResponse } from './response.ts'

/** Everything outside that asking touches. */
export interface ApiDeps {
	fetch: typeof fetch
	requestContext(): RequestContext
	now(): number
	after(ms: number, act: () => void): () => void
	/** Says that the network did not answer in time (HTTP-07, HTTP-08). */
	showTimeout(): void
	redirect(place: 'index' | 'bindPhone' | 'perfectInfo'): void
	reload(): void
	/** When the page last reloaded for a stale token; it outlives the reload. */
	lastReload: { get(): number; set(at: number): void }
	/** Hears whether the server could be reached, for the offline notice. */
	onReachabilityChange(yes: boolean): void
}

export interface CallOptions {
	/** The caller deals with HTTP 401 itself (OP-009). */
	handles401?: boolean
	/** No toast of the page's own for a network that does not answer. */
	quiet?: boolean
	/** Asks as nobody: neither company nor bearer travel. */
	unauth?: boolean
	signal?: AbortSignal
}

export type CallApi = <C extends Call>(
	call: C,
	input: InputOf<C>,
	options?: CallOptions,
) => Promise<Result<OutputOf<C>, ApiFailure<C>>>

/** Makes the one function that talks to the server. It never throws for the network. */
export function createApiClient(deps: ApiDeps): CallApi {
	return async function ask<C extends Call>(call: C, input: InputOf<C>, options: CallOptions = {}) {
		const marks: string[] = [...(call.urlFlags ?? [])]
		if (options.unauth && !marks.includes('unauth')) marks.unshift('unauth')
		const request = buildRequest(call, input, deps.requestContext(), marks)

		const answer = await send(deps, request, options.signal)
		if (typeof answer === 'string') {
			if (answer !== 'cancelled') {
				deps.onReachabilityChange(false)
				// HTTP-07, HTTP-08
				if (!options.quiet && !request.url.includes('noErrorTip')) deps.showTimeout()
			}
			return { ok: false, failure: { refusal: answer } }
		}

		deps.onReachabilityChange(true)
		const read = parseResponse(call, answer)
		if (!read.ok) actOnStatus(deps, call, options, answer.status, read.failure.code)
		return read
	}
}

async function send(
	outside: ApiDeps,
	{ url, ...init }: ReturnType<typeof buildRequest>,
	signal: AbortSignal | undefined,
): Promise<HttpResponse | 'offline' | 'timeout' | 'cancelled'> {
	const abort = new AbortController()
	let reason: 'timeout' | 'cancelled' | undefined
	const stop = (why: 'timeout' | 'cancelled') => {
		reason ??= why
		abort.abort()
	}
	const cancel = () => stop('cancelled')
	if (signal?.aborted) return 'cancelled'
	signal?.addEventListener('abort', cancel)
	const clear = outside.after(delays.requestMs, () => stop('timeout'))

	try {
		const { body, ...head } = init
		const response = await outside.fetch(url, {
			...head,
			...(body !== undefined && { body }),
			credentials: 'same-origin',
			signal: abort.signal,
		})
		const text = await response.text()
		return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parsed(text) }
	} catch {
		return reason ?? 'offline'
	} finally {
		clear()
		signal?.removeEventListener('abort', cancel)
	}
}

/** The rules that hold for every call, whoever made it (HTTP-09 to HTTP-11, OP-140). */
function actOnStatus(outside: ApiDeps, call: Call, options: CallOptions, status: number, code: number | undefined) {
	if (status === 401 && !handlesOwn401(call, options)) return outside.redirect('index')
	if (status === 406 && code === 100008) return outside.redirect('bindPhone')
	if (status === 406 && code === 200006) return outside.redirect('perfectInfo')
	if (status === 419) reloadOnceInAWhile(outside)
}

/** `auth/me`, calls that declare a 401 of their own, and callers that say so (OP-009). */
const handlesOwn401 = (call: Call, options: CallOptions) =>
	options.handles401 === true ||
	call.route.endsWith('/auth/me') ||
	Object.values(call.refusals).some(refusal => refusal.http === 401)

function reloadOnceInAWhile({ now, lastReload, reload }: ApiDeps) {
	const last = lastReload.get()
	if (now() - last < delays.reloadAtMostEveryMs) return
	lastReload.set(now())
	reload()
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
