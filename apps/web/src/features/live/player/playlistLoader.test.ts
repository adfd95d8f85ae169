import Hls, { type HlsUrlParameters, type LoaderConfiguration, type PlaylistLoaderContext } from 'hls.js/light'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlaylistLoader } from './playlistLoader.ts'

/** The pending requests; the test responds to them. */
class Request {
	static all: Request[] = []
	readyState = 0
	status = 0
	responseType = ''
	responseText = ''
	response = ''
	url = ''
	isAborted = false
	onreadystatechange: (() => void) | null = null
	onprogress: (() => void) | null = null
	constructor() {
		Request.all.push(this)
	}
	open(_: string, url: string) {
		this.url = url
		this.readyState = 1
	}
	send() {}
	setRequestHeader() {}
	getAllResponseHeaders() {
		return ''
	}
	abort() {
		this.isAborted = true
	}
	answer(text: string) {
		Object.assign(this, { readyState: 4, status: 200, responseText: text, response: text })
		this.onreadystatechange?.()
	}
}

beforeEach(() => {
	vi.useFakeTimers()
	Request.all = []
	vi.stubGlobal('XMLHttpRequest', Request)
	// A property of windows, which hls.js writes to its log.
	vi.stubGlobal('status', '')
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

const url = 'https://live.example/live.m3u8?_HLS_msn=7&_HLS_part=0'
/** Timeouts hls.js uses for a part of a stream with a target duration of 4 s. */
const patience = { maxTimeToFirstByteMs: 3_200, maxLoadTimeMs: 3_200, timeoutRetry: null, errorRetry: null }

function load(directives: Partial<HlsUrlParameters> | null) {
	const callbacks = { onSuccess: vi.fn(), onError: vi.fn(), onTimeout: vi.fn() }
	const context = { url, responseType: 'text', deliveryDirectives: directives } as unknown as PlaylistLoaderContext
	const config: LoaderConfiguration = {
		loadPolicy: patience,
		maxRetry: 0,
		timeout: 3_200,
		retryDelay: 0,
		maxRetryDelay: 0,
	}
	const loader = new PlaylistLoader(Hls.DefaultConfig)
	loader.load(context, config, callbacks)
	return { callbacks, loader }
}

test('a late part is waited for, and requested again before the origin gives up', async () => {
	const { callbacks } = load({ msn: 7, part: 0 })
	await vi.advanceTimersByTimeAsync(4_000)
	expect(Request.all).toHaveLength(1)
	await vi.advanceTimersByTimeAsync(2_000)
	expect(Request.all.map(request => [request.url, request.isAborted])).toEqual([
		[url, true],
		[url, false],
	])
	Request.all[1]?.answer('#EXTM3U')
	expect(callbacks.onSuccess).toHaveBeenCalledTimes(1)
	expect(callbacks.onTimeout).not.toHaveBeenCalled()
})

test('a missing publisher is not waited for forever, and a closed player stops asking', async () => {
	const { callbacks } = load({ msn: 7, part: 0 })
	await vi.advanceTimersByTimeAsync(40_000)
	expect(callbacks.onTimeout).toHaveBeenCalledTimes(1)
	const { loader } = load({ msn: 7, part: 0 })
	loader.abort()
	const asked = Request.all.length
	await vi.advanceTimersByTimeAsync(10_000)
	expect(Request.all).toHaveLength(asked)
})

test('an available playlist is requested with the timeouts of hls.js', async () => {
	const { callbacks } = load(null)
	await vi.advanceTimersByTimeAsync(3_300)
	expect(callbacks.onTimeout).toHaveBeenCalledTimes(1)
	expect(Request.all).toHaveLength(1)
})
