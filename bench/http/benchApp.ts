import { formatWireDay, parseWireTime, UserId } from '@parley/core'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import {
	addSecurityHeaders,
	createApp,
	createAuthenticate,
	csrf,
	handleErrors,
	measureRequests,
	registerCalls,
} from '../../apps/server/src/http/index.ts'
import { createSqlMeetingStore, type NewMeetingRow } from '../../apps/server/src/modules/meeting/index.ts'
import { callsOf } from '../../apps/server/src/modules/nouns.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { createUnlimitedRateLimit } from '../../apps/server/src/platform/testing/unlimitedRateLimit.ts'
import { company, meetingRow, perDay, secondsApart, site, zone } from '../meetings.ts'
import { createTestInstance, secrets } from '../testInstance.ts'

const viewers = 50

/** Marks requests that are preceded by a change of a meeting. */
export const changeHeader = 'x-bench-change'
export const browser = 'bench-browser'
export const account = { name: 'bench', password: 'Parley-2026' }

/**
 * Starts the server's calls, with the meetings of a day and members who list them, and a bare Fastify for comparison.
 */
export async function startBenchApp(place: Parameters<typeof createTestInstance>[0]) {
	const { database, nouns } = await createTestInstance(place)
	await sql`insert into sites (id, host, is_default, name, settings, created_at) values (${site}, 'localhost', 1, 'bench', '{}', 0)`.execute(
		database.db,
	)
	await sql`insert into companies (id, site_id, name, type, created_at) values (${company}, ${site}, 'bench', 1, 0)`.execute(
		database.db,
	)
	await nouns.account.accounts.create({
		siteId: site,
		companyId: company,
		...account,
		displayName: 'Bench',
		userType: 1,
	})
	const tokens: string[] = []
	for (let n = 0; n < viewers; n++) {
		const id = v.parse(UserId, `bench-viewer-${n}`)
		await sql`insert into users (id, site_id, name, name_key, display_name, created_at) values (${id}, ${site}, ${id}, ${id}, 'Viewer', 0)`.execute(
			database.db,
		)
		await sql`insert into memberships (user_id, company_id, user_type, is_default) values (${id}, ${company}, 1, 1)`.execute(
			database.db,
		)
		const { token } = await nouns.session.sessions.createSession(id, site, true)
		tokens.push(token)
	}
	const meetings = Array.from({ length: 2 * perDay }, (_, n) => aMeeting(n))
	await createSqlMeetingStore(database.db).insertMany(meetings)

	const guard = csrf(secrets.csrf)
	const app = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies: 0 })
	measureRequests(app)
	addSecurityHeaders(app)
	handleErrors(app, nouns.site.sites)
	changeWhenAsked(app, database.db)
	registerCalls(app, Object.values(callsOf(nouns)), {
		authenticate: createAuthenticate(nouns.site.sites, nouns.session.sessions),
		csrf: guard,
		knownDevices: nouns.account.knownDevices,
		browsersPerAddress: 100,
		createRateLimit: createUnlimitedRateLimit,
		clock: systemClock,
	})
	await app.listen({ port: 0, host: '127.0.0.1' })
	const origin = app.listeningOrigin
	const paths = { list: '/meeting/users/meetings?page=1', detail: `/meeting/meetings/${meetings[0]?.meetingId}` }
	const bare = await startBare(origin, paths, tokens[0] ?? '', database.db)

	return {
		origin,
		bareOrigin: bare.listeningOrigin,
		paths,
		tokens,
		csrfToken: guard.issue(browser, Date.now()),
		async stop() {
			await Promise.all([app.close(), bare.close()])
			await database.close()
		},
	}
}
export type BenchApp = Awaited<ReturnType<typeof startBenchApp>>

/** Set by Node for every response. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** Changes a meeting, and with it the version of the company's meetings, before a request with `changeHeader` is answered. */
function changeWhenAsked(app: FastifyInstance, db: Db) {
	app.addHook('onRequest', async request => {
		if (request.headers[changeHeader] === undefined) return
		await sql`update meetings set updated_at = updated_at + 1 where id = 'bench-0'`.execute(db)
	})
}

/**
 * A bare Fastify whose routes return the same answers as the server's calls, with the same headers, and make the same
 * changes.
 */
async function startBare(origin: string, paths: BenchApp['paths'], token: string, db: Db): Promise<FastifyInstance> {
	const bare = Fastify()
	changeWhenAsked(bare, db)
	for (const path of Object.values(paths)) {
		const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
		const answer = (await response.json()) as { code: number }
		if (answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
		const headers = Object.fromEntries([...response.headers].filter(([name]) => !ownHeaders.includes(name)))
		bare.get(new URL(path, origin).pathname, async (_, reply) => reply.headers(headers).send(answer))
	}
	bare.post('/bare', async () => ({ code: 200, data: {} }))
	await bare.listen({ port: 0, host: '127.0.0.1' })
	return bare
}

/** The first half are one-off meetings of today, half an hour apart, the other half daily series. */
function aMeeting(n: number): NewMeetingRow {
	const startOfDay = parseWireTime(formatWireDay(Date.now(), zone), zone) ?? 0
	const second = (n % perDay) * secondsApart
	const series = n >= perDay && { isRecurring: true, repeatType: 1, repeatSecond: second }
	return meetingRow(n, { startAt: startOfDay + second * 1000, ...series })
}
