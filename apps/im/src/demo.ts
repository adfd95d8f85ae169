import { encryptPassword } from '@parley/api'
import type { Environment } from '@parley/im-sdk'

/** The demo data from the server; only available where the demo runs. */
export interface Demo {
	appId: string
	group: string
	room: string
	password: string
	people: { name: string; userId: string; displayName: string }[]
}

type Http = Environment['http']

async function json(url: string, init?: RequestInit): Promise<unknown> {
	const answer = await fetch(url, init)
	if (!answer.ok) throw Object.assign(new Error(`${url}: ${answer.status}`), { status: answer.status })
	return answer.json()
}

export const loadDemo = async (): Promise<Demo> => (await json('/im/demo')) as Demo

/** The token of a sign-in, kept by the tab so that a reload is no other sign-in. */
const kept = (name: string) => `im-demo:${name}`

/** Signs a demo person in as the product's own page does. */
export async function signIn(name: string, password: string): Promise<string> {
	const before = sessionStorage.getItem(kept(name))
	if (before) return before
	// Two frames that open at once in a new browser get a cookie each, of which the later one stays: the other tries again.
	const bearer = await askSignIn(name, password).catch(() => askSignIn(name, password))
	sessionStorage.setItem(kept(name), bearer)
	return bearer
}

async function askSignIn(name: string, password: string): Promise<string> {
	const page = await (await fetch('/', { headers: { accept: 'text/html' } })).text()
	// Not parsed as a document: its styles would count as written into this one.
	const token = /name="csrf-token" content="([^"]+)"/.exec(page)?.[1]
	const iv = crypto.getRandomValues(new Uint8Array(16))
	const { data } = (await json('/auth/login?unauth&noErrorTip', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ name, password: encryptPassword(password, iv), _token: token }),
	})) as { data: { access_token: string } }
	return data.access_token
}

export const forgetSignIn = (name: string) => sessionStorage.removeItem(kept(name))

/**
 * HTTP of a signed-in person: the token server gives a member a token for themselves.
 * @param bearer the token of their newest sign-in
 */
export const httpOf =
	(bearer: () => string): Http =>
	({ method, url, headers, body }) =>
		json(url, {
			method,
			headers: {
				...headers,
				authorization: `Bearer ${bearer()}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body }),
		})
