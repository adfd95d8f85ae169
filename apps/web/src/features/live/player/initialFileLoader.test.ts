import Hls, { type LoaderConfiguration, type LoaderContext } from 'hls.js/light'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InitialFileLoader } from './initialFileLoader.ts'
import type { InitialFile } from './initialFiles.ts'

const requested: string[] = []
beforeEach(() => {
	requested.length = 0
	vi.stubGlobal(
		'XMLHttpRequest',
		class {
			readyState = 0
			open = (_: string, url: string) => requested.push(url)
			send() {}
			abort() {}
		},
	)
})
afterEach(() => {
	vi.unstubAllGlobals()
	delete window.initialLive
})

const path = '/live/hls/s1/fluent/live.m3u8'
const text = '#EXTM3U'

function load(loaded: InitialFile['loaded'], { sentAt = performance.now(), responseType = 'text', url = path } = {}) {
	const files = new Map([[new URL(path, location.href).href, { sentAt, loaded }]])
	window.initialLive = { isSlow: true, files }
	const callbacks = { onSuccess: vi.fn(), onError: vi.fn(), onTimeout: vi.fn() }
	const config = { loadPolicy: { maxTimeToFirstByteMs: 1_000, maxLoadTimeMs: 1_000 } } as LoaderConfiguration
	const again = () => {
		const loader = new InitialFileLoader<LoaderContext>(Hls.DefaultConfig)
		loader.load({ url, responseType } as LoaderContext, config, callbacks)
		return loader
	}
	return { loader: again(), again, callbacks }
}
const file = async () => ({
	body: new TextEncoder().encode(text).buffer as ArrayBuffer,
	firstByteAt: 5,
	endedAt: 6,
})
const settle = () => new Promise(resolve => setTimeout(resolve, 5))

test('[LIVE-50] a file of the HTML is taken over once, with its own times; then it is requested', async () => {
	const sentAt = performance.now() - 2_000
	const { again, callbacks } = load(file(), { sentAt })
	await settle()
	const [response, stats] = callbacks.onSuccess.mock.calls[0] ?? []
	expect(response).toMatchObject({ data: text, code: 200 })
	expect(stats).toMatchObject({ loaded: text.length, loading: { start: sentAt, first: 5, end: 6 } })
	expect(requested).toEqual([])
	again()
	expect(requested).toEqual([path])
})

test('[LIVE-50] media is taken over as bytes, also by its absolute address', async () => {
	const { callbacks } = load(file(), { responseType: 'arraybuffer', url: new URL(path, location.href).href })
	await settle()
	expect(callbacks.onSuccess.mock.calls[0]?.[0].data).toHaveProperty('byteLength', text.length)
})

test('[LIVE-50] a file that failed or is old is requested', async () => {
	load(Promise.reject(new Error('503')))
	await settle()
	expect(requested).toEqual([path])
	load(file(), { sentAt: performance.now() - 11_000 })
	expect(requested).toEqual([path, path])
})

test('[LIVE-50] a loader that was stopped delivers nothing', async () => {
	const { loader, callbacks } = load(file())
	loader.abort()
	await settle()
	expect([callbacks.onSuccess.mock.calls, requested]).toEqual([[], []])
})
