/** Another app on the phone that issues proofs of identity. */
export type DemoIdentityApp = 'weixin' | 'apple' | 'dingtalk'

export interface TextMessage {
	at: number
	to: string
	text: string
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The routes the demo server has for the simulated phone. A server without demonstration data has none: all results are `undefined`. */
export function createDemoServer(fetch: Fetch) {
	async function request<T>(url: string, init?: RequestInit): Promise<T | undefined> {
		try {
			const response = await fetch(url, init)
			return response.ok ? ((await response.json()) as T) : undefined
		} catch {
			return undefined
		}
	}

	return {
		/** All text messages, newest first; `undefined` where they are sent through a real provider. */
		async inbox(): Promise<TextMessage[] | undefined> {
			return (await request<{ messages: TextMessage[] }>('/shell/inbox'))?.messages
		},
		/** A proof of identity of a person, as the other app would return it. */
		async identify(app: DemoIdentityApp, subject: string): Promise<string | undefined> {
			const init = {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ app, subject }),
			}
			return (await request<{ proof: string }>('/shell/identify', init))?.proof
		},
	}
}
export type DemoServer = ReturnType<typeof createDemoServer>
