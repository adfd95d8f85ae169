import { type Call, call, challenge, empty, field, joining, meeting, picture, session, shape, site } from '@parley/api'
import { delays } from '@parley/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type ApiDeps, createApiClient } from './client.ts'

interface Sent {
	url: string
	method: string
	headers: Record<string, string>
	body: Record<string, unknown> | undefined
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'offline' | 'never'

/** A page whose server answers as told; everything that happened is noted. */
function aPage(answer: Answer = { body: { code: 200, data: {} } }, more: Partial<ApiDeps> = {}) {
	const happened: string[] = []
	const sent: Sent[] = []
	const timers: { ms: number; act: () => void; off: boolean }[] = []
	let reloadedAt = Number.NEGATIVE_INFINITY
	let now = 1_000_000

	const outside: ApiDeps = {
		fetch: (async (url: string, init: RequestInit) => {
			const body = init.body === undefined ? undefined : JSON.parse(init.body as string)
			sent.push({ url, method: init.method ?? '', headers: init.headers as Record<string, string>, body })
			if (answer === 'offline') throw new TypeError('Failed to fetch')
			if (answer === 'never') {
				return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
			}
			const { status = 200, headers = {} } = answer
			const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
			return new Response(text, { status, headers })
		}) as typeof fetch,
		sendWithProgress: async (url, init, onProgress) => {
			onProgress(1)
			return await outside.fetch(url, { ...init, body: '{}' })
		},
		requestContext: () => ({
			baseUrl: '',
			csrfToken: 'tok',
			companyId: 'c1',
			accessToken: 'secret',
			language: 'zh-CN',
		}),
		now: () => now,
		after(ms, act) {
			const timer = { ms, act, off: false }
			timers.push(timer)
			return () => {
				timer.off = true
			}
		},
		showTimeout: () => happened.push('toast'),
		checkCompany: () => happened.push('check the company'),
		redirect: (place, refusedToken) => happened.push(`go ${place}${refusedToken ? ` for ${refusedToken}` : ''}`),
		reload: () => happened.push('reload'),
		lastReload: {
			get: () => reloadedAt,
			set: at => {
				reloadedAt = at
			},
		},
		onReachabilityChange: yes => happened.push(yes ? 'reached' : 'lost'),
		solveChallenge: async () => undefined,
		...more,
	}
	const acts = () => happened.filter(what => what !== 'reached' && what !== 'lost')
	return {
		ask: createApiClient(outside),
		sent,
		happened,
		acts,
		timers,
		wait: (ms: number) => {
			now += ms
		},
	}
}

const anyCall = (more: Partial<Call> = {}) =>
	call({
		route: 'GET /thing/:id',
		summary: '',
		who: 'anyone',
		input: shape({ id: field('id', v.string()), size: field('per_page', v.number()) }),
		output: empty,
		refusals: {},
		...more,
	}) as Call<{ id: string; size: number }, object, Record<string, never>>

const first = <T>(list: T[]): T => {
	const [item] = list
	if (item === undefined) throw new Error('nothing was sent')
	return item
}

describe('the slider', () => {
	const codeCall = { areaCode: '86', mobile: '13800138000', code: '123456', staySignedIn: true }
	/** A server that wants one pass after the other before it lets a call through. */
	function aStrictServer(...wanted: [string, number][]) {
		const rest = [...wanted]
		return (async (_url: string, init: RequestInit) => {
			const { captcha = '' } = JSON.parse(init.body as string)
			const [pass, code] = rest[0] ?? []
			if (pass !== undefined && captcha !== pass) return new Response(JSON.stringify({ code }), { status: 400 })
			return new Response(JSON.stringify({ code: 200, data: { access_token: captcha } }))
		}) as typeof fetch
	}

	test('[LOGIN-36] is shown for a call that needs its pass, and the call is sent again with it', async () => {
		const passes = ['stale', 'good']
		const page = aPage(undefined, {
			fetch: aStrictServer(['good', 400]),
			solveChallenge: async () => passes.shift(),
		})
		expect(await page.ask(session.loginBySms, codeCall)).toEqual({ ok: true, value: { token: 'good' } })
		expect(passes).toEqual([])
	})

	test.each([400, 800, 900])('[LOGIN-36] closed, the call stays refused with %i', async code => {
		const page = aPage(undefined, { fetch: aStrictServer(['good', code]) })
		expect(await page.ask(session.loginBySms, codeCall)).toMatchObject({ ok: false, failure: { code } })
	})

	test('[ROOM-182] is closed with the call, and not shown for one that was given up meanwhile', async () => {
		const gone = new AbortController()
		const signals: unknown[] = []
		const solveChallenge = async (signal?: AbortSignal) => {
			signals.push(signal)
			gone.abort()
			return undefined
		}
		const page = aPage(undefined, { fetch: aStrictServer(['good', 400]), solveChallenge })
		const refused = { ok: false, failure: { refusal: 'challengeNeeded' } }
		expect(await page.ask(session.loginBySms, codeCall, { signal: gone.signal })).toMatchObject(refused)
		expect(signals).toEqual([gone.signal])
		const late = new AbortController()
		const slowly = (async (_url: string) => {
			const answer = new Response(JSON.stringify({ code: 400 }), { status: 400 })
			const text = await answer.text()
			// The call is given up while its answer is read.
			return Object.assign(answer, {
				async text() {
					late.abort()
					return text
				},
			})
		}) as typeof fetch
		await aPage(undefined, { fetch: slowly, solveChallenge }).ask(session.loginBySms, codeCall, { signal: late.signal })
		expect(signals).toHaveLength(1)
	})

	test('[LOGIN-36] is left to forms that have their own', async () => {
		let shown = 0
		const solveChallenge = async () => String(shown++)
		const page = aPage(undefined, { fetch: aStrictServer(['never', 400]), solveChallenge })
		await page.ask(session.loginBySms, codeCall, { handlesChallenge: true })
		expect(shown).toBe(0)
	})

	test('[OP-022] is not shown for the codes of calls that have no slider', async () => {
		let shown = 0
		const page = aPage({ status: 400, body: { code: 400 } }, { solveChallenge: async () => String(shown++) })
		await page.ask(anyCall(), { id: '1', size: 1 })
		expect(shown).toBe(0)
	})
})

describe('the request', () => {
	test('[HTTP-01] a path is relative to the origin, with its parameters filled in and the other fields in the query', async () => {
		const page = aPage()
		await page.ask(anyCall(), { id: 'a b', size: 10 })
		expect(first(page.sent)).toMatchObject({ url: '/thing/a%20b?per_page=10', method: 'GET', body: undefined })
	})

	test('[HTTP-02] the base address comes before every path, without a double slash', async () => {
		const sender = () => ({
			baseUrl: 'https://x.test/api/',
			csrfToken: 't',
			companyId: undefined,
			accessToken: undefined,
			language: 'en',
		})
		const page = aPage(undefined, { requestContext: sender })
		await page.ask(anyCall(), { id: '1', size: 1 })
		expect(first(page.sent).url).toBe('https://x.test/api/thing/1?per_page=1')
	})

	test('[HTTP-03] [HTTP-04] company and bearer token are sent', async () => {
		const page = aPage()
		await page.ask(session.me, {})
		expect(first(page.sent).headers).toMatchObject({ corpId: 'c1', authorization: 'Bearer secret' })
	})

	test('[HTTP-03] [HTTP-04] [LOGIN-20] neither is sent to a URL with unauth in it', async () => {
		const page = aPage()
		await page.ask(session.login, { name: 'hanmei', encryptedPassword: 'x', captcha: '', staySignedIn: true })
		const { url, headers, body } = first(page.sent)
		expect(url).toBe('/auth/login?unauth&noErrorTip')
		expect(Object.keys(headers).map(name => name.toLowerCase())).not.toContain('corpid')
		expect(headers).not.toHaveProperty('authorization')
		expect(body).toEqual({ name: 'hanmei', password: 'x', captcha: '', auto_login: 1, _token: 'tok' })
	})

	test('[HTTP-03] the option unauth sends neither', async () => {
		const page = aPage()
		await page.ask(meeting.detail, { id: '123456789' as never }, { unauth: true })
		expect(first(page.sent).url).toBe('/meeting/meetings/123456789?unauth')
		expect(first(page.sent).headers).not.toHaveProperty('authorization')
	})

	test('[NODE-21] the option meetingId names the meeting in the address', async () => {
		const page = aPage()
		await page.ask(anyCall(), { id: '1', size: 1 }, { unauth: true, meetingId: '123456789' })
		expect(first(page.sent).url).toBe('/thing/1?unauth&meeting=123456789&per_page=1')
	})

	test('[JERR-04] a change says in which language the page is shown; what only reads leaves that to the browser', async () => {
		const page = aPage()
		await page.ask(session.refresh, { staySignedIn: true })
		await page.ask(session.me, {})
		expect(page.sent.map(({ headers }) => headers['accept-language'])).toEqual(['zh-CN', undefined])
	})

	test('[HTTP-05] a change has the token in the body', async () => {
		const page = aPage()
		await page.ask(session.logout, {})
		expect(first(page.sent).body).toEqual({ _token: 'tok' })
	})

	test('[HTTP-05] a deletion and a GET that changes something have it in the query, other reads have none', async () => {
		const page = aPage()
		await page.ask(meeting.remove, { id: '123456789' as never })
		await page.ask(meeting.close, { id: '123456789' as never })
		await page.ask(site.info, {})
		expect(page.sent.map(({ url }) => url)).toEqual([
			'/meeting/meetings/123456789?_token=tok',
			'/meeting/closeMeeting/123456789?_token=tok',
			'/corp/indexCorp',
		])
	})
})

describe('the response', () => {
	test('the output is decoded by the codec of the call', async () => {
		const page = aPage({ body: { code: 200, data: { access_token: 'new' } } })
		expect(await page.ask(session.refresh, {})).toEqual({ ok: true, value: { token: 'new' } })
	})

	test('[OP-058] each call has its own success code', async () => {
		const page = aPage({ status: 201, body: { code: 201, data: { meeting_id: '123456789' } } })
		expect((await page.ask(meeting.create, {} as never)).ok).toBe(true)
		const other = aPage({ body: { code: 200, data: { meeting_id: '123456789' } } })
		expect(await other.ask(meeting.create, {} as never)).toMatchObject({ ok: false })
	})

	test('[OP-059] a code written as text is the same code', async () => {
		const page = aPage({ body: { code: '200', data: {} } })
		expect((await page.ask(session.logout, {})).ok).toBe(true)
	})

	test('a flat output is beside the code', async () => {
		const page = aPage({ body: { isOpen: 0 } })
		expect(await page.ask(challenge.isOpen, {})).toEqual({ ok: true, value: { isOpen: false } })
	})

	test.each([
		['no JSON at all', '<html>'],
		['a missing field', { code: 200, data: {} }],
	])('%s is broken', async (_, body) => {
		const page = aPage({ body })
		const answer = await page.ask(session.refresh, {})
		expect(answer).toMatchObject({ ok: false, failure: { refusal: body === '<html>' ? 'unknown' : 'broken' } })
	})

	test('[OP-010] a refusal is found by the code in the body, whatever the status', async () => {
		for (const status of [200, 401]) {
			const page = aPage({ status, body: { code: 1004 } })
			const login = await page.ask(session.login, { name: 'a', encryptedPassword: 'b' })
			expect(login).toMatchObject({ ok: false, failure: { refusal: 'invalidCredentials', code: 1004 } })
		}
	})

	test('[OP-032] the same code has another name in another call', async () => {
		const page = aPage({ body: { code: 803 } })
		expect(await page.ask(joining.join, {} as never)).toMatchObject({ failure: { refusal: 'wrongPassword' } })
		expect(await page.ask(session.me, {})).toMatchObject({ failure: { refusal: 'unknown', code: 803 } })
	})

	test('a refusal without a code is found by its status', async () => {
		const page = aPage({ status: 404, body: {} })
		expect(await page.ask(site.info, {})).toMatchObject({ failure: { refusal: 'missing', http: 404 } })
	})

	test('too many requests have the time to wait', async () => {
		const page = aPage({ status: 429, body: { code: 429 }, headers: { 'retry-after': '30' } })
		expect(await page.ask(site.info, {})).toMatchObject({ failure: { refusal: 'tooMany', retryAfterMs: 30_000 } })
	})
})

describe('the network', () => {
	test('[HTTP-06] [HTTP-07] a request times out after ten seconds, with a toast', async () => {
		const page = aPage('never')
		const asked = page.ask(site.info, {})
		const timer = first(page.timers)
		expect(timer.ms).toBe(delays.requestMs)
		expect(delays.requestMs).toBe(10_000)
		timer.act()
		expect(await asked).toEqual({ ok: false, failure: { refusal: 'timeout' } })
		expect(page.happened).toEqual(['lost', 'toast'])
	})

	test('[HTTP-08] a request that cannot be sent shows a toast', async () => {
		const page = aPage('offline')
		expect(await page.ask(site.info, {})).toEqual({ ok: false, failure: { refusal: 'offline' } })
		expect(page.acts()).toEqual(['toast'])
	})

	test('[HTTP-07] [HTTP-08] no toast for a URL with noErrorTip or with the option quiet', async () => {
		const page = aPage('offline')
		await page.ask(session.refresh, {})
		await page.ask(site.info, {}, { quiet: true })
		expect(page.acts()).toEqual([])
	})

	test('a cancelled call shows no toast', async () => {
		const page = aPage('never')
		const stop = new AbortController()
		const asked = page.ask(site.info, {}, { signal: stop.signal })
		stop.abort()
		expect(await asked).toEqual({ ok: false, failure: { refusal: 'cancelled' } })
		expect(page.happened).toEqual([])
	})

	test('an answer clears the timer', async () => {
		const page = aPage()
		await page.ask(session.logout, {})
		expect(page.timers.every(timer => timer.off)).toBe(true)
	})
})

describe('statuses handled for every call', () => {
	test('[HTTP-09] 401 goes to the index', async () => {
		const page = aPage({ status: 401, body: { code: 401 } })
		expect(await page.ask(meeting.own, {})).toMatchObject({ failure: { refusal: 'signedOut' } })
		expect(page.acts()).toEqual(['go index for secret'])
	})

	test('[HTTP-09] [OP-009] not for auth/me, nor where the call or the caller has its own 401', async () => {
		const page = aPage({ status: 401, body: { code: 401 } })
		await page.ask(session.me, {})
		await page.ask(session.login, { name: 'a', encryptedPassword: 'b' })
		await page.ask(meeting.create, {} as never, { handles401: true })
		expect(page.acts()).toEqual([])
	})

	test('[HTTP-03] 403 for a company has it checked, 403 without a company has not', async () => {
		const refusedPage = aPage({ status: 403, body: { code: 403 } })
		await refusedPage.ask(meeting.own, { page: 1, pageSize: 10 } as never)
		expect(refusedPage.happened).toContain('check the company')
		const guest = aPage({ status: 403, body: { code: 403 } })
		await guest.ask(meeting.own, { page: 1, pageSize: 10 } as never, { unauth: true })
		expect(guest.happened).not.toContain('check the company')
	})

	test('[OP-009] 401 as the body code of a successful request does not redirect', async () => {
		const page = aPage({ body: { code: 401 } })
		expect(await page.ask(meeting.own, {})).toMatchObject({ failure: { refusal: 'signedOut' } })
		expect(page.acts()).toEqual([])
	})

	test('[HTTP-10] 406 with 100008 goes to bindPhone', async () => {
		const page = aPage({ status: 406, body: { code: 100008 } })
		await page.ask(meeting.own, {})
		expect(page.acts()).toEqual(['go bindPhone'])
	})

	test('[HTTP-11] 406 with 200006 goes to perfectInfo', async () => {
		const page = aPage({ status: 406, body: { code: 200006 } })
		await page.ask(meeting.own, {})
		expect(page.acts()).toEqual(['go perfectInfo'])
	})

	test('[OP-140] 419 reloads the page, at most once in ten seconds', async () => {
		const page = aPage({ status: 419, body: { code: 419 } })
		await page.ask(session.logout, {})
		page.wait(9_999)
		await page.ask(session.logout, {})
		expect(page.acts()).toEqual(['reload'])
		page.wait(1)
		await page.ask(session.logout, {})
		expect(page.acts()).toEqual(['reload', 'reload'])
	})
})

test('a call with a file tells how far it is, where somebody wants to know, and is a call like any other', async () => {
	const page = aPage({ body: { code: 200, data: { liveBgImg: '/meeting/pictures/a.jpg' } } })
	const progress: number[] = []
	const file = new Uint8Array([1])
	const result = await page.ask(picture.upload, { file }, { onProgress: sent => progress.push(sent) })
	expect(result).toEqual({ ok: true, value: { path: '/meeting/pictures/a.jpg' } })
	expect([progress, page.sent.map(({ url }) => url)]).toEqual([[1], ['/meeting/uploadImg']])
})
