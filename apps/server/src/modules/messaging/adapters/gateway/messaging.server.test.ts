import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { encryptPassword } from '@parley/api'
import { answerCodes, imPaths, packetNumbers } from '@parley/im'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoPassword, demoSites } from '../../../../demo/index.ts'
import { freePort } from '../../../../platform/testing/freePort.ts'
import { createPostgresDatabase } from '../../../../platform/testing/postgres.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../../../platform/testing/serverProcess.ts'
import { malformedEnvelopes } from './testing/malformedEnvelopes.ts'
import { openSocketClient, type SocketClient } from './testing/socketClient.ts'

const databaseServer = env.PARLEY_TEST_DATABASE_URL
const [site] = demoSites
const appId = site?.id ?? ''
const people = (site?.companies[0]?.people ?? []).filter(({ userType }) => userType === 1).map(({ name }) => name)
const [first = '', second = ''] = people

const databases = {
	SQLite: async () => ({ settings: {}, drop: async () => {} }),
	PostgreSQL: async () => {
		const { url, drop } = await createPostgresDatabase(databaseServer ?? '')
		return { settings: { DATABASE_URL: url }, drop }
	},
}
const names = (Object.keys(databases) as (keyof typeof databases)[]).filter(
	name => name === 'SQLite' || databaseServer !== undefined,
)

