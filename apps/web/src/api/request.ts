import { type Call, methodOf, needsToken, pathOf } from '@parley/api'

/** What a request needs to know of the page and the person. */
export interface RequestContext {
	/** Where the calls live; empty is this site (HTTP-01, HTTP-02). */
	baseUrl: string
	csrfToken: string | undefined
	companyId: string | undefined
	accessToken: string | undefined
}

export interface HttpRequest {
	url: string
	method: string
	headers: Record<string, string>
	body: string | undefined
}

/** The request of a call: path and query filled in, company, bearer and token where they belong. */
export function buildRequest(
	call: Call,
	input: unknown,
	sender: RequestContext,
	marks: readonly string[],
): HttpRequest {
	const method = methodOf(call.route)
	const fields = { ...(call.input.encode(input) as Record<string, unknown>) }
	const path = pathOf(call.route).replace(/:(\w+)/g, (_, name: string) => {
		const value = fields[name]
		delete fields[name]
		return encodeURIComponent(String(value))
	})
	if (needsToken(call) && sender.csrfToken !== undefined) fields._token = sender.csrfToken

	const inQuery = method === 'GET' || method === 'DELETE'
	const url = sender.baseUrl.replace(/\/$/, '') + path + query(marks, inQuery ? fields : {})
	const headers: Record<string, string> = { accept: 'application/json' }
	// HTTP-03, HTTP-04: what a URL with `unauth` says, it says as nobody.
	if (!url.includes('unauth')) {
		if (sender.companyId) headers.corpId = sender.companyId
		if (sender.accessToken) headers.authorization = `Bearer ${sender.accessToken}`
	}
	if (inQuery) return { url, method, headers, body: undefined }
	return { url, method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) }
}

function query(marks: readonly string[], fields: Record<string, unknown>): string {
	const pairs = Object.entries(fields)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
	const parts = [...marks, ...pairs]
	return parts.length > 0 ? `?${parts.join('&')}` : ''
}
