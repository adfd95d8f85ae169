import { delays } from '@parley/core'

/** The request that the script in the HTML has sent for the first screen (app/initial/initialScript.ts). */
export interface InitialRequest {
	url: string
	headers: Record<string, string>
	/** Milliseconds since the epoch. */
	sentAt: number
	response: Promise<Response>
	abort(): void
}

declare global {
	interface Window {
		/** Removed when it is taken over, and when it fails before. */
		initialRequest?: InitialRequest | undefined
	}
}

/**
 * Fetches like `fetch`, but takes over the initial request once where it is the same. One with another URL, another header
 * (person, company), or older than a request may take is not used.
 */
export const fetchReusingInitialRequest: typeof fetch = (input, init = {}) => {
	const initial = globalThis.window?.initialRequest
	if (!initial || !isSame(initial, input, init) || Date.now() - initial.sentAt >= delays.requestMs) {
		return globalThis.fetch(input, init)
	}
	window.initialRequest = undefined
	init.signal?.addEventListener('abort', initial.abort)
	return initial.response
}

const isSame = ({ url, headers }: InitialRequest, input: RequestInfo | URL, init: RequestInit) =>
	init.method === 'GET' && input === url && JSON.stringify(init.headers) === JSON.stringify(headers)
