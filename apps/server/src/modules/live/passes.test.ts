import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type Reply, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'
import { passLifetimeMs } from './passes.ts'

const edgeSecret = 'a-secret-of-edges-1'
let testServer: TestServer
let anna: TestClient
let meetingId: string
let streamId: string

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false, liveEdgeSecret: edgeSecret })
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

async function onAir(fields: object) {
	meetingId = await schedule(anna, { live: 1, ...fields })
	streamId = (await anna.send('GET /live/desk/publishing', { meetingId })).data.streamId
	await anna.send('POST /live/desk/start', { meetingId })
	testServer.liveEngine.publish(streamId)
}
const watch = async (client: TestClient) => {
	const reply = await client.send('GET /live/getLiveStream', { meetingId })
	return { cookies: cookiesOf(reply), ...JSON.parse(reply.text).liveData }
}
const renew = (client: TestClient, token: string) => client.send('POST /live/pass', { meetingId, token })

/** Parses a cookie into name, value and attributes. */
const cookiesOf = ({ headers }: Reply) =>
	Object.fromEntries(
		[headers['set-cookie'] ?? []].flat().map(text => {
			const [pair = '', ...attributes] = String(text).split('; ')
			const [name = '', ...value] = pair.split('=')
			return [name, { value: value.join('='), attributes }]
		}),
	)

/** Checks a pass as an edge does. */
function opens(pass = ''): boolean {
	const [expires = '', signature] = pass.split('.')
	const wanted = createHash('md5').update(`${expires} ${streamId} ${edgeSecret}`).digest('base64url')
	return signature === wanted && Number(expires) * 1000 > testServer.clock.now()
}

test('[LIVE-27] an authorised viewer has token and pass in cookies of the stream only, and playlists need no other address', async () => {
	await onAir({ live_login: 1 })
	const ben = await testServer.signIn('ben')
	const { cookies, pullUrl, passForMs, token } = await watch(ben)
	expect(pullUrl[0].hlsPullUrl).toBe(`/live/hls/${streamId}`)
	expect(passForMs).toBe(passLifetimeMs)
	expect(cookies.parley_live?.value).toBe(token)
	const place = ['HttpOnly', `Path=/live/hls/${streamId}`, 'SameSite=Lax']
	for (const name of ['parley_live', 'parley_live_pass']) {
		expect(cookies[name]?.attributes).toEqual(expect.arrayContaining(place))
	}
	expect(opens(cookies.parley_live_pass?.value)).toBe(true)
	testServer.clock.advance(10_000)
	const renewed = await renew(ben, token)
	expect(renewed).toMatchObject({ http: 200, data: { passForMs: passLifetimeMs } })
	testServer.clock.advance(passLifetimeMs - 5_000)
	expect(opens(cookies.parley_live_pass?.value)).toBe(false)
	expect(opens(cookiesOf(renewed).parley_live_pass?.value)).toBe(true)
})

test('no pass is renewed after signing out, without a token, or with a forged or foreign one', async () => {
	await onAir({ live_login: 1 })
	const [ben, both] = [await testServer.signIn('ben'), await testServer.signIn('both')]
	const { token } = await watch(ben)
	const refusals = [
		await renew(both, token),
		await renew(ben, ''),
		await renew(ben, `${token}x`),
		await renew(ben, 'x'),
	]
	for (const reply of refusals) {
		expect(reply.http).toBeGreaterThanOrEqual(400)
		expect(cookiesOf(reply)).not.toHaveProperty('parley_live_pass')
	}
	expect((await renew(ben, token)).http).toBe(200)
	await ben.send('POST /auth/logout')
	const after = await renew(ben, token)
	expect([after.http, cookiesOf(after).parley_live_pass]).toEqual([403, undefined])
	testServer.clock.advance(13 * 3_600_000)
	expect((await renew(both, (await watch(both)).token ?? token)).http).not.toBe(500)
})

test('a live without sign-in and password needs no pass, until it has a password', async () => {
	await onAir({ live_login: 0 })
	const guest = await testServer.visit()
	const { pullUrl, passForMs } = await watch(guest)
	expect([pullUrl[0].hlsPullUrl, passForMs]).toEqual([`/live/hls/public/${streamId}`, undefined])
	const { isPublic } = testServer.liveEngine.hooks()
	expect(await isPublic?.(streamId)).toBe(true)
	await anna.send(`PATCH /meeting/meetings/${meetingId}`, { live: 1, live_login: 0, live_pwd: '1234' })
	expect(await isPublic?.(streamId)).toBe(false)
	expect((await watch(anna)).pullUrl[0].hlsPullUrl).toBe(`/live/hls/${streamId}`)
})

test('without edges no passes are issued', async () => {
	await testServer.close()
	testServer = await createTestServer({ callLimits: false })
	anna = await testServer.signIn('anna')
	await onAir({ live_login: 0 })
	const { cookies, pullUrl, passForMs, token } = await watch(anna)
	expect([pullUrl[0].hlsPullUrl, passForMs, cookies.parley_live_pass]).toEqual([
		`/live/hls/${streamId}`,
		undefined,
		undefined,
	])
	expect(cookies.parley_live?.value).toBe(token)
	expect((await renew(anna, token)).http).toBe(403)
})
