import { randomBytes } from 'node:crypto'
import { encryptPassword } from '@parley/api'
import { account, type BenchApp, browser, startBenchApp } from './http/benchApp.ts'
import { connections, measureLoad, members, rounds } from './http/load.ts'
import { median } from './testInstance.ts'

export const name = 'HTTP: sign-in, list and join compared with a bare route'

const runs = 300

export async function run() {
	return [
		{ title: 'One client, one request at a time, loopback, SQLite', rows: await measureOneClient() },
		{
			title: `${connections} connections of ${members} members, loopback, SQLite, best of ${rounds} rounds`,
			rows: await measureLoad(),
			notes: [
				'Goal: 0.4 of the bare route for unchanged data, 0.2 after a change, p99 at most 4 times that of the bare route.',
				'"Each after a change": each request first updates a meeting, which also fires the triggers. "To bare" compares with a bare route that makes the same change in the same database before it returns a prepared answer, so that both sides include the cost of the change; "to plain bare" compares with a bare route without changes. Concurrent requests of one member share a read, so the last row uses one member per connection. SQLite runs in memory, so the figures include no disk.',
			],
		},
	]
}

async function measureOneClient() {
	const server = await startBenchApp({ memory: true })
	const ask = client(server)
	const token = ((await ask('/auth/login?unauth', login())) as { access_token: string }).access_token
	const { meeting_id } = (await ask('/meeting/meetings', meeting(), token)) as { meeting_id: string }
	const join = { meetingId: meeting_id, display_name: 'Bench', action: 'webJoin' }
	const bareUrl = `${server.bareOrigin}/bare`

	const reference = await timed(() => fetch(bareUrl, { method: 'POST', headers: json, body: '{}' }).then(drain))
	const steps: [string, () => Promise<unknown>, number][] = [
		['list of the day', () => ask('/meeting/users/meetings?page=1', undefined, token), runs],
		['join', () => ask('/meeting/joinMeeting', join, token), runs],
		['sign in (argon2id)', () => ask('/auth/login?unauth', login()), 40],
	]
	const rows: Record<string, string | number>[] = [
		{ step: 'bare route', 'ms (median)': reference.toFixed(3), ratio: 1 },
	]
	for (const [step, act, times] of steps) {
		const ms = await timed(act, times)
		rows.push({ step, 'ms (median)': ms.toFixed(3), ratio: (ms / reference).toFixed(1) })
	}
	await server.stop()
	return rows
}

const json = { 'content-type': 'application/json' }
const login = () => ({
	name: account.name,
	password: encryptPassword(account.password, randomBytes(16)),
	captcha: '',
	auto_login: 1,
})
const meeting = () => ({
	meeting_topic: 'Bench',
	start_time: '2030-01-01 09:00:00',
	duration: 3600,
	host_pwd: 'Host-2026',
})
const drain = (response: Response) => response.text()

function client({ origin, csrfToken }: BenchApp) {
	return async (path: string, body?: object, token?: string): Promise<unknown> => {
		const response = await fetch(`${origin}${path}`, {
			method: body ? 'POST' : 'GET',
			headers: {
				cookie: `parley_browser=${browser}`,
				...(body && json),
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			...(body && { body: JSON.stringify({ ...body, _token: csrfToken }) }),
		})
		const answer = (await response.json()) as { code: number; data: unknown }
		if (answer.code !== 200 && answer.code !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`)
		return answer.data
	}
}

async function timed(act: () => Promise<unknown>, times = runs): Promise<number> {
	for (let i = 0; i < Math.min(times, 50); i++) await act()
	const taken: number[] = []
	for (let i = 0; i < times; i++) {
		const start = performance.now()
		await act()
		taken.push(performance.now() - start)
	}
	return median(taken)
}
