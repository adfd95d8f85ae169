import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sealPassword } from '@parley/api'
import { CompanyId, instantOf, type MeetingId, SiteId, UserId } from '@parley/core'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { sqlAccountStore } from '../modules/account/index.ts'
import { sqlCompanyStore } from '../modules/company/index.ts'
import { anEngine } from '../modules/room/fixtures.ts'
import { SiteSettings, sqlSiteStore } from '../modules/site/index.ts'
import { createModules, type Modules } from '../modules.ts'
import { type OpenDatabase, openDatabase } from '../platform/database.ts'
import { randomIds } from '../platform/ids.ts'
import { type CreateBudget, memoryBudget } from '../platform/limits.ts'
import { createLog } from '../platform/log.ts'
import { hashPassword } from '../platform/passwords.ts'
import { aClock, type ManualClock } from '../platform/testing/index.ts'
import { createApp } from './app.ts'
import { recognise } from './caller.ts'
import { csrf } from './csrf.ts'
import { serve } from './edge.ts'
import { answerFailures } from './failures.ts'
import { addSecurityHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { serveDocs } from './openapi.ts'
import { servePage } from './page.ts'

export const zone = 'Asia/Shanghai'
/** Ten in the morning of a Tuesday where the sites are. */
export const startOfTest = instantOf('2026-03-10 10:00:00', zone) as number
export const hostA = 'a.example'
export const hostB = 'b.example'
export const accountPassword = 'right-horse-42'
const passwordHash = hashPassword(accountPassword)

const siteId = (id: string) => v.parse(SiteId, id)
const companyId = (id: string) => v.parse(CompanyId, id)

/** Who there is: site A with companies X and Y, site B with Z. */
const people = [
	{ name: 'anna', site: 'A', companies: { X: 1 } },
	{ name: 'ben', site: 'A', companies: { X: 1 } },
	{ name: 'admin', site: 'A', companies: { X: 0 } },
	{ name: 'owner', site: 'A', companies: { X: 7 } },
	{ name: 'sees-all', site: 'A', companies: { X: 6 } },
	{ name: 'scanner', site: 'A', companies: { X: 5 } },
	{ name: 'both', site: 'A', companies: { X: 1, Y: 1 } },
	{ name: 'yves', site: 'A', companies: { Y: 0 } },
	{ name: 'zoe', site: 'B', companies: { Z: 0 } },
] as const
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
export interface Visitor {
	cookie: string
	csrfToken: string
	token: string | undefined
	corpId: string | undefined
	send(route: string, fields?: object, options?: SendOptions): Promise<Reply>
	/** Opens the page again, which brings a fresh `_token`. */
	reload(): Promise<void>
}

export interface Edge {
	app: FastifyInstance
	modules: Modules
	database: OpenDatabase
	clock: ManualClock
	/** Everything that was logged. */
	logged: () => string
	visit(at?: { host?: string; address?: string }): Promise<Visitor>
	signIn(name: PersonName, at?: { host?: string; address?: string }): Promise<Visitor>
	set(site: 'A' | 'B', settings: Partial<SiteSettings>): Promise<void>
	close(): Promise<void>
}

let addresses = 0

/** Lets everything through, for what lies behind the limits of the calls. */
const endlessBudget: CreateBudget = () => ({
	take: async () => ({ ok: true }),
	waitMs: async () => 0,
	reset: async () => {},
})

export interface EdgeSetup {
	capacity?: number
	database?: OpenDatabase
	/** False: calls may come as often as they like. */
	callLimits?: boolean
}

/** The whole server without sockets: real edge, real modules, real database in memory; no media and no time of its own. */
export async function anEdge({ capacity = 12, database, callLimits = true }: EdgeSetup = {}): Promise<Edge> {
	const store = database ?? (await openDatabase({ memory: true }))
	const clock = aClock(startOfTest)
	await fill(store)

	const lines: string[] = []
	const sink = new Writable({ write: (chunk, _, next) => next(void lines.push(String(chunk))) })
	const log = createLog('debug', sink)
	const secret = 'A'.repeat(43)
	const modules = createModules({
		db: store.db,
		clock,
		ids: randomIds,
		budget: memoryBudget,
		log,
		secrets: { csrf: secret, roomTokens: secret },
		engine: anEngine(),
		roomCapacity: capacity,
		publicUrl: undefined,
	})
	const app = await createApp({ log, tls: undefined, trustProxy: false })
	const guard = csrf(secret)
	addSecurityHeaders(app, false)
	answerFailures(app)
	serveHealth(app, { database: store.ping, media: async () => ({ ok: true }), clock })
	const deps = {
		recognise: recognise(modules.sites, modules.sessions),
		csrf: guard,
		budget: callLimits ? memoryBudget : endlessBudget,
		clock,
	}
	serve(app, Object.values(modules.http), deps)
	serveDocs(app, modules.http)
	const webFolder = aWebFolder()
	const shellFolder = join(webFolder, 'no-shell')
	await servePage(app, {
		webFolder,
		shellFolder,
		sites: modules.sites,
		csrf: guard,
		clock,
		isTls: false,
		devServer: undefined,
	})

	const visit: Edge['visit'] = ({
		host = hostA,
		address = `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
	} = {}) => openPage(app, host, address)
	const edge: Edge = {
		app,
		modules,
		database: store,
		clock,
		logged: () => lines.join(''),
		visit,
		async signIn(name, at = {}) {
			const visitor = await visit({ host: name === 'zoe' ? hostB : hostA, ...at })
			const reply = await visitor.send('POST /auth/login?unauth&noErrorTip', loginFields(name))
			if (reply.code !== 200) throw new Error(`sign-in of ${name}: ${reply.text}`)
			visitor.token = reply.data.access_token
			return visitor
		},
		async set(site, settings) {
			const { settings: before } = await modules.sites.find(siteId(site))
			await sqlSiteStore(store.db).saveSettings(siteId(site), { ...before, ...settings })
			modules.sites.forget()
		},
		async close() {
			await app.close()
			await store.close()
			rmSync(webFolder, { recursive: true })
		},
	}
	return edge
}

const iv = new Uint8Array(16).fill(7)
export const loginFields = (name: string, password = accountPassword) => ({
	name,
	password: sealPassword(password, iv),
})

async function fill({ db }: OpenDatabase) {
	const sites = sqlSiteStore(db)
	const settings = v.parse(SiteSettings, {})
	await sites.insert({ id: siteId('A'), host: hostA, name: 'A', isDefault: true, settings }, 1)
	await sites.insert({ id: siteId('B'), host: hostB, name: 'B', isDefault: false, settings }, 2)
	for (const [at, [id, site]] of Object.entries({ X: 'A', Y: 'A', Z: 'B' }).entries()) {
		await sqlCompanyStore(db).insert({ id: companyId(id), siteId: siteId(site), name: `Company ${id}`, type: 1 }, at)
	}
	const accounts = sqlAccountStore(db)
	for (const { name, site, companies } of people) {
		const id = v.parse(UserId, `u-${name}`)
		const names = { id, siteId: siteId(site), name, displayName: `Display ${name}` }
		const nothingMore = { mobile: null, mobileCode: null, source: null, picture: null, lastCompanyId: null }
		await accounts.insert({ ...names, passwordHash: await passwordHash, isComplete: true, ...nothingMore }, 1)
		for (const [at, [company, userType]] of Object.entries(companies).entries()) {
			await accounts.addMembership({ userId: id, companyId: companyId(company), userType, isDefault: at === 0 })
		}
	}
}

function aWebFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
	writeFileSync(
		join(folder, 'index.html'),
		'<!doctype html><html><head><!--parley:head--><script>first()</script></head><body></body></html>',
	)
	writeFileSync(
		join(folder, 'preloads.json'),
		'{"routes":[{"path":"/","files":[]},{"path":"/MeetingList","files":[]}]}',
	)
	return folder
}

async function openPage(app: FastifyInstance, host: string, remoteAddress: string): Promise<Visitor> {
	const page = (cookie = '') =>
		app.inject({ url: '/', headers: { host, accept: 'text/html', ...(cookie && { cookie }) }, remoteAddress })
	const tokenIn = (html: string) => /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
	const first = await page()
	const [pair = ''] = String(first.headers['set-cookie']).split(';')
	const visitor: Visitor = {
		cookie: pair,
		csrfToken: tokenIn(first.body),
		token: undefined,
		corpId: undefined,
		async reload() {
			visitor.csrfToken = tokenIn((await page(visitor.cookie)).body)
		},
		async send(route, fields = {}, options = {}) {
			const { bearer = visitor.token, corpId = visitor.corpId, csrf: given = visitor.csrfToken } = options
			const [method = 'GET', url = '/'] = route.split(' ')
			const sent = given === null ? fields : { ...fields, _token: given }
			const inQuery = method === 'GET' || method === 'DELETE'
			const answer = await app.inject({
				method: method as 'GET',
				url,
				remoteAddress,
				...(inQuery ? { query: { ...queryOf(url), ...asText(sent) } } : { payload: sent }),
				headers: {
					host,
					...(visitor.cookie !== '' && { cookie: visitor.cookie }),
					...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
					...(corpId !== undefined && { corpid: corpId }),
					...options.headers,
				},
			})
			return replyOf(answer)
		},
	}
	return visitor
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

/** Schedules a meeting and says its id. */
export async function schedule(visitor: Visitor, fields: object = {}): Promise<MeetingId> {
	const reply = await visitor.send('POST /meeting/meetings', aNewMeeting(fields))
	if (reply.code !== 201) throw new Error(`create: ${reply.text}`)
	return reply.data.meeting_id
}
