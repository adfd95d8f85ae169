import { vi } from 'vitest'

/** A request of the page. */
export interface StubRequest {
	/** `GET /meeting/users/meetings`. */
	call: string
	query: URLSearchParams
	body: Record<string, unknown>
	headers: Record<string, string>
	/** Aborted once the response is no longer awaited. */
	signal: AbortSignal | undefined
}

/**
 * `dataResult` is for calls of the directory, `flat` for those whose fields stand beside the code, `text` for what is no call,
 * such as a playlist.
 */
export type StubAnswer =
	| { status?: number; code?: number; data?: unknown; dataResult?: unknown; flat?: object }
	| { text: string }
	| 'no-answer'
type RespondToRequest = (request: StubRequest) => StubAnswer | Promise<StubAnswer>

/** Replaces `fetch`: answers by route, records the requests, and answers 404 to routes without an answer. */
export function stubServer(answers: Record<string, StubAnswer | RespondToRequest>) {
	const requests: StubRequest[] = []

	const respond = async (input: string, init: RequestInit = {}) => {
		const url = new URL(input, 'http://localhost')
		const request: StubRequest = {
			call: `${init.method ?? 'GET'} ${url.pathname}`,
			query: url.searchParams,
			body: init.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse((init.body as string) ?? '{}'),
			headers: { ...(init.headers as Record<string, string> | undefined) },
			signal: init.signal ?? undefined,
		}
		requests.push(request)
		const given = answers[request.call]
		const answer =
			typeof given === 'function'
				? await Promise.race([given(request), abortOf(init.signal)])
				: (given ?? { status: 404, code: 404 })
		if (answer === 'no-answer') throw new TypeError('network')
		if ('text' in answer) return new Response(answer.text)
		const { status = 200, code = 200, data = {}, dataResult, flat } = answer
		return new Response(JSON.stringify({ code, ...(flat ?? { data }), dataResult }), { status })
	}

	vi.stubGlobal('fetch', respond)
	vi.stubGlobal('XMLHttpRequest', requestClass(respond))

	return {
		requests,
		answers,
		count: (call: string) => requests.filter(request => request.call === call).length,
		last: (call: string) => requests.findLast(request => request.call === call),
	}
}

/** A request with progress: half of it is sent at once, and the rest when the response arrives. */
const requestClass = (respond: (url: string, init: RequestInit) => Promise<Response>) =>
	class {
		upload: { onprogress?(event: object): void } = {}
		onload?(): void
		onerror?(): void
		onabort?(): void
		onloadend?(): void
		status = 0
		responseText = ''
		target = { url: '', method: '' }
		headers: Record<string, string> = {}
		open(method: string, url: string) {
			this.target = { method, url }
		}
		setRequestHeader(name: string, value: string) {
			this.headers[name] = value
		}
		getResponseHeader = () => null
		abort() {
			this.onabort?.()
		}
		async send(body: FormData) {
			this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
			try {
				const response = await respond(this.target.url, { method: this.target.method, headers: this.headers, body })
				Object.assign(this, { status: response.status, responseText: await response.text() })
				this.onload?.()
			} catch {
				this.onerror?.()
			}
			this.onloadend?.()
		}
	}

/** Rejects, like `fetch`, when a request is aborted. */
const abortOf = (signal: RequestInit['signal']) =>
	new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
