import { type Call, methodOf, needsToken, pathOf } from '@parley/api'

export interface RequestContext {
	/** Before the path of each call; empty for the origin of the page (HTTP-01, HTTP-02). */
	baseUrl: string
	csrfToken: string | undefined
	companyId: string | undefined
	accessToken: string | undefined
	/** The language of the page: messages from the server outside of it use the same one (JERR-04). */
	language: string
}

export interface HttpRequest {
	url: string
	method: string
	headers: Record<string, string>
	body: string | FormData | undefined
}

/** The request of a call, with path, query or body, company, bearer token and csrf token. */
export function buildRequest(
	call: Call,
	input: unknown,
	context: RequestContext,
	flags: readonly string[],
): HttpRequest {
	const method = methodOf(call.route)
	const fields = { ...(call.input.encode(input) as Record<string, unknown>) }
	const path = pathOf(call.route).replace(/:(\w+)/g, (_, name: string) => {
		const value = fields[name]
		delete fields[name]
		return encodeURIComponent(String(value))
	})
	if (needsToken(call) && context.csrfToken !== undefined) fields._token = context.csrfToken

	const inQuery = method === 'GET' || method === 'DELETE'
	const url = context.baseUrl.replace(/\/$/, '') + path + buildQuery(flags, inQuery ? fields : {})
	const headers: Record<string, string> = { accept: 'application/json' }
	// HTTP-03, HTTP-04: a URL with `unauth` carries neither company nor token.
	if (!url.includes('unauth')) {
		if (context.companyId) headers.corpId = context.companyId
		if (context.accessToken) headers.authorization = `Bearer ${context.accessToken}`
	}
	if (inQuery) return { url, method, headers, body: undefined }
	headers['accept-language'] = context.language
	// The browser writes the type itself, with the boundary between the parts.
	if (call.upload) return { url, method, headers, body: toForm(fields) }
	Object.assign(headers, { 'content-type': 'application/json' })
	return { url, method, headers, body: JSON.stringify(fields) }
}

function toForm(fields: Record<string, unknown>): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) {
		if (value instanceof Uint8Array) form.append(name, new Blob([value as Uint8Array<ArrayBuffer>]))
		else if (value !== undefined) form.append(name, String(value))
	}
	return form
}

function buildQuery(flags: readonly string[], fields: Record<string, unknown>): string {
	const pairs = Object.entries(fields)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
	const parts = [...flags, ...pairs]
	return parts.length > 0 ? `?${parts.join('&')}` : ''
}
