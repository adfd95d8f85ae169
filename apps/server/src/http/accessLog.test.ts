import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../testing/testServer.ts'

async function aServer() {
	const server = await createTestServer()
	onTestFinished(() => server.close())
	const lines = () =>
		server
			.logged()
			.split('\n')
			.filter(line => line.includes('"msg":"request"'))
			.map(line => JSON.parse(line) as Record<string, unknown>)
	return { ...server, lines }
}

test('a request is one line: method, pattern of the route, status, milliseconds, its id and the person', async () => {
	const { signIn, lines } = await aServer()
	const anna = await signIn('anna')
	const before = lines().length
	const reply = await anna.send('GET /meeting/users/meetings')
	const [line, ...others] = lines().slice(before)
	expect(others).toEqual([])
	expect(line).toEqual({
		level: 30,
		time: expect.any(String),
		reqId: reply.headers['x-request-id'],
		method: 'GET',
		route: '/meeting/users/meetings',
		status: 200,
		ms: expect.any(Number),
		personId: expect.any(String),
		msg: 'request',
	})
	expect(line?.personId).not.toBe('anna')
})

test('a refusal has its name, a guest no person', async () => {
	const { visit, lines } = await aServer()
	const guest = await visit()
	await guest.send('GET /meeting/users/meetings')
	const line = lines().at(-1)
	expect(line).toMatchObject({ route: '/meeting/users/meetings', refusal: 'signedOut' })
	expect(line).not.toHaveProperty('personId')
})

test('[OPS-09] a health check is a line only if it fails', async () => {
	const { app, database, lines } = await aServer()
	const before = lines().length
	for (const url of ['/healthz', '/readyz']) expect((await app.inject(url)).statusCode).toBe(200)
	expect(lines().slice(before)).toEqual([])
	await database.close()
	await app.inject('/readyz')
	database.close = async () => {}
	expect(lines().slice(before)).toEqual([expect.objectContaining({ route: '/readyz', status: 503 })])
})

test('contains nothing a browser sends', async () => {
	const { app, signIn, lines } = await aServer()
	const anna = await signIn('anna')
	const secret = 'Tell-Nobody-7'
	for (const url of [
		`/meeting/meetings/111222333?password=${secret}`,
		`/${secret}?token=${secret}`,
		`/room/111222333?pwd=${secret}#${secret}`,
		`/img/${secret}.png`,
	]) {
		await app.inject({
			url,
			headers: { host: anna.host, referer: `https://x.example/${secret}`, 'user-agent': secret, authorization: secret },
		})
	}
	await anna.send('POST /auth/login?unauth', { name: secret, password: secret, mobile: '13800138000' })
	const text = lines()
		.map(line => JSON.stringify(line))
		.join('\n')
	expect(lines().length).toBeGreaterThanOrEqual(6)
	for (const word of [secret, '13800138000', '111222333', anna.token ?? '', 'a.example'])
		expect(text).not.toContain(word)
})
