import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { answerCodes, DeviceInfo, FlowUpload, imPaths, UserOnline } from '@parley/im'
import { expect, test } from 'vitest'
import { me, setUp } from '../testing/setUp.ts'
import { createVirtualBrowser, createVirtualPage } from '../testing/virtualPage.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { createDeviceId } from './deviceId.ts'
import { createFlowLog, type FlowEntry } from './flowLog.ts'

/** Returns the value if a schema of the contract accepts it. */
function valid(schema: typeof DeviceInfo | typeof FlowUpload | typeof UserOnline.input, value: unknown) {
	const result = schema['~standard'].validate(value)
	return 'issues' in result && result.issues ? result.issues : value
}

function open() {
	const time = createVirtualTime()
	const page = createVirtualPage({ time, network: { accept: () => false } })
	const deviceId = createDeviceId(page.env, page.env.storage)
	const { add } = createFlowLog({ env: page.env, server: () => 'https://monitor.example', deviceId })
	const log = { add: (entry: Omit<FlowEntry, 'ts'>) => add({ ts: time.now(), ...entry }) }
	const uploads = () =>
		page.requests
			.filter(({ url }) => url.endsWith(imPaths.flow))
			.map(({ body }) => JSON.parse(body ?? '') as { key: string; flows: { type: string }[] })
	return { time, page, log, uploads, deviceId }
}

test('[IMH-01] [IMH-11] the device information is posted once, with a device of 20 characters', async () => {
	const { time, peer, page, loggedIn } = setUp({ servers: { monitor: 'https://monitor.example' } })
	await loggedIn()
	peer.close('network')
	await time.advance(3_000)
	const sent = page.requests.filter(({ url }) => url.endsWith(imPaths.device))
	expect(sent).toHaveLength(1)
	expect(sent[0]).toMatchObject({ method: 'POST', url: `https://monitor.example${imPaths.device}` })
	const body = valid(DeviceInfo, JSON.parse(sent[0]?.body ?? ''))
	expect(body).toMatchObject({ sdkVersion: '2.1.14', appId: 'app', device: 'a virtual page witho' })
	expect(page.env.device.length).toBeGreaterThan(20)
})

test('[IMH-01] each page sends it once for all clients and logins, and again if it was refused', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	for (let visit = 0; visit < 2; visit++) {
		const { im, peer, page } = setUp({ time, page: { browser } })
		const count = () => page.requests.filter(({ url }) => url.endsWith(imPaths.device)).length
		const comeBack = async () => {
			peer.close('network')
			await time.advance(3_000)
		}
		page.answerHttp = () => {
			throw new Error('status 503')
		}
		void im.login(me)
		await time.advance(20)
		expect(count()).toBe(1)
		page.answerHttp = () => ({})
		await comeBack()
		expect(count()).toBe(2)
		await comeBack()
		const other = setUp({ time, peer, environment: page.env })
		void other.im.login(me)
		await time.advance(20)
		expect([other.im.state, count()]).toEqual(['ready', 2])
		page.kill()
	}
})

test('[IMH-02] flow logs are posted as key and flows', async () => {
	const { time, page, log, uploads, deviceId } = open()
	log.add({ type: 'connectError', code: 451, reason: 'x'.repeat(500) })
	await time.advance(5_000)
	expect(page.requests[0]).toMatchObject({ method: 'POST', url: `https://monitor.example${imPaths.flow}` })
	const [body] = uploads()
	expect(valid(FlowUpload, body)).toMatchObject({
		key: await deviceId(),
		flows: [{ type: 'connectError', code: 451 }],
	})
})

test('a failed upload is reported in one line', async () => {
	const { time, page, log } = open()
	page.answerHttp = () => {
		throw new Error('status 503')
	}
	log.add({ type: 'connectionLost' })
	await time.advance(5_000)
	expect(page.logs).toEqual(['flow logs not accepted: status 503'])
})

test('[IMH-03] the tenth log triggers the upload', async () => {
	const { time, log, uploads } = open()
	for (let index = 0; index < 9; index++) log.add({ type: `t${index}` })
	await time.advance(10)
	expect(uploads()).toHaveLength(0)
	log.add({ type: 't9' })
	await time.advance(0)
	expect(uploads().map(({ flows }) => flows.length)).toEqual([10])
})

test('[IMH-04] fewer are uploaded after 5 s, counted from the first', async () => {
	const { time, log, uploads } = open()
	log.add({ type: 'a' })
	await time.advance(4_000)
	log.add({ type: 'b' })
	await time.advance(990)
	expect(uploads()).toHaveLength(0)
	await time.advance(20)
	expect(uploads().map(({ flows }) => flows.map(({ type }) => type))).toEqual([['a', 'b']])
	await time.advance(60_000)
	expect(uploads()).toHaveLength(1)
})

test('[IMH-04] after an upload the 5 s are counted from the next log', async () => {
	const { time, log, uploads } = open()
	for (let index = 0; index < 10; index++) log.add({ type: `t${index}` })
	await time.advance(4_000)
	log.add({ type: 'next' })
	await time.advance(4_990)
	expect(uploads()).toHaveLength(1)
	await time.advance(20)
	expect(uploads().map(({ flows }) => flows.length)).toEqual([10, 1])
})

