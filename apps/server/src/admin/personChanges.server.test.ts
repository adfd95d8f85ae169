import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { encryptPassword } from '@parley/api'
import { imPaths } from '@parley/im'
import { roomHandshake, roomPaths } from '@parley/room'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword, demoSites } from '../demo/index.ts'
import { openSocketClient } from '../modules/messaging/adapters/gateway/testing/socketClient.ts'
import { createPostgresDatabase } from '../platform/testing/postgres.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../platform/testing/serverProcess.ts'
import { runAdmin } from './program.ts'

const databaseServer = env.PARLEY_TEST_DATABASE_URL
const [site] = demoSites
/** Ordinary members, one for each test, since commands change them for good. */
const [disabled = '', deleted = '', enabled = '', bystanding = ''] = (site?.companies[0]?.people ?? [])
	.filter(({ userType }) => userType === 1)
	.map(({ name }) => name)
/** Less than the five seconds after which rights are checked anyway; half a second on an idle machine. */
const noticedWithinMs = 4_500

let folder: string
let settings: Record<string, string>
let drop = async () => {}
let server: ServerProcess

async function start(database: 'SQLite' | 'PostgreSQL') {
	folder = mkdtempSync(join(tmpdir(), 'parley-people-'))
	settings = { PARLEY_DATA: folder, PARLEY_LOG: 'warn', PARLEY_DEMO: '1' }
	if (database === 'PostgreSQL') {
		const created = await createPostgresDatabase(databaseServer ?? '')
		drop = created.drop
		settings.DATABASE_URL = created.url
	}
	server = await startServerProcess(settings)
}
async function stop() {
	await stopServerProcess(server, 'SIGKILL')
	await drop()
	drop = async () => {}
	rmSync(folder, { recursive: true, force: true })
}

/** Runs the command in this process; the server runs in its own. */
async function parley(...args: string[]): Promise<{ exitCode: number; printed: string }> {
	const printed: string[] = []
	const print = (line: string) => void printed.push(line)
	const terminal = { root: folder, print, printError: print, readInput: async () => '', onInterrupt: () => () => {} }
	const exitCode = await runAdmin(args, { environment: settings, ...terminal })
	return { exitCode, printed: printed.join('\n') }
}

async function signIn(name: string) {
	const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
	const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
	const _token = /name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? ''
	const headers: Record<string, string> = { cookie, 'content-type': 'application/json' }
	async function post(path: string, body: object) {
		const answer = await fetch(server.url(path), {
			method: 'POST',
			headers,
			body: JSON.stringify({ ...body, _token }),
		})
		return { status: answer.status, ...((await answer.json()) as { code: number; data: Record<string, string> }) }
	}
	const password = encryptPassword(demoPassword, new Uint8Array(16))
	const signedIn = await post('/auth/login?unauth', { name, password })
	if (signedIn.data) headers.authorization = `Bearer ${signedIn.data.access_token}`
	return { ...signedIn, headers, post }
}

/** Puts the person into the room of their own meeting; resolves with the reason they leave it. */
async function enterRoom({ post }: Awaited<ReturnType<typeof signIn>>): Promise<{ closed: Promise<string> }> {
	const fields = { meeting_topic: 'Ends', start_time: '2090-01-01 10:00:00', duration: 3_600, host_pwd: 'host-1234' }
	const created = await post('/meeting/meetings', fields)
	const who = {
		meetingId: created.data.meeting_id,
		display_name: 'Somebody',
		action: 'webJoin',
		meeting_pwd: 'host-1234',
	}
	const joined = await post('/meeting/joinMeeting', who)
	const ticket = String(joined.data.rtc_join_url).split('#ticket=')[1]
	const socket = io(server.url(roomPaths.presence), {
		path: roomPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		auth: roomHandshake,
	})
	const closed = new Promise<string>(resolve => {
		socket.on('room.closed', ({ reason }: { reason: string }) => {
			socket.disconnect()
			resolve(reason)
		})
	})
	const entered = await socket.timeout(10_000).emitWithAck('enter', { kind: 'ticket', ticket })
	expect(entered).toMatchObject({ ok: true })
	return { closed }
}

async function enterMessaging({ headers }: Awaited<ReturnType<typeof signIn>>) {
	const answer = await fetch(server.url(`${imPaths.token}?imAppId=${site?.id}`), { headers })
	const { data } = (await answer.json()) as { data: { imToken: string; imUserId: string } }
	const client = await openSocketClient(server.url(''))
	const login = { uid: data.imUserId, token: data.imToken, appId: site?.id, deviceId: 'a device' }
	expect(await client.call('login', login)).toMatchObject({ code: 0 })
	return client
}

const within = (ms: number, what: Promise<unknown>) =>
	Promise.race([
		what,
		new Promise((_, reject) => setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref()),
	])

const databases = databaseServer === undefined ? (['SQLite'] as const) : (['SQLite', 'PostgreSQL'] as const)

describe.each(databases)('a command beside a running server, on %s', database => {
	beforeAll(() => start(database))
	afterAll(stop)

	test.each([
		['disable', disabled, [], 403],
		['delete', deleted, ['--yes'], 401],
	])(
		'person %s ends requests, the room and messaging within seconds',
		async (command, name, options, statusAfterwards) => {
			const member = await signIn(name)
			const [room, messaging] = [await enterRoom(member), await enterMessaging(member)]
			const isIn = async () => (await fetch(server.url('/auth/me'), { headers: member.headers })).status === 200
			expect(await isIn()).toBe(true)

			expect(await parley('person', command, name, ...options)).toMatchObject({ exitCode: 0 })
			expect(await isIn()).toBe(false)
			await within(noticedWithinMs, Promise.all([room.closed, messaging.push('unauthorised')]))
			expect(await room.closed).toBe('access-ended')
			expect((await signIn(name)).status).toBe(statusAfterwards)
		},
	)

	test('[IMCALL-57] person end-sessions ends requests, the room and messaging, and lets them sign in again', async () => {
		const member = await signIn(bystanding)
		const [room, messaging] = [await enterRoom(member), await enterMessaging(member)]
		expect(await parley('person', 'end-sessions', bystanding)).toMatchObject({ exitCode: 0 })
		expect((await fetch(server.url('/auth/me'), { headers: member.headers })).status).not.toBe(200)
		await within(noticedWithinMs, Promise.all([room.closed, messaging.push('forcedDisconnect')]))
		expect((await signIn(bystanding)).status).toBe(200)
	})

	test('an enabled person signs in again, and no one else was signed out', async () => {
		const bystander = await signIn(bystanding)
		await parley('person', 'disable', enabled)
		expect((await signIn(enabled)).code).toBe(200012)
		await parley('person', 'enable', enabled)
		expect((await signIn(enabled)).status).toBe(200)
		expect((await fetch(server.url('/auth/me'), { headers: bystander.headers })).status).toBe(200)
	})
})
