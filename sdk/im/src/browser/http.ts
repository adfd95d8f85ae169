import type { Http } from '../core/environment.ts'

/** Uses `fetch`, or `XMLHttpRequest` in older browsers; sends the cookie of a guest, even to another origin. */
export const http: Http = async ({ method, url, headers = {}, body, last }) => {
	const sent = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
	if (typeof fetch === 'function') {
		const init: RequestInit = { method, headers: sent, keepalive: last ?? false, credentials: 'include' }
		const answer = await fetch(url, body === undefined ? init : { ...init, body })
		if (!answer.ok) throw failure(answer.status)
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
				: reject(failure(request.status))
		request.onerror = () => reject(new Error('network'))
		request.send(body ?? null)
	})
}
const failure = (status: number) => Object.assign(new Error(`status ${status}`), { status })
const parse = (text: string): unknown => (text ? JSON.parse(text) : {})