describe.each(names)('over real sockets, on %s', name => {
	let folder: string
	let settings: Record<string, string>
	let drop: () => Promise<void>
	let server: ServerProcess

	const start = () => startServerProcess(settings)

	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'parley-im-'))
		const database = await databases[name]()
		drop = database.drop
		settings = {
			PORT: String(await freePort()),
			PARLEY_DATA: folder,
			PARLEY_LOG: 'warn',
			PARLEY_DEMO: '1',
			...database.settings,
		}
		server = await start()
	})
	afterEach(async () => {
		await stopServerProcess(server, 'SIGKILL')
		await drop()
		rmSync(folder, { recursive: true, force: true })
	})

	/** Signs in over HTTP and gets a token for messaging. */
	async function tokenOf(person: string): Promise<{ uid: string; token: string }> {
		const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
		const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
		const _token = /name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? ''
		const password = encryptPassword(demoPassword, new Uint8Array(16))
		const signedIn = await fetch(server.url('/auth/login?unauth'), {
			method: 'POST',
			headers: { cookie, 'content-type': 'application/json' },
			body: JSON.stringify({ name: person, password, _token }),
		})
		const { data } = (await signedIn.json()) as { data: { access_token: string } }
		const answer = await fetch(server.url(`${imPaths.token}?imAppId=${appId}`), {
			headers: { cookie, authorization: `Bearer ${data.access_token}` },
		})
		const { data: given } = (await answer.json()) as { data: { imToken: string; imUserId: string } }
		return { uid: given.imUserId, token: given.imToken }
	}

	async function logIn({ uid, token }: { uid: string; token: string }): Promise<SocketClient> {
		const client = await openSocketClient(server.url(''))
		const answer = await client.call('login', { uid, token, appId, deviceId: `device of ${uid}`.slice(0, 20) })
		expect(answer).toMatchObject({ code: 0 })
		return client
	}

	test('[IMCALL-17] messages acknowledged before a kill -9 exist after it, once and in order', async () => {
		const [li, han] = [await tokenOf(first), await tokenOf(second)]
		let [sender, receiver] = [await logIn(li), await logIn(han)]
		const { gid } = await sender.call('groupCreate', { name: 'Design', userIds: [han.uid] })
		await receiver.push('groupListUpdated')
		const sent = await sender.call('groupSend', { gid, content: 'Hello', cmid: 'hello' })
		expect(sent).toMatchObject({ code: 0, cmid: 'hello' })
		const heard = await receiver.push('messagesReceived')
		expect(heard.jsonData).toMatchObject({ gid, list: [{ content: 'Hello', hisId: sent.hisId, userId: li.uid }] })

		const acknowledged = new Map([['hello', sent.hisId]])
		const cmids = Array.from({ length: 40 }, (_, number) => `message-${number}`)
		const send = async (cmid: string) => {
			const { code, hisId } = await sender.call('groupSend', { gid, content: cmid, cmid })
			expect(code).toBe(0)
			acknowledged.set(cmid, hisId)
		}
		// A few at a time, so that some are acknowledged, some in flight and some unsent when the server dies.
		const unsent = [...cmids]
		const sendOn = async () => {
			for (let cmid = unsent.shift(); cmid !== undefined; cmid = unsent.shift()) await send(cmid)
		}
		const sending = Promise.allSettled([sendOn(), sendOn(), sendOn()])
		while (acknowledged.size < 15) await delay(1)
		await stopServerProcess(server, 'SIGKILL')
		await sending
		const acknowledgedBefore = new Map(acknowledged)
		expect(acknowledgedBefore.size).toBeLessThan(cmids.length)

		server = await start()
		receiver = await logIn(han)
		sender = await logIn(li)
		for (const cmid of cmids) if (!acknowledgedBefore.has(cmid)) await send(cmid)
		// A repetition gets the original answer.
		expect(await sender.call('groupSend', { gid, content: 'again', cmid: 'hello' })).toMatchObject({
			code: 0,
			hisId: sent.hisId,
		})
		const history = await receiver.call('groupHistory', { gid, after: (sent.hisId as number) - 1, count: 100 })
		const list = history.list as { hisId: number; cmid: string; content: string }[]
		expect(list.map(({ hisId }) => hisId)).toEqual(list.map((_, index) => (sent.hisId as number) + index))
		expect(list.map(({ cmid }) => cmid).toSorted()).toEqual(['hello', ...cmids].toSorted())
		for (const { cmid, hisId } of list) expect(acknowledged.get(cmid)).toBe(hisId)
	})

	test('a stop answers received calls and tells every client when to reconnect', async () => {
		const [li, han] = [await tokenOf(first), await tokenOf(second)]
		const clients = [await logIn(li), await logIn(han)]
		const stopped = stopServerProcess(server)
		const told = await Promise.all(clients.map(client => client.push('reconnectLater')))
		expect(told.map(({ jsonData }) => jsonData.code)).toEqual([answerCodes.stopping, answerCodes.stopping])
		expect(new Set(told.map(({ jsonData }) => jsonData.retryAfterMs)).size).toBe(2)
		await Promise.all(clients.map(({ closed }) => closed))
		await stopped
		expect(server.child.exitCode).toBe(0)
	})

	test('ten thousand malformed envelopes are answered or ignored, and leave no traces', async () => {
		const residentBytes = () => Number(readFileSync(`/proc/${server.child.pid}/statm`, 'utf8').split(' ')[1]) * 4_096
		const rounds = people.slice(0, 20)
		let before = 0
		for (const [round, person] of rounds.entries()) {
			// A new person on a new connection each time, or the limits would answer; and one without an identity.
			const [member, stranger] = [await logIn(await tokenOf(person)), await openSocketClient(server.url(''))]
			for (const [at, envelope] of malformedEnvelopes(500, round).entries()) {
				const number = (envelope as { messageType?: unknown } | null)?.messageType
				const isSessionCall = number === packetNumbers.login || number === packetNumbers.logout
				const { socket } = isSessionCall || at % 4 === 0 ? stranger : member
				socket.emit('message', envelope)
			}
			// If all of them are processed within a moment, the connection's limit answers first.
			await vi.waitFor(async () => expect(await member.call('friendList', {})).toMatchObject({ list: [] }), {
				interval: 1_000,
				timeout: 20_000,
			})
			member.socket.disconnect()
			stranger.socket.disconnect()
			if (round === 4) before = residentBytes()
		}
		expect(residentBytes() - before).toBeLessThan(64 * 1024 * 1024)
		const client = await logIn(await tokenOf(first))
		expect(await client.call('groupList', {})).toMatchObject({ code: 0 })
		expect(server.child.exitCode).toBeNull()
		expect(server.output()).not.toContain('"level":50')
	})
})
