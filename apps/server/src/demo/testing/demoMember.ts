import { encryptPassword } from '@parley/api'
import type { EnterRequest } from '@parley/room'
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

/** Makes a call of a member; returns its answer, which may refuse. */
export async function callAs(server: ServerProcess, { headers, csrfToken }: DemoMember, path: string, input: object) {
	const body = JSON.stringify({ ...input, _token: csrfToken })
	const answer = await fetch(server.url(path), { method: 'POST', headers, body })
	return (await answer.json()) as { code: number; data?: Record<string, unknown>; message?: string }
}

/** Makes a call of a member; returns its `data`. @throws if it is refused */
async function dataOf(...call: Parameters<typeof callAs>) {
	const { data, ...rest } = await callAs(...call)
	if (!data) throw new Error(`${call[2]}: ${JSON.stringify(rest)}`)
	return data
}

/** Schedules a meeting that begins in two minutes, with further `fields` of the wire; returns its id. */
export async function scheduleAs(server: ServerProcess, member: DemoMember, fields: object = {}): Promise<string> {
	const start = new Date(Date.now() + 120_000).toLocaleString('sv', { timeZone: 'Asia/Shanghai' })
	const input = { meeting_topic: 'Two servers', start_time: start, duration: 3_600, host_pwd: 'host-1234', ...fields }
	return String((await dataOf(server, member, '/meeting/meetings', input)).meeting_id)
}

/** Joins a meeting; returns the ticket with which a socket enters its room. */
export async function joinAs(server: ServerProcess, member: DemoMember, meetingId: string): Promise<EnterRequest> {
	const input = { meetingId, display_name: 'Somebody', action: 'webJoin' }
	const { rtc_join_url: url } = await dataOf(server, member, '/meeting/joinMeeting', input)
	const ticket = String(url).split('#ticket=')[1]
	if (!ticket) throw new Error(`no ticket: ${url}`)
	return { kind: 'ticket', ticket }
}