test('[IMH-04] a page that is closed uploads its log', async () => {
	const { im, peer, page, time } = setUp()
	peer.mode = 'refuse'
	void im.login(me)
	await time.advance(10)
	page.change('leaving')
	await time.advance(0)
	expect(page.requests.at(-1)).toMatchObject({ url: imPaths.flow, last: true })
})

test('flow logs that were not accepted are sent with the next ones, at most the newest hundred', async () => {
	const { time, page, log, uploads } = open()
	page.answerHttp = () => {
		throw new Error('status 503')
	}
	for (let index = 0; index < 130; index++) {
		log.add({ type: `t${index}` })
		await time.advance(1)
	}
	page.answerHttp = () => ({})
	await time.advance(10_000)
	log.add({ type: 'last' })
	await time.advance(10_000)
	const body = uploads().at(-1)
	expect(body?.flows.at(-1)?.type).toBe('last')
	expect(valid(FlowUpload, body) === body).toBe(true)
})

test('[IMH-05] [IMH-06] [IMH-07] [IMH-08] online status is requested with a signed body', async () => {
	const { im, page, loggedIn } = setUp({ servers: { api: 'https://api.example' } })
	await loggedIn()
	page.answerHttp = () => ({ code: 0, onlineUsers: ['bob'] })
	const answer = await im.online({ userId: '波波,carl', bizType: 3 })
	expect(answer).toEqual({ code: 0, onlineUsers: ['bob'] })
	const request = page.requests.at(-1)
	expect(request).toMatchObject({ method: 'POST', url: `https://api.example${imPaths.userOnline}` })
	const body = request?.body ?? ''
	expect(JSON.parse(body)).toEqual({ userId: '波波,carl', bizType: 3, subBizType: '' })
	expect(valid(UserOnline.input, JSON.parse(body))).toMatchObject({ bizType: 3 })
	expect(request?.headers).toEqual({
		authentication: me.token,
		appid: me.appId,
		sign: createHash('md5').update(`${body}_${me.token}`).digest('hex'),
	})
	page.answerHttp = () => ({ code: answerCodes.unauthorised })
	await expect(im.online({ userId: 'bob' })).rejects.toMatchObject({ code: answerCodes.unauthorised })
	page.answerHttp = () => {
		throw new Error('status 500')
	}
	await expect(im.online({ userId: 'bob' })).rejects.toMatchObject({ kind: 'network', retryable: true })
})

test('[IMH-09] HTTP requests of the SDK go to the paths in SPEC.md', async () => {
	const { time, im, page, peer, loggedIn } = setUp()
	page.answerHttp = () => ({ code: 0, onlineUsers: [], imToken: 't', imUserId: 'u' })
	await loggedIn()
	peer.close('network')
	await time.advance(6_000)
	await im.online({ userId: 'bob' })
	await im.requestToken({ appId: 'app', id: '7' })
	await im.requestToken({ appId: 'app', imId: 'u' })
	const asked = new Set(page.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`))
	expect(asked).toEqual(
		new Set([
			'POST /im/monitor/device',
			'POST /im/monitor/flow',
			'POST /im/api/userOnline',
			'GET /im/getImToken',
			'GET /im/getImTokenByImId',
		]),
	)
	const spec = await readFile(new URL('../../../../contracts/im/SPEC.md', import.meta.url), 'utf8')
	for (const request of asked) expect(spec).toContain(request)
})

test('[IMH-10] two tabs opened at once in a new browser share one device id', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const network = { accept: () => false }
	const [first, second] = [3, 7].map(byte => {
		const { env } = createVirtualPage({ time, network, browser, tab: `tab-${byte}`, randomByte: () => byte })
		return createDeviceId(env, env.storage)()
	})
	expect(await second).toBe(await first)
})

test('[IMH-10] the device id is 20 random hex digits, the same after a reload, another in another browser', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const idIn = (page: ReturnType<typeof createVirtualPage>) => createDeviceId(page.env, page.env.storage)()
	const network = { accept: () => false }
	const first = await idIn(createVirtualPage({ time, network, browser }))
	expect(first).toMatch(/^[0-9a-f]{20}$/)
	expect(await idIn(createVirtualPage({ time, network, browser, randomByte: () => 7 }))).toBe(first)
	expect(await idIn(createVirtualPage({ time, network, randomByte: () => 7 }))).toBe('7'.repeat(20))
})

test('[IMH-10] if the storage fails briefly, the device id is stored later', async () => {
	const time = createVirtualTime()
	const { env } = createVirtualPage({ time, network: { accept: () => false } })
	let isBroken = true
	const storage = {
		...env.storage,
		set: async (key: string, value: string) => (isBroken ? undefined : env.storage.set(key, value)),
	}
	const made = await createDeviceId(env, storage)()
	await time.advance(15_000)
	isBroken = false
	await time.advance(60_000)
	expect(await createDeviceId(env, storage)()).toBe(made)
})
