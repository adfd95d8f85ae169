import { encryptPassword } from '../../contracts/api/src/index.ts'
import { type ParleyServer, startServer } from '../fixtures/server.ts'

/** One attack of `npm run attack`; each file exports `attack`. Bounded, and against its own servers on this machine. */
export interface Attack {
	/** Description of the attack, for the table of SECURITY.md. */
	tried: string
	run(): Promise<Outcome>
}

export interface Outcome {
	/** Outcome, with figures. */
	result: string
	/** True if the product behaved as SECURITY.md promises. */
	holds: boolean
}

const demoPassword = 'Parley-2026'

/** Starts a server that trusts one proxy in front: the last address of X-Forwarded-For is that of the client. */
export const behindProxy = { PARLEY_TRUST_PROXY: '127.0.0.1' }

export async function withServer<T>(
	env: Record<string, string>,
	run: (server: ParleyServer) => Promise<T>,
): Promise<T> {
	const server = await startServer(env)
	try {
		return await run(server)
	} finally {
		await server.dispose()
	}
}

/** Answer of a call: the code in the body, else the HTTP status. */
export interface Answer {
	http: number
	code: number
	// biome-ignore lint/suspicious/noExplicitAny: data from the wire
	data: any
}

/** A browser without a page: a cookie jar and the token of the page it has loaded. */
export class Client {
	readonly cookies = new Map<string, string>()
	#csrfToken = ''
	accessToken: string | undefined
	readonly #url: string
	readonly #headers: () => Record<string, string>

	/** @param headers sent with everything, such as the address a proxy adds */
	constructor(url: string, headers: () => Record<string, string> = () => ({})) {
		this.#url = url
		this.#headers = headers
	}

	get cookieHeader() {
		return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	}

	/** Loads the page, for its cookie and its token. */
	async visit(): Promise<this> {
		const response = await this.#fetch('/', { headers: { accept: 'text/html' } })
		this.#csrfToken = /name="csrf-token" content="([^"]*)"/.exec(await response.text())?.[1] ?? ''
		return this
	}

	async post(path: string, fields: object): Promise<Answer> {
		return await this.call('POST', path, fields)
	}

	/** Makes a state-changing call. */
	async call(method: 'POST' | 'PATCH', path: string, fields: object): Promise<Answer> {
		return await this.#answer(path, {
			method,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ ...fields, _token: this.#csrfToken }),
		})
	}

	async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
		return await this.#answer(path, { headers })
	}

	async #answer(path: string, init: RequestInit): Promise<Answer> {
		const response = await this.#fetch(path, init)
		const text = await response.text()
		const body = text.startsWith('{') ? JSON.parse(text) : {}
		return { http: response.status, code: body.code ?? response.status, data: body.data }
	}

	async #fetch(path: string, init: RequestInit): Promise<Response> {
		const response = await fetch(this.#url + path, {
			...init,
			headers: {
				accept: 'application/json',
				...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
				...(this.accessToken && { authorization: `Bearer ${this.accessToken}` }),
				...this.#headers(),
				...init.headers,
			},
			signal: AbortSignal.timeout(30_000),
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			this.cookies.set(name, value)
		}
		return response
	}
}

/** Tries to sign in with a name and a password, as the page does. */
export const login = (client: Client, name: string, password = demoPassword): Promise<Answer> =>
	client.post('/auth/login?unauth&noErrorTip', {
		name,
		password: encryptPassword(password, new Uint8Array(16).fill(7)),
	})

/** Signs the client in as a person of the demo. */
export async function signIn(client: Client, name: string): Promise<Client> {
	client.accessToken = (await login(client, name)).data?.access_token
	return client
}

/** Counts answers by code, most frequent first: `803 × 20, 1901 × 4`. */
export function countCodes(answers: Answer[]): string {
	const counts = new Map<number, number>()
	for (const { code } of answers) counts.set(code, (counts.get(code) ?? 0) + 1)
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.map(([code, count]) => `${code} × ${count}`)
		.join(', ')
}
