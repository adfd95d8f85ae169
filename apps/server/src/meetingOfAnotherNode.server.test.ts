import { spawnSync } from 'node:child_process'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { EnterResult } from '@parley/room'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callAs, type DemoMember, joinAs, scheduleAs, signInAs } from './demo/testing/demoMember.ts'
import { findSharedPrograms } from './platform/testing/nodes.ts'
import { runStatement } from './platform/testing/postgres.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'
import { connectPage, type EnterAnswer, enter } from './testing/roomSocket.ts'
import { startTwoServers, type TwoServers } from './testing/twoServers.ts'

const programs = findSharedPrograms(env)
const ffmpeg = env.PARLEY_TEST_FFMPEG ?? ''
const isTested = programs !== undefined && ffmpeg !== ''
if (!isTested)
	console.warn('!!! a meeting of one server in the live of another one: NOT TESTED, a program is missing !!!')

interface OnAir {
	meetingId: string
	streamId: string
	host: DemoMember
	entered: EnterResult
	/** Desk calls of the host over a server. */
	desk(node: ServerProcess, call: string): ReturnType<typeof callAs>
	/** The desk's state, as its page asks for it. */
	state(node: ServerProcess): Promise<Record<string, unknown>>
}

describe.skipIf(!isTested)('a meeting whose room is on another server than the streams of lives', () => {
	let servers: TwoServers | undefined
	let shared: TwoServers['shared']
	let settings: TwoServers['settings']
	let nodes: TwoServers['nodes']
	beforeAll(async () => {
		if (!programs) return
		servers = await startTwoServers(programs, { PARLEY_FFMPEG: ffmpeg })
		;({ shared, settings, nodes } = servers)
	}, 120_000)
	afterAll(async () => await servers?.dispose())

	const ask = (statement: string) => runStatement(shared.database.url, statement)
	/** Indexes of the server with the streams and of the other one, which gets the room. */
	async function places() {
		const [found] = await ask('select url from live_nodes join nodes on nodes.id = live_nodes.node')
		const owner = settings.findIndex(({ PARLEY_NODE_URL }) => PARLEY_NODE_URL === found?.url)
		expect(owner).toBeOneOf([0, 1])
		return { owner, other: 1 - owner }
	}
	const nodeAt = (index: number) => nodes[index] as ServerProcess
	async function kill(index: number) {
		await stopServerProcess(nodeAt(index), 'SIGKILL')
		onTestFinished(async () => {
			nodes[index] = await startServerProcess(settings[index] ?? {})
		})
	}

	/** Sends the meeting of a room on `room` and goes on air, with calls to `desk`. */
	async function goOnAir({ room, desk: at }: { room: ServerProcess; desk: ServerProcess }): Promise<OnAir> {
		const host = await signInAs(room, 'hanmei')
		const meetingId = await scheduleAs(room, host, { live: 1, live_login: 0 })
		const entered = await enter(await connectPage(room), await joinAs(room, host, meetingId))
		if (!entered.ok) throw new Error(entered.failure)
		const desk = (node: ServerProcess, call: string) => callAs(node, host, `/live/desk/${call}`, { meetingId })
		// Two cores compose one meeting at a time.
		onTestFinished(async () => {
			await Promise.all(nodes.map(node => desk(node, 'end').catch(() => {})))
		})
		const state = async (node: ServerProcess) => {
			const answer = await fetch(node.url(`/live/desk/state?meetingId=${meetingId}`), { headers: host.headers })
			return ((await answer.json()) as { data: Record<string, unknown> }).data
		}
		expect(await desk(at, 'publishRoom')).toMatchObject({ code: 200 })
		expect(await desk(at, 'start')).toMatchObject({ code: 200 })
		const [live] = await ask(`select stream_id from lives where id = '${meetingId}'`)
		return { meetingId, streamId: String(live?.stream_id), host, entered: entered.value, desk, state }
	}

	/** The names of the segments of a live. */
	async function segments(node: ServerProcess, streamId: string) {
		const base = `/live/hls/public/${streamId}/source/`
		const answer = await fetch(node.url(`${base}live.m3u8`))
		if (answer.status !== 200) return { map: undefined, files: [], base }
		const text = await answer.text()
		const map = /EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1]
		return { map, files: text.split('\n').filter(line => line !== '' && !line.startsWith('#')), base }
	}

	/** Waits for a segment that was not there before, and returns the size and the colours of its first picture. */
	async function seePicture(node: ServerProcess, streamId: string, before: readonly string[] = []) {
		let found: Awaited<ReturnType<typeof segments>> | undefined
		const newest = async () => {
			found = await segments(node, streamId).catch(() => undefined)
			return found?.files.filter(file => !before.includes(file)).at(-1)
		}
		await expect.poll(newest, { timeout: 15_000, interval: 250 }).toBeDefined()
		const name = found?.files.at(-1)
		const bytesOf = async (file = '') =>
			Buffer.from(await (await fetch(node.url(`${found?.base}${file}`))).arrayBuffer())
		const film = Buffer.concat([await bytesOf(found?.map), await bytesOf(name)])
		const filters = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
		const picture = spawnSync(ffmpeg, ['-v', 'error', '-i', 'pipe:0', ...filters], { input: film, maxBuffer: 1e8 })
		expect(picture.stderr.toString()).toBe('')
		return { bytes: picture.stdout.length, files: found?.files ?? [] }
	}
	const wholePicture = 1280 * 720

	test.each(['room', 'streams'] as const)(
		'[NODE-35] it is seen in the live over both servers, asked for over the one with the %s',
		async asked => {
			const { owner, other } = await places()
			const live = await goOnAir({ room: nodeAt(other), desk: nodeAt(asked === 'room' ? other : owner) })
			expect(
				await ask(
					`select url from room_nodes join nodes on nodes.id = room_nodes.node where meeting_id = '${live.meetingId}'`,
				),
			).toEqual([{ url: settings[other]?.PARLEY_NODE_URL }])
			for (const node of nodes) expect((await seePicture(node, live.streamId)).bytes).toBe(wholePicture)
			expect(await live.state(nodeAt(other))).toMatchObject({
				ways: expect.arrayContaining(['room']),
				roomPublishing: { available: 1, publishing: 1, interrupted: 0, participants: 1 },
				health: { phase: 'publishing' },
			})
			await live.desk(nodeAt(other), 'stopRoom')
			const isPublishing = async () => (await live.state(nodeAt(owner))).roomPublishing
			expect(await isPublishing()).toMatchObject({ publishing: 0 })
			// It can be sent again at once, and ends with the meeting.
			expect(await live.desk(nodeAt(other), 'publishRoom')).toMatchObject({ code: 200 })
			const path = `/meeting/closeMeeting/${live.meetingId}?_token=${encodeURIComponent(live.host.csrfToken)}`
			expect((await fetch(nodeAt(owner).url(path), { headers: live.host.headers })).status).toBe(200)
			await expect.poll(isPublishing, { timeout: 10_000 }).toMatchObject({ publishing: 0, interrupted: 0 })
		},
		120_000,
	)

	test('[NODE-36] when the server with the room is killed, the meeting is seen again from the one that people return to', async () => {
		const { owner, other } = await places()
		const live = await goOnAir({ room: nodeAt(other), desk: nodeAt(owner) })
		const { files } = await seePicture(nodeAt(owner), live.streamId)
		await kill(other)
		await resume(nodeAt(owner), live)
		await isPublishingAgain(nodeAt(owner), live)
		expect((await seePicture(nodeAt(owner), live.streamId, files)).bytes).toBe(wholePicture)
		await live.desk(nodeAt(owner), 'end')
	}, 120_000)

	test('[NODE-37] when the server with the streams is killed, the meeting is seen again from the one that takes them over', async () => {
		const { owner, other } = await places()
		const live = await goOnAir({ room: nodeAt(other), desk: nodeAt(owner) })
		await seePicture(nodeAt(owner), live.streamId)
		await kill(owner)
		await isPublishingAgain(nodeAt(other), live)
		expect((await seePicture(nodeAt(other), live.streamId)).bytes).toBe(wholePicture)
		await live.desk(nodeAt(other), 'end')
	}, 120_000)

	test('[NODE-44] when a server with both the room and the streams is killed, the meeting is seen again from the other one', async () => {
		const { owner, other } = await places()
		const live = await goOnAir({ room: nodeAt(owner), desk: nodeAt(owner) })
		await seePicture(nodeAt(owner), live.streamId)
		await kill(owner)
		await resume(nodeAt(other), live)
		await isPublishingAgain(nodeAt(other), live)
		expect((await seePicture(nodeAt(other), live.streamId)).bytes).toBe(wholePicture)
		expect(await ask('select stream_id from sent_meetings')).toEqual([{ stream_id: live.streamId }])
		await live.desk(nodeAt(other), 'end')
		await expect.poll(() => ask('select stream_id from sent_meetings'), { timeout: 10_000 }).toEqual([])
	}, 120_000)

	/** The host told that the broadcast was interrupted, and sending again. */
	const isPublishingAgain = (node: ServerProcess, live: OnAir) =>
		expect
			.poll(() => live.state(node).catch(() => undefined), { timeout: 45_000, interval: 250 })
			.toMatchObject({
				status: 'onAir',
				roomPublishing: { publishing: 1, interrupted: 1 },
				health: { phase: 'publishing' },
			})

	async function resume(node: ServerProcess, { meetingId, entered }: OnAir) {
		const from = performance.now()
		const sending = { microphone: false, camera: false }
		let returned: EnterAnswer | undefined
		while (!returned?.ok && performance.now() - from < 20_000) {
			const socket = await connectPage(node, meetingId).catch(() => undefined)
			returned = socket && (await enter(socket, { kind: 'resume', token: entered.resumeToken, sending }))
			if (!returned?.ok) await delay(100)
		}
		expect(returned).toMatchObject({ ok: true })
	}
})
