import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { encryptPassword, type IdentityEnvelope, signEnvelope } from '@parley/api'
import { CompanyId, type MeetingId, parseWireTime, SiteId, UserId } from '@parley/core'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import * as v from 'valibot'
import { logAccess } from '../http/accessLog.ts'
import { createApp } from '../http/app.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import { browserOf, csrf } from '../http/csrf.ts'
import { deviceCookie } from '../http/deviceCookie.ts'
import { handleErrors } from '../http/errorHandler.ts'
import { serveHealth } from '../http/health.ts'
import { imGuestCookie } from '../http/imGuestCookie.ts'
import { serveNoSupport } from '../http/noSupport.ts'
import { servePage } from '../http/page.ts'
import { serveNouns } from '../http/serveNouns.ts'
import { createSqlAccountStore } from '../modules/account/index.ts'
import { createSqlChallengeStore } from '../modules/challenge/index.ts'
import { createSqlCompanyStore } from '../modules/company/index.ts'
import {
	createFakeLiveEngine,
	createFakeMeetingPublisher,
	type FakeLiveEngine,
	type FakeMeetingPublisher,
} from '../modules/live/fixtures.ts'
import type { LiveEngine } from '../modules/live/index.ts'
import { listNouns, type Nouns, openNouns } from '../modules/nouns.ts'
import { createFakeEngine } from '../modules/room/fixtures.ts'
import { createSqlSiteStore, SiteSettings } from '../modules/site/index.ts'
import { createSimulatedInbox, type SimulatedInbox } from '../modules/sms/index.ts'
import { createTestIssuer, type TestIssuer } from '../modules/social/fixtures.ts'
import type { TrustedProxies } from '../platform/clientAddress.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { type OpenDatabase, openDatabase } from '../platform/database.ts'
import { addSecurityHeaders } from '../platform/http/headers.ts'
import { hashToken, randomIds } from '../platform/ids.ts'
import { createLog, createLogWithoutRedaction } from '../platform/log.ts'
import { hashPassword } from '../platform/passwords.ts'
import { createMemoryRateLimits } from '../platform/rateLimit.ts'
import { createManualClock, type ManualClock } from '../platform/testing/index.ts'
import { createUnlimitedRateLimit } from '../platform/testing/unlimitedRateLimit.ts'

export const zone = 'Asia/Shanghai'
/** Ten in the morning of a Tuesday where the sites are. */
export const startOfTest = parseWireTime('2026-03-10 10:00:00', zone) as number
export const hostA = 'a.example'
export const hostB = 'b.example'
export const accountPassword = 'right-horse-42'
const passwordHash = hashPassword(accountPassword)
/** Password of olga's account in the corporate directory. */
export const corporatePassword = 'corporate-horse-7'
const corporateHash = hashPassword(corporatePassword)

const siteId = (id: string) => v.parse(SiteId, id)
const companyId = (id: string) => v.parse(CompanyId, id)

interface TestPerson {
	name: string
	site: 'A' | 'B'
	companies: Record<string, number>
	/** A Chinese number. */
	mobile?: string
	source?: string
	isIncomplete?: true
}

/** Test data: site A with companies X and Y and the personal edition P, site B with Z. */
const people = [
	{ name: 'anna', site: 'A', companies: { X: 1 } },
	{ name: 'ben', site: 'A', companies: { X: 1 } },
	{ name: 'admin', site: 'A', companies: { X: 0 } },
	{ name: 'owner', site: 'A', companies: { X: 7 } },
	{ name: 'sees-all', site: 'A', companies: { X: 6 } },
	{ name: 'scanner', site: 'A', companies: { X: 5 } },
	{ name: 'both', site: 'A', companies: { X: 1, Y: 1 } },
	{ name: 'yves', site: 'A', companies: { Y: 0 } },
	{ name: 'zoe', site: 'B', companies: { Z: 0 }, mobile: '13800138000' },
	{ name: 'mona', site: 'A', companies: { P: 1 }, mobile: '13800138000' },
	{ name: 'mick', site: 'A', companies: { P: 1 } },
	{ name: 'olga', site: 'A', companies: { X: 1 }, source: 'OA' },
	{ name: 'otto', site: 'A', companies: { X: 1 }, source: 'OA', mobile: '13800138002' },
	{ name: 'fresh', site: 'A', companies: { P: 1 }, mobile: '13800138003', isIncomplete: true },
	{ name: 'lone', site: 'A', companies: {}, mobile: '13800138004' },
] as const satisfies TestPerson[]
export type PersonName = (typeof people)[number]['name']

