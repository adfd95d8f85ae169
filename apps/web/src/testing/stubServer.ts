import { vi } from 'vitest'

/** What the page asked for. */
export interface StubRequest {
	/** `GET /meeting/users/meetings`. */
	call: string
	query: URLSearchParams
	body: Record<string, unknown>
	headers: Record<string, string>
}

/** The directory has its lists under `dataResult`. */
export type StubAnswer = { status?: number; code?: number; data?: unknown; dataResult?: unknown } | 'no-answer'
type Respond = (asked: StubRequest) => StubAnswer | Promise<StubAnswer>

/** A server that answers what a test says, and keeps what it was asked. What it was not told of does not exist. */
export function stubServer(answers: Record<string, StubAnswer | Respond>) {
	const asked: StubRequest[] = []

	vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
		const url = new URL(input, 'http://localhost')
		const request: StubRequest = {
			call: `${init.method ?? 'GET'} ${url.pathname}`,
			query: url.searchParams,
			body: JSON.parse((init.body as string | undefined) ?? '{}'),
			headers: { ...(init.headers as Record<string, string> | undefined) },
		}
		asked.push(request)
		const respond = answers[request.call]
		const answer = typeof respond === 'function' ? await respond(request) : (respond ?? { status: 404, code: 404 })
		if (answer === 'no-answer') throw new TypeError('network')
		const { status = 200, code = 200, data = {}, dataResult } = answer
		return new Response(JSON.stringify({ code, data, dataResult }), { status })
	})

	return {
		asked,
		answers,
		count: (call: string) => asked.filter(request => request.call === call).length,
		last: (call: string) => asked.findLast(request => request.call === call),
	}
}
