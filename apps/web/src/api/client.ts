import { type Call, challengeRefusals, type InputOf, type OutputOf } from '@parley/api'
import { delays, meetingQuery, type Result } from '@parley/core'
import { buildRequest, type RequestContext } from './request.ts'
import { type ApiFailure, type HttpResponse, parseResponse } from './response.ts'
import type { sendWithProgress, UploadProgress } from './sendWithProgress.ts'

/** Dependencies of sending a call. */
export interface ApiDeps {
	fetch: typeof fetch
	/** Sends what has to tell how far it is. */
	sendWithProgress: typeof sendWithProgress
	requestContext(): RequestContext
	now(): number
	after(ms: number, act: () => void): () => void
	/** Shows that the network did not answer in time (HTTP-07, HTTP-08). */
	showTimeout(): void
	/** @param refusedToken the token that was answered 401 */
	redirect(screen: 'index' | 'bindPhone' | 'perfectInfo', refusedToken?: string): void
	/** A call for a company was refused: the person may not be in it any more (HTTP-03). */
	checkCompany(): void
	reload(): void
	/** Time at which the page last reloaded because of a stale token; survives the reload. */
	lastReload: { get(): number; set(at: number): void }
	onReachabilityChange(isReachable: boolean): void
	/**
	 * Asks the person for the slider; resolves to its pass, or to nothing where it was closed unsolved.
	 * @param signal closes it: whoever has sent the call is gone
	 */
	solveChallenge(signal?: AbortSignal): Promise<string | undefined>
}

export interface CallOptions {
	/** The caller handles HTTP 401 itself (OP-009). */
	handles401?: boolean
	/** The caller shows the slider itself (LOGIN-36). */
	handlesChallenge?: boolean
	/** No toast where the network does not answer. */
	quiet?: boolean
	/** Sends neither company nor bearer token. */
	unauth?: boolean
	/** The meeting whose room the call is about: it reaches the node of the server that has the room (NODE-21). */
	meetingId?: string
	/** Told how far a call with a file is. */
	onProgress?: UploadProgress
	signal?: AbortSignal
}

export type CallApi = <C extends Call>(
	call: C,
	input: InputOf<C>,
	options?: CallOptions,
) => Promise<Result<OutputOf<C>, ApiFailure<C>>>

/** Creates the one function that sends calls to the server; a failure is returned, never thrown. */
export function createApiClient(deps: ApiDeps): CallApi {
	return async function callApi<C extends Call>(call: C, input: InputOf<C>, options: CallOptions = {}) {
		let result = await callOnce(deps, call, input, options)
		while (!result.ok && !options.handlesChallenge && isChallengeRefusal(result.failure)) {
			if (options.signal?.aborted) break
			const captcha = await deps.solveChallenge(options.signal)
			if (captcha === undefined) break
			result = await callOnce(deps, call, { ...(input as object), captcha } as InputOf<C>, options)
		}
		return result
	}
}

/** The refusals that a solved slider helps against; calls that have them take its pass as `captcha`. */
const isChallengeRefusal = ({ refusal }: { refusal: string }) => refusal in challengeRefusals

async function callOnce<C extends Call>(
	deps: ApiDeps,
	call: C,
	input: InputOf<C>,
	options: CallOptions,
): Promise<Result<OutputOf<C>, ApiFailure<C>>> {
	const flags: string[] = [...(call.urlFlags ?? [])]
	if (options.unauth && !flags.includes('unauth')) flags.unshift('unauth')
	if (options.meetingId !== undefined) flags.push(`${meetingQuery}=${options.meetingId}`)
	const context = deps.requestContext()
	const request = buildRequest(call, input, context, flags)

	const waitMs = call.upload ? delays.uploadMs : delays.requestMs
	const response = await send(deps, request, waitMs, options)
	if (typeof response === 'string') {
		if (response !== 'cancelled') {
			deps.onReachabilityChange(false)
			// HTTP-07, HTTP-08
			if (!options.quiet && !request.url.includes('noErrorTip')) deps.showTimeout()
		}
		return { ok: false, failure: { refusal: response } }
	}

	deps.onReachabilityChange(true)
	const result = parseResponse(call, response)
	if (!result.ok && response.status === 401 && !handlesOwn401(call, options)) {
		deps.redirect('index', context.accessToken)
	} else if (!result.ok) actOnStatus(deps, response.status, result.failure.code)
	if (response.status === 403 && request.headers.corpId !== undefined) deps.checkCompany()
	return result
}

async function send(
	deps: ApiDeps,
	{ url, ...init }: ReturnType<typeof buildRequest>,
	waitMs: number,
	{ signal, onProgress }: Pick<CallOptions, 'signal' | 'onProgress'>,
): Promise<HttpResponse | 'offline' | 'timeout' | 'cancelled'> {
	const abort = new AbortController()
	let reason: 'timeout' | 'cancelled' | undefined
	const stop = (cause: 'timeout' | 'cancelled') => {
		reason ??= cause
		abort.abort()
	}
	const cancel = () => stop('cancelled')
	if (signal?.aborted) return 'cancelled'
	signal?.addEventListener('abort', cancel)
	const clear = deps.after(waitMs, () => stop('timeout'))

	try {
		const { body, ...head } = init
		const request = { ...head, ...(body !== undefined && { body }), signal: abort.signal }
		const response = onProgress
			? await deps.sendWithProgress(url, request, onProgress)
			: await deps.fetch(url, { ...request, credentials: 'same-origin' })
		const text = await response.text()
		return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parseJson(text) }
	} catch {
		return reason ?? 'offline'
	} finally {
		clear()
		signal?.removeEventListener('abort', cancel)
	}
}

/** Reactions every call has to some statuses (HTTP-10, HTTP-11, OP-140). */
function actOnStatus(deps: ApiDeps, status: number, code: number | undefined) {
	if (status === 406 && code === 100008) return deps.redirect('bindPhone')
	if (status === 406 && code === 200006) return deps.redirect('perfectInfo')
	if (status === 419) reloadOnceInAWhile(deps)
}

/** `auth/me`, calls that declare a 401 of their own, and callers with that option (OP-009). */
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

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
