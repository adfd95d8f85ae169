import type { Environment, Http, Locks, PageStatus } from '../core/environment.ts'
import { openSocketIo } from '../transport/socketIo.ts'
import { browserStorage } from './storage.ts'

/** A browser's page, as old as it may be; every part that is missing has something in its place. */
export function browserEnvironment(): Environment {
	return {
		now: () => Date.now(),
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
		randomBytes: count => crypto.getRandomValues(new Uint8Array(count)),
		storage: browserStorage(),
		tab: tabName(),
		locks: webLocks(),
		status,
		openTransport: openSocketIo,
		http,
		device: typeof navigator === 'undefined' ? '' : navigator.platform || navigator.userAgent,
		log: (text, details) => console.warn(`im: ${text}`, details),
	}
}

const status: PageStatus = {
	watch(listener) {
		if (typeof window === 'undefined') return () => {}
		const stops: (() => void)[] = []
		const listen = (target: EventTarget, name: string, handle: () => void) => {
			target.addEventListener(name, handle)
			stops.push(() => target.removeEventListener(name, handle))
		}
		listen(window, 'online', () => listener('online'))
		listen(window, 'offline', () => listener('offline'))
		listen(window, 'pageshow', () => listener('resumed'))
		listen(window, 'pagehide', () => listener('leaving'))
		listen(document, 'visibilitychange', () => listener(document.hidden ? 'leaving' : 'resumed'))
		return () => {
			for (const stop of stops) stop()
		}
	},
}

/** `fetch`, or before it was there `XMLHttpRequest`; with the cookie of a guest, also where the server has another origin. */
const http: Http = async ({ method, url, headers = {}, body, last }) => {
	const sent = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
	if (typeof fetch === 'function') {
		const init: RequestInit = { method, headers: sent, keepalive: last ?? false, credentials: 'include' }
		const answer = await fetch(url, body === undefined ? init : { ...init, body })
		if (!answer.ok) throw new Error(`status ${answer.status}`)
		return parse(await answer.text())
	}
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest()
		request.open(method, url)
		request.withCredentials = true
		for (const name of Object.keys(sent)) request.setRequestHeader(name, sent[name] as string)
		request.onload = () =>
			request.status >= 200 && request.status < 300
				? resolve(parse(request.responseText))
				: reject(new Error(`status ${request.status}`))
		request.onerror = () => reject(new Error('network'))
		request.send(body ?? null)
	})
}
const parse = (text: string): unknown => (text ? JSON.parse(text) : {})

/** Kept by the tab over its reloads. */
function tabName(): string | undefined {
	try {
		const kept = sessionStorage.getItem('im:tab')
		if (kept) return kept
		const made = Math.random().toString(36).slice(2, 12)
		sessionStorage.setItem('im:tab', made)
		return made
	} catch {
		return undefined
	}
}

function webLocks(): Locks | undefined {
	const manager = typeof navigator === 'undefined' ? undefined : navigator.locks
	if (!manager) return undefined
	return {
		acquire(name, { ifAvailable }) {
			let release = () => {}
			const released = new Promise<void>(resolve => {
				release = resolve
			})
			const waiting = new AbortController()
			const granted = new Promise<boolean>((resolve, reject) => {
				// A question that does not wait may not be taken back, says the standard.
				const options = ifAvailable ? { ifAvailable } : { signal: waiting.signal }
				manager
					.request(name, options, async lock => {
						resolve(lock !== null)
						if (lock) await released
					})
					.catch(reject)
			})
			return {
				granted,
				release() {
					waiting.abort()
					release()
				},
			}
		},
	}
}
