import { tmpdir } from 'node:os'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { meetingQuery } from '@parley/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { meetingIds } from './demo/meetings.ts'
import { callAs, joinAs, scheduleAs, signInAs } from './demo/testing/demoMember.ts'
import { createS3Blobs, openS3 } from './platform/s3Blobs.ts'
import { freePort } from './platform/testing/freePort.ts'
import { findSharedPrograms } from './platform/testing/nodes.ts'
import { runStatement } from './platform/testing/postgres.ts'
import { redisUrl, startRedis } from './platform/testing/redisServer.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
	tryStartServerProcess,
} from './platform/testing/serverProcess.ts'
import { connectPage, type EnterAnswer, enter } from './testing/roomSocket.ts'
import { startTwoServers, type TwoServers } from './testing/twoServers.ts'

const programs = findSharedPrograms(env)
if (!programs) console.warn('!!! several servers on one database: NOT TESTED, a program they share is missing !!!')

describe.skipIf(!programs)('several servers on one database', () => {
	let servers: TwoServers | undefined
	let shared: TwoServers['shared']
	let settings: TwoServers['settings']
	let nodes: TwoServers['nodes']
	beforeAll(async () => {
		if (!programs) return
		servers = await startTwoServers(programs)
		;({ shared, settings, nodes } = servers)
	}, 120_000)
	afterAll(async () => await servers?.dispose())

	const nodeAt = (index: number) => nodes[index] as ServerProcess
	async function restart(index: number) {
		nodes[index] = await startServerProcess(settings[index] ?? {})
	}
	/** A room on the first node with its host, and a member who is about to enter over the other one. */
	async function openRoom() {
		const host = await signInAs(nodeAt(0), 'hanmei')
		const meetingId = await scheduleAs(nodeAt(0), host)
		const hostSocket = await connectPage(nodeAt(0))
		const entered = await enter(hostSocket, await joinAs(nodeAt(0), host, meetingId))
		if (!entered.ok) throw new Error(entered.failure)
		const member = await signInAs(nodeAt(1), 'lilei')
		return { host, meetingId, hostSocket, entered: entered.value, member }
	}

	test('[NODE-01] [NODE-05] [NODE-06] people on different servers meet in one room', async () => {
		const { meetingId, hostSocket, member } = await openRoom()
		const request = await joinAs(nodeAt(1), member, meetingId)
		expect(await enter(await connectPage(nodeAt(1)), request)).toEqual({ ok: false, failure: 'other-node' })
		const passedOn = await connectPage(nodeAt(1), meetingId)
		const heard = new Promise(resolve => hostSocket.once('participant.joined', resolve))
		const entered = await enter(passedOn, request)
		expect(entered.ok && entered.value.roster).toHaveLength(2)
		await heard
	}, 60_000)

	test('[NODE-16] a meeting that ends over one server closes its room on another one', async () => {
		const { host, meetingId, hostSocket } = await openRoom()
		const closed = new Promise(resolve => hostSocket.once('room.closed', resolve))
		const path = `/meeting/closeMeeting/${meetingId}?_token=${encodeURIComponent(host.csrfToken)}`
		expect((await fetch(nodeAt(1).url(path), { headers: host.headers })).status).toBe(200)
		expect(await closed).toMatchObject({ reason: 'ended' })
	}, 60_000)

	test('[NODE-21] the files of a chat are opened over a server that does not have the room', async () => {
		const { meetingId, member } = await openRoom()
		const passedOn = await connectPage(nodeAt(1), meetingId)
		expect(await enter(passedOn, await joinAs(nodeAt(1), member, meetingId))).toMatchObject({ ok: true })
		const grant = await passedOn.timeout(5_000).emitWithAck('chat.enter', null)
		expect(grant).toMatchObject({ ok: true, value: { meetingId } })
		const { token } = grant.value.files
		const open = (query: string) => callAs(nodeAt(1), member, `/meeting/chat/files/open?unauth${query}`, { token })
		expect(await open(`&${meetingQuery}=${meetingId}`)).toMatchObject({ code: 200 })
		// Without the name of the meeting, it is asked of the server that does not know who is in the room.
		expect(await open('')).toMatchObject({ code: 40431 })
	}, 60_000)

	test('[NODE-23] a live is served over every server, and by another one when the one that has its stream is killed', async () => {
		const ask = (statement: string) => runStatement(shared.database.url, statement)
		const [live] = await ask("select stream_id from lives where status = 'onAir' limit 1")
		const path = `/live/hls/${live?.stream_id}/master.m3u8?unauth`
		/** 204: the stream is there without a picture; 404: it is not. */
		const statusAt = (node: ServerProcess) => fetch(node.url(path)).then(({ status }) => status)
		const isThere = expect.toBeOneOf([200, 204])
		// The demo goes on air a little after its servers are up.
		const statuses = () => Promise.all(nodes.map(statusAt))
		await expect.poll(statuses, { timeout: 30_000 }).toEqual([isThere, isThere])
		const [owner] = await ask('select url from live_nodes join nodes on nodes.id = live_nodes.node')
		const killed = settings.findIndex(({ PARLEY_NODE_URL }) => PARLEY_NODE_URL === owner?.url)
		expect(killed).toBeOneOf([0, 1])
		await stopServerProcess(nodeAt(killed), 'SIGKILL')
		onTestFinished(() => restart(killed))
		await expect.poll(() => statusAt(nodeAt(1 - killed)), { timeout: 10_000, interval: 100 }).toEqual(isThere)
	}, 60_000)

	test('[NODE-38] the recording of a live is played over another server when the one that made it is killed', async () => {
		const [live] = await runStatement(
			shared.database.url,
			`select stream_id from lives where id = '${meetingIds.ended}'`,
		)
		const inBucket = createS3Blobs(openS3(shared.objects), 'lives')
		const copied = async () => (await inBucket.list(`recordings.index/${live?.stream_id}.`)).map(({ name }) => name)
		await expect
			.poll(copied, { timeout: 150_000, interval: 1_000 })
			.toEqual([expect.stringMatching(/begun$/), expect.stringMatching(/json$/)])
		/** Plays it as a viewer does; undefined as long as it cannot be played. */
		async function play(node: ServerProcess) {
			const answer = await fetch(node.url(`/live/getLiveStream?meetingId=${meetingIds.ended}`)).catch(() => undefined)
			if (!answer?.ok) return undefined
			const { liveData } = (await answer.json()) as {
				liveData: { pullUrl: { hlsPullUrl: string }[]; recordingSuffix?: string; token: string }
			}
			const base = `${liveData.pullUrl[0]?.hlsPullUrl}${liveData.recordingSuffix}`
			if (liveData.recordingSuffix === undefined) return undefined
			const playlist = await (await fetch(node.url(`${base}?token=${liveData.token}`))).text()
			const names = playlist.match(/[\w.-]+\.(?:m4s|mp4)/g) ?? []
			const files = names.map(async name => {
				const file = await fetch(node.url(base.replace(/[^/]*$/, name)))
				return file.ok ? Buffer.from(await file.arrayBuffer()).toString('base64') : file.status
			})
			return { playlist, files: await Promise.all(files) }
		}
		const before = await play(nodeAt(0))
		expect(before?.files.length).toBeGreaterThan(3)
		const owner = await runStatement(
			shared.database.url,
			'select url from live_nodes join nodes on nodes.id = live_nodes.node',
		)
		const killed = settings.findIndex(({ PARLEY_NODE_URL }) => PARLEY_NODE_URL === owner[0]?.url)
		await stopServerProcess(nodeAt(killed), 'SIGKILL')
		onTestFinished(() => restart(killed))
		await expect.poll(() => play(nodeAt(1 - killed)), { timeout: 20_000, interval: 500 }).toEqual(before)
	}, 200_000)

	test('[NODE-13] when a server is killed, people return over another one with their places', async () => {
		const { meetingId, entered } = await openRoom()
		await stopServerProcess(nodeAt(0), 'SIGKILL')
		onTestFinished(() => restart(0))
		const killedAt = performance.now()
		const sending = { microphone: false, camera: false }
		let returned: EnterAnswer | undefined
		while (!returned?.ok && performance.now() - killedAt < 20_000) {
			const socket = await connectPage(nodeAt(1), meetingId).catch(() => undefined)
			returned = socket && (await enter(socket, { kind: 'resume', token: entered.resumeToken, sending }))
			if (!returned?.ok) await delay(100)
		}
		expect(returned).toMatchObject({ ok: true, value: { self: entered.self } })
		expect(returned?.ok && returned.value.roster).toHaveLength(1)
		const rows = await runStatement(shared.database.url, 'select id from nodes')
		expect(rows).toHaveLength(1)
	}, 60_000)

	describe('a server that does not fit the others does not start', () => {
		const refusalOf = async (own: Record<string, string | undefined>) => {
			const given = Object.entries({ ...(await shared.nodeSettings()), ...own })
			const { failed, started } = await tryStartServerProcess(
				Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined)),
			)
			if (started) await stopServerProcess(started, 'SIGKILL')
			return failed?.output
		}

		test('[NODE-14] without an address', async () => {
			expect(await refusalOf({ PARLEY_NODE_URL: undefined })).toMatch(/set PARLEY_NODE_URL for each of them/)
		}, 60_000)
		test('[NODE-14] with the address of another one', async () => {
			const url = nodeAt(0).url('')
			expect(await refusalOf({ PARLEY_NODE_URL: url })).toContain(`has the PARLEY_NODE_URL ${url}`)
		}, 60_000)
		test('[NODE-43] with another object store, or an origin of lives that they do not have', async () => {
			// One that answers would refuse the bucket before (NODE-47).
			const store = { PARLEY_S3_BUCKET: 'another', PARLEY_S3_ENDPOINT: 'http://127.0.0.1:1' }
			expect(await refusalOf(store)).toMatch(/other values .* in: PARLEY_S3_BUCKET\./)
			const origin = {
				PARLEY_LIVE_ORIGIN_RTMP: 'rtmp://10.0.0.9/live',
				PARLEY_LIVE_ORIGIN_HLS: 'http://10.0.0.9/{stream}.m3u8',
				PARLEY_LIVE_ORIGIN_SECRET: 'a-secret-of-the-hooks',
			}
			expect(await refusalOf(origin)).toContain(`in: ${Object.keys(origin).join(', ')}.`)
		}, 60_000)
		test('[NODE-43] with a LiveKit or a public address that they do not have', async () => {
			const livekit = {
				PARLEY_LIVEKIT_URL: 'wss://livekit.example.org',
				PARLEY_LIVEKIT_KEY: 'key',
				PARLEY_LIVEKIT_SECRET: 's'.repeat(32),
			}
			expect(await refusalOf(livekit)).toContain('in: PARLEY_LIVEKIT_URL.')
			expect(await refusalOf({ PARLEY_URL: 'https://another.example.org' })).toContain('in: PARLEY_URL.')
		}, 60_000)
		test('[NODE-46] with another Redis', async () => {
			const port = await freePort()
			const another = await startRedis(programs?.redis ?? '', { port, folder: tmpdir() })
			onTestFinished(another.kill)
			expect(await refusalOf({ PARLEY_REDIS_URL: redisUrl(port) })).toMatch(/The server at \S+ uses another Redis/)
		}, 60_000)
		test.each(['DATABASE_URL', 'PARLEY_REDIS_URL', 'PARLEY_S3_BUCKET'])(
			'[NODE-14] without %s',
			async name => {
				expect(await refusalOf({ [name]: undefined })).toContain(`Setting ${name}: expected a value`)
			},
			60_000,
		)
	})
})
