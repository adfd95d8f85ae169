import type { Environment, Locks, PageStatus } from '../core/environment.ts'
import { openSocketIo } from '../transport/socketIo.ts'
import { browserStorage } from './storage.ts'

/** Environment of a browser's page, however old; missing features are replaced. */
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
		// Not needed for messages.
		http: async request => (await import('./http.ts')).http(request),
		sentDevices,
		device: typeof navigator === 'undefined' ? '' : navigator.platform || navigator.userAgent,
		log: (text, ...details) => console.warn(`im: ${text}`, ...details),
	}
}

const sentDevices = new Set<string>()

const status: PageStatus = {
	watch(listener) {
		if (typeof window === 'undefined') return () => {}
		const watched = ['online', 'offline', 'pageshow', 'pagehide']
		const visibility = 'visibilitychange'
		const handle = ({ type }: Event) => {
			if (type === 'online' || type === 'offline') listener(type)
			else listener(type === 'pagehide' || (type !== 'pageshow' && document.hidden) ? 'leaving' : 'resumed')
		}
		document.addEventListener(visibility, handle)
		for (const name of watched) addEventListener(name, handle)
		return () => {
			document.removeEventListener(visibility, handle)
			for (const name of watched) removeEventListener(name, handle)
		}
	},
}

/** Kept by the tab across reloads. */
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
				// The standard does not allow a signal with `ifAvailable`.
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
