import { encryptPassword } from '@parley/api'
import type { ServerProcess } from '../../platform/testing/serverProcess.ts'
import { demoPassword } from '../people.ts'

/**
 * A signed-in person of the demo, with the credentials of their calls, valid on any later process with the same data.
 */
export interface DemoMember {
	csrfToken: string
	headers: Record<string, string>
}

/** @param name that of the account */
export async function signInAs(server: ServerProcess, name: string): Promise<DemoMember> {
	const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
	const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
	const csrfToken = /name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? ''
	const headers = { cookie, 'content-type': 'application/json' }
	const answer = await fetch(server.url('/auth/login?unauth'), {
		method: 'POST',
		headers,
		body: JSON.stringify({ name, password: encryptPassword(demoPassword, new Uint8Array(16)), _token: csrfToken }),
	})
	const { data } = (await answer.json()) as { data: { access_token: string } }
	return { csrfToken, headers: { ...headers, authorization: `Bearer ${data.access_token}` } }
}