export interface Reply {
	http: number
	code: number | undefined
	message: string | undefined
	// biome-ignore lint/suspicious/noExplicitAny: what came over the wire, looked into by the tests
	data: any
	headers: Record<string, unknown>
	text: string
}

export interface SendOptions {
	/** Another `_token`, or none. */
	csrf?: string | null
	bearer?: string | undefined
	corpId?: string | undefined
	headers?: Record<string, string>
}

/** A browser with a page open. */
export interface TestClient {
	host: string
	address: string
	cookie: string
	/** The cookie by which the server recognises this device; kept and sent as a browser does. */
	deviceCookie: string | undefined
	/** Which guest of messaging it is; kept and sent likewise. */
	imGuestCookie: string | undefined
	csrfToken: string
	token: string | undefined
	corpId: string | undefined
	/** @param fields a `FormData` is sent as one */
	send(route: string, fields?: object, options?: SendOptions): Promise<Reply>
	/** Loads the page again, for a fresh `_token`. */
	reload(): Promise<void>
}

export interface TestServer {
	app: FastifyInstance
	nouns: Nouns
	database: OpenDatabase
	/** Folder of uploaded pictures. */
	pictureFolder: string
	/** The engine of broadcasts. */
	liveEngine: FakeLiveEngine
	meetingPublisher: FakeMeetingPublisher
	/** Enabled broadcast sources; may be changed. */
	ways: { rtmp: boolean; phone: boolean }
	clock: ManualClock
	/** Receives text messages. */
	inbox: SimulatedInbox
	/** The code in the newest text message. */
	newestCode(): string
	/** The `captcha` field of a browser that solved a challenge; valid for one call. */
	pass(client: TestClient): Promise<string>
	/** The device maker. */
	issuer: TestIssuer
	/** An identity signed by the shell of a site. */
	envelope(fields: Partial<IdentityEnvelope>, site?: 'A' | 'B'): string
	/** Durations for which answers were delayed; nothing actually waits. */
	pauses: readonly number[]
	/** Everything that was logged. */
	logged: () => string
	visit(at?: { host?: string; address?: string }): Promise<TestClient>
	signIn(name: PersonName, at?: { host?: string; address?: string }): Promise<TestClient>
	set(site: 'A' | 'B', settings: Partial<SiteSettings>): Promise<void>
	close(): Promise<void>
}

let addresses = 0

export interface TestServerOptions {
	capacity?: number
	database?: OpenDatabase
	/** False: the `rateLimit` of calls is off. The limits of services stay. */
	callLimits?: boolean
	trustedProxies?: TrustedProxies
	/** Engine that accepts broadcasts, in place of the one without media. */
	engine?: LiveEngine
	/** Scheme and host of an outside origin of broadcasts. */
	liveOrigin?: string
	livekitUrl?: string
	/** The server takes the database for one with the demo, whose routes are not served. */
	isDemo?: boolean
	/** There are edges in front of lives. */
	liveEdgeSecret?: string
}

