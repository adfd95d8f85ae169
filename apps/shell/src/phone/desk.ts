/** Another app on the phone that says who somebody is. */
export type VouchingApp = 'weixin' | 'apple' | 'dingtalk'

export interface TextMessage {
	at: number
	to: string
	text: string
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** What the server of the demo does for the phone; on a server without demonstration data there is nobody there. */
export function createDesk(fetch: Fetch) {
	async function asked<T>(url: string, init?: RequestInit): Promise<T | undefined> {
		try {
			const response = await fetch(url, init)
			return response.ok ? ((await response.json()) as T) : undefined
		} catch {
			return undefined
		}
	}

	return {
		/** Text messages sent to anybody, newest first; nothing where they really leave. */
		async inbox(): Promise<TextMessage[] | undefined> {
			return (await asked<{ messages: TextMessage[] }>('/shell/inbox'))?.messages
		},
		/** What the other app would hand back about a person. */
		async identify(app: VouchingApp, subject: string): Promise<string | undefined> {
			const init = {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ app, subject }),
			}
			return (await asked<{ proof: string }>('/shell/identify', init))?.proof
		},
	}
}
export type Desk = ReturnType<typeof createDesk>
