import { randomBytes } from 'node:crypto'
import { encryptPassword } from '@parley/api'
import { CompanyId, SiteId } from '@parley/core'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { createApp, createAuthenticate, csrf, handleErrors, registerCalls } from '../apps/server/src/http/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { createUnlimitedRateLimit } from '../apps/server/src/platform/testing/unlimitedRateLimit.ts'
import { createTestInstance, median, secrets } from './testInstance.ts'

export const name = 'HTTP: signing in, the list and a join, against a bare route'

const site = v.parse(SiteId, 'bench-site')
const company = v.parse(CompanyId, 'bench-company')
const browser = 'bench-browser'
const runs = 300

export async function run() {
	const { database, modules } = await createTestInstance({ memory: true })
	await sql`insert into sites (id, host, is_default, name, settings, created_at) values (${site}, 'localhost', 1, 'bench', '{}', 0)`.execute(
		database.db,
	)
	await sql`insert into companies (id, site_id, name, type, created_at) values (${company}, ${site}, 'bench', 1, 0)`.execute(
		database.db,
	)
	await modules.accounts.create({
		siteId: site,
		companyId: company,
		name: 'bench',
		displayName: 'Bench',
		password: 'Parley-2026',
		userType: 1,
	})
	const guard = csrf(secrets.csrf)
	const app = await createApp({ log: createLog('silent'), tls: undefined, trustProxy: false })
	handleErrors(app)
	registerCalls(app, Object.values(modules.http), {
		authenticate: createAuthenticate(modules.sites, modules.sessions),
		csrf: guard,
		createRateLimit: createUnlimitedRateLimit,
		clock: systemClock,
	})
	const bare = Fastify()
	bare.post('/bare', async () => ({ code: 200, data: {} }))
	await Promise.all([app.listen({ port: 0, host: '127.0.0.1' }), bare.listen({ port: 0, host: '127.0.0.1' })])

	const ask = client(app, guard.issue(browser, Date.now()))
	const token = ((await ask('/auth/login?unauth', login())) as { access_token: string }).access_token
	const { meeting_id } = (await ask('/meeting/meetings', meeting(), token)) as { meeting_id: string }
	const join = { meetingId: meeting_id, display_name: 'Bench', action: 'webJoin' }
	const bareUrl = `${addressOf(bare)}/bare`

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
	await Promise.all([app.close(), bare.close()])
	await database.close()
	return [{ title: 'One client, one request at a time, loopback, SQLite', rows }]
}

const json = { 'content-type': 'application/json' }
const login = () => ({
	name: 'bench',
	password: encryptPassword('Parley-2026', randomBytes(16)),
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
const addressOf = (app: FastifyInstance) => app.listeningOrigin

function client(app: FastifyInstance, csrfToken: string) {
	return async (path: string, body?: object, token?: string): Promise<unknown> => {
		const response = await fetch(`${addressOf(app)}${path}`, {
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
