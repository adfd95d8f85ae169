import { afterEach, expect, test, vi } from 'vitest'
import { sendWithProgress } from './sendWithProgress.ts'

type Listener = ((event: unknown) => void) | null

/** A request of the browser, driven by the test. */
class FakeRequest {
	static last: FakeRequest
	upload: { onprogress: Listener } = { onprogress: null }
	onload: Listener = null
	onerror: Listener = null
	onabort: Listener = null
	onloadend: Listener = null
	status = 0
	responseText = ''
	opened: unknown[] = []
	headers: Record<string, string> = {}
	sent: unknown
	constructor() {
		FakeRequest.last = this
	}
	open(...args: unknown[]) {
		this.opened = args
	}
	setRequestHeader(name: string, value: string) {
		this.headers[name] = value
	}
	getResponseHeader = (name: string) => (name === 'retry-after' && this.status === 429 ? '7' : null)
	send(body: unknown) {
		this.sent = body
	}
	abort() {
		this.onabort?.({})
	}
	answer(status: number, text: string) {
		Object.assign(this, { status, responseText: text })
		this.onload?.({})
	}
}

afterEach(() => vi.unstubAllGlobals())

function send(signal?: AbortSignal) {
	vi.stubGlobal('XMLHttpRequest', FakeRequest)
	const progress: number[] = []
	const body = new FormData()
	const init = { method: 'POST', headers: { corpId: 'c1' }, body, ...(signal && { signal }) }
	const response = sendWithProgress('/meeting/uploadImg', init, sent => progress.push(sent))
	return { response, progress, body, request: FakeRequest.last }
}

test('[API-29] a file is sent with its headers, and says how far it is', async () => {
	const { response, progress, body, request } = send()
	request.upload.onprogress?.({ lengthComputable: true, loaded: 25, total: 100 })
	request.upload.onprogress?.({ lengthComputable: false, loaded: 30, total: 0 })
	request.answer(200, '{"code":200}')
	expect(await (await response).json()).toEqual({ code: 200 })
	expect([progress, request.opened, request.headers, request.sent]).toEqual([
		[0.25],
		['POST', '/meeting/uploadImg'],
		{ corpId: 'c1' },
		body,
	])
})

test('a refusal is an answer, with the time to wait', async () => {
	const { response, request } = send()
	request.answer(429, '{"code":429}')
	const { status, headers } = await response
	expect([status, headers.get('retry-after')]).toEqual([429, '7'])
})

test('it rejects without a network, and where it is given up', async () => {
	const lost = send()
	lost.request.onerror?.({})
	await expect(lost.response).rejects.toThrow(TypeError)
	const abort = new AbortController()
	const given = send(abort.signal)
	abort.abort()
	await expect(given.response).rejects.toMatchObject({ name: 'AbortError' })
})