/** The whole server without sockets: the real HTTP edge, real modules, database in memory, manual clock, no media. */
export async function createTestServer({
	capacity = 12,
	database,
	callLimits = true,
	trustedProxies = 0,
	engine,
	liveOrigin,
	livekitUrl,
	isDemo = false,
	liveEdgeSecret,
}: TestServerOptions = {}): Promise<TestServer> {
	const store = database ?? (await openDatabase({ memory: true }))
	const clock = createManualClock(startOfTest)
	await fill(store)

	const lines: string[] = []
	const sink = new Writable({ write: (chunk, _, next) => next(void lines.push(String(chunk))) })
	const log = createLog('debug', sink)
	const secret = 'A'.repeat(43)
	const issuer = createTestIssuer(clock)
	const inbox = createSimulatedInbox({ clock, log, isDemo: false })
	const pauses: number[] = []
	const createRateLimit = createMemoryRateLimits()
	const liveEngine = createFakeLiveEngine()
	const meetingPublisher = createFakeMeetingPublisher()
	const ways = { rtmp: true, phone: true }
	const dataFolder = mkdtempSync(join(tmpdir(), 'parley-test-'))
	const pictureFolder = join(dataFolder, 'pictures')
	const settings = readConfig({ PARLEY_DATA: dataFolder, MEDIA_MAX_PARTICIPANTS: String(capacity) })
	if (!settings.ok) throw new Error(settings.failure.join())
	const config: Config = { ...settings.value, live: { ...settings.value.live, edgeSecret: liveEdgeSecret } }
	const nouns = openNouns(
		{
			config,
			db: store.db,
			clock,
			elapsedMs: clock.now,
			ids: randomIds,
			createRateLimit,
			log,
			secrets: {
				csrf: secret,
				roomTokens: secret,
				smsCodes: secret,
				knownDevices: secret,
				imTokens: secret,
				relay: secret,
			},
			pause: async ms => void pauses.push(ms),
			isDemo,
		},
		{
			smsSender: inbox,
			verifyIdentityToken: issuer.verify,
			mediaEngine: createFakeEngine(),
			liveMedia: {
				engine: engine ?? liveEngine.engine,
				meetingPublisher: meetingPublisher.port,
				takesPhones: () => ways.phone,
				rtmpUrlAt: origin => (ways.rtmp ? `rtmp://${new URL(origin).hostname}/live` : undefined),
				start() {},
				stop() {},
			},
		},
	)
	const { sites } = nouns.site
	const app = await createApp({ log, tls: undefined, trustedProxies })
	logAccess(app, createLogWithoutRedaction('debug', sink))
	const guard = csrf(secret)
	addSecurityHeaders(app)
	handleErrors(app, sites)
	serveHealth(app, {
		database: store.ping,
		disk: async () => true,
		components: [{ name: 'media', check: async () => true }],
	})
	await serveNouns(app, listNouns(nouns), {
		edge: { registry: new Registry(), browserOf },
		callDeps: {
			authenticate: createAuthenticate(sites, nouns.session.sessions),
			csrf: guard,
			knownDevices: nouns.account.knownDevices,
			createRateLimit: callLimits ? createRateLimit : createUnlimitedRateLimit,
			browsersPerAddress: 100,
			clock,
		},
	})
	serveNoSupport(app, sites)
	const webFolder = aWebFolder()
	const shellFolder = join(webFolder, 'no-shell')
	await servePage(app, {
		webFolder,
		shellFolder,
		sites,
		csrf: guard,
		clock,
		devServer: undefined,
		liveOrigin,
		livekitUrl,
	})

	const visit: TestServer['visit'] = ({
		host = hostA,
		address = `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
	} = {}) => openPage(app, host, address)
	const testServer: TestServer = {
		app,
		nouns,
		database: store,
		pictureFolder,
		liveEngine,
		meetingPublisher,
		ways,
		clock,
		inbox,
		newestCode() {
			const [code] = /\d{6}/.exec(inbox.recent()[0]?.text ?? '') ?? []
			if (code === undefined) throw new Error('no text message with a code')
			return code
		},
		async pass({ host, address, cookie }) {
			const challenges = createSqlChallengeStore(store.db)
			const captcha = randomIds.secret()
			const id = randomIds.row('ch')
			const asker = { siteId: siteId(host === hostB ? 'B' : 'A'), browser: cookie.split('=')[1] ?? '', address }
			const times = { issuedAt: clock.now(), expiresAt: clock.now() + 60_000 }
			await challenges.insert({ ...asker, ...times, id, sessionId: 'session-1', answerLeft: 1, salt: 'salt' })
			await challenges.claimChallenge({ ...asker, id, sessionId: 'session-1' }, clock.now())
			await challenges.savePass(id, { hash: hashToken(captcha), expiresAt: clock.now() + 60_000 })
			return captcha
		},
		issuer,
		envelope: (fields, site = 'A') =>
			signEnvelope({ at: clock.now(), nonce: randomIds.secret(), ...fields }, shellSecrets[site]),
		pauses,
		logged: () => lines.join(''),
		visit,
		async signIn(name, at = {}) {
			const client = await visit({ host: name === 'zoe' ? hostB : hostA, ...at })
			// A challenge may be open after what a test did before.
			const fields = { ...loginFields(name), captcha: await testServer.pass(client) }
			const reply = await client.send('POST /auth/login?unauth&noErrorTip', fields)
			if (reply.code !== 200) throw new Error(`sign-in of ${name}: ${reply.text}`)
			client.token = reply.data.access_token
			return client
		},
		async set(site, settings) {
			const { settings: before } = await sites.find(siteId(site))
			await createSqlSiteStore(store.db).saveSettings(siteId(site), { ...before, ...settings })
			sites.clearCache()
		},
		async close() {
			await app.close()
			await store.close()
			rmSync(webFolder, { recursive: true })
			rmSync(dataFolder, { recursive: true })
		},
	}
	return testServer
}

const iv = new Uint8Array(16).fill(7)
export const loginFields = (name: string, password = accountPassword) => ({
	name,
	password: encryptPassword(password, iv),
})

/** The secret each site shares with its shell. */
export const shellSecrets = { A: 'a'.repeat(43), B: 'b'.repeat(43) }

async function fill({ db }: OpenDatabase) {
	const sites = createSqlSiteStore(db)
	const settings = v.parse(SiteSettings, {})
	await sites.insert({ id: siteId('A'), host: hostA, name: 'A', isDefault: true, settings }, 1)
	await sites.insert({ id: siteId('B'), host: hostB, name: 'B', isDefault: false, settings }, 2)
	for (const [at, [id, site]] of Object.entries({ X: 'A', Y: 'A', Z: 'B', P: 'A' }).entries()) {
		const company = { id: companyId(id), siteId: siteId(site), name: `Company ${id}`, type: id === 'P' ? 2 : 1 }
		await createSqlCompanyStore(db).insert(company, at)
	}
	const accounts = createSqlAccountStore(db)
	for (const site of ['A', 'B'] as const) await sites.saveShellSecret(siteId(site), shellSecrets[site])
	for (const { name, site, companies, mobile, source, isIncomplete } of people as readonly TestPerson[]) {
		const id = v.parse(UserId, `u-${name}`)
		const names = { id, siteId: siteId(site), name, displayName: `Display ${name}` }
		const nothingMore = {
			corporateHash: name === 'olga' ? await corporateHash : null,
			mobile: mobile ?? null,
			mobileCode: mobile === undefined ? null : '86',
			source: source ?? null,
			picture: null,
			lastCompanyId: null,
		}
		await accounts.insert({ ...names, passwordHash: await passwordHash, isComplete: !isIncomplete, ...nothingMore }, 1)
		for (const [at, [company, userType]] of Object.entries(companies).entries()) {
			await accounts.addMembership({ userId: id, companyId: companyId(company), userType, isDefault: at === 0 })
		}
	}
}

function aWebFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
	writeFileSync(
		join(folder, 'index.html'),
		'<!doctype html><html><head><!--parley:head--><script>first()</script><script type="module" crossorigin src="/assets/main.js"></script></head><body><link rel="stylesheet" crossorigin href="/assets/style-2.css" data-critical="/assets/critical-2.css"></body></html>',
	)
	mkdirSync(join(folder, 'assets'))
	writeFileSync(join(folder, 'assets/style-2.css'), 'a{}b{}')
	writeFileSync(join(folder, 'assets/critical-2.css'), 'b{}')
	writeFileSync(
		join(folder, 'routes.json'),
		'[{"path":"/","files":[],"isCritical":true,"html":""},{"path":"/Login","files":[],"isCritical":true,"html":""},{"path":"/MeetingList","files":[],"isCritical":true,"html":""}]',
	)
	return folder
}

async function openPage(app: FastifyInstance, host: string, remoteAddress: string): Promise<TestClient> {
	const page = (cookie = '') =>
		app.inject({ url: '/', headers: { host, accept: 'text/html', ...(cookie && { cookie }) }, remoteAddress })
	const tokenIn = (html: string) => /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
	const first = await page()
	const [pair = ''] = String(first.headers['set-cookie']).split(';')
	/** Path of the guest cookie: as in a browser, requests elsewhere don't carry it. */
	let imGuestPath = '/'
	const client: TestClient = {
		host,
		address: remoteAddress,
		cookie: pair,
		deviceCookie: undefined,
		imGuestCookie: undefined,
		csrfToken: tokenIn(first.body),
		token: undefined,
		corpId: undefined,
		async reload() {
			client.csrfToken = tokenIn((await page(client.cookie)).body)
		},
		async send(route, fields = {}, options = {}) {
			const { bearer = client.token, corpId = client.corpId, csrf: given = client.csrfToken } = options
			const [method = 'GET', url = '/'] = route.split(' ')
			const isForm = fields instanceof FormData
			if (isForm && given !== null) fields.set('_token', given)
			const form = isForm ? new Response(fields) : undefined
			const sent = given === null || isForm ? fields : { ...fields, _token: given }
			const inQuery = method === 'GET' || method === 'DELETE'
			const answer = await app.inject({
				method: method as 'GET',
				url,
				remoteAddress,
				...(inQuery
					? { query: { ...queryOf(url), ...asText(sent) } }
					: { payload: form ? Buffer.from(await form.arrayBuffer()) : sent }),
				headers: {
					host,
					cookie: [client.cookie, client.deviceCookie, url.startsWith(imGuestPath) ? client.imGuestCookie : undefined]
						.filter(Boolean)
						.join('; '),
					...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
					...(corpId !== undefined && { corpid: corpId }),
					...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
					...options.headers,
				},
			})
			const kept = answer.cookies.find(({ name }) => name === deviceCookie)
			if (kept) client.deviceCookie = `${kept.name}=${kept.value}`
			const guest = answer.cookies.find(({ name }) => name === imGuestCookie)
			if (guest) client.imGuestCookie = `${guest.name}=${guest.value}`
			if (guest) imGuestPath = guest.path ?? '/'
			return replyOf(answer)
		},
	}
	return client
}

const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://page').searchParams)
const asText = (fields: object) =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

export function replyOf(answer: { statusCode: number; body: string; headers: Record<string, unknown> }): Reply {
	const isJson = String(answer.headers['content-type']).includes('json')
	const body = isJson ? JSON.parse(answer.body) : {}
	return {
		http: answer.statusCode,
		code: body.code,
		message: body.message,
		data: body.data,
		headers: answer.headers,
		text: answer.body,
	}
}

export const aNewMeeting = (fields: object = {}) => ({
	meeting_topic: 'Harbour plans',
	start_time: '2026-03-10 15:00:00',
	duration: 3_600,
	time_zone: 8,
	host_pwd: 'host-1234',
	meeting_start_rule: 0,
	...fields,
})

/** Schedules a meeting and returns its id. */
export async function schedule(client: TestClient, fields: object = {}): Promise<MeetingId> {
	const reply = await client.send('POST /meeting/meetings', aNewMeeting(fields))
	if (reply.code !== 201) throw new Error(`create: ${reply.text}`)
	return reply.data.meeting_id
}
