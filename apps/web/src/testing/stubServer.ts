import { vi } from 'vitest'

/** A request of the page. */
export interface StubRequest {
	/** `GET /meeting/users/meetings`. */
	call: string
	query: URLSearchParams
	body: Record<string, unknown>
	headers: Record<string, string>
}

/** `dataResult` is for calls of the directory. */
export type StubAnswer = { status?: number; code?: number; data?: unknown; dataResult?: unknown } | 'no-answer'
type RespondToRequest = (request: StubRequest) => StubAnswer | Promise<StubAnswer>

/** Replaces `fetch`: answers by route, records the requests, and answers 404 to routes without an answer. */
export function stubServer(answers: Record<string, StubAnswer | RespondToRequest>) {
	const requests: StubRequest[] = []

	vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
		const url = new URL(input, 'http://localhost')
		const request: StubRequest = {
			call: `${init.method ?? 'GET'} ${url.pathname}`,
			query: url.searchParams,
			body: JSON.parse((init.body as string | undefined) ?? '{}'),
			headers: { ...(init.headers as Record<string, string> | undefined) },
		}
		requests.push(request)
		const respond = answers[request.call]
		const answer =
			typeof respond === 'function'
				? await Promise.race([respond(request), abortOf(init.signal)])
				: (respond ?? { status: 404, code: 404 })
		if (answer === 'no-answer') throw new TypeError('network')
		const { status = 200, code = 200, data = {}, dataResult } = answer
		return new Response(JSON.stringify({ code, data, dataResult }), { status })
	})

	return {
		requests,
		answers,
		count: (call: string) => requests.filter(request => request.call === call).length,
		last: (call: string) => requests.findLast(request => request.call === call),
	}
}

/** Rejects, like `fetch`, when a request is aborted. */
const abortOf = (signal: RequestInit['signal']) =>
	new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
