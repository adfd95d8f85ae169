import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { recordingMediaPath } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type RecordingEnd, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type DemoMember, signInAs } from '../../demo/testing/demoMember.ts'
import { createS3Blobs, openS3 } from '../../platform/s3Blobs.ts'
import { startObjectStore } from '../../platform/testing/objectStore.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../../platform/testing/serverProcess.ts'
import { canMountDisks, mountSmallDisk, resizeSmallDisk, unmountSmallDisk } from '../../platform/testing/smallDisk.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''
const objectStore = process.env.PARLEY_TEST_OBJECT_STORE ?? ''
const hostPassword = 'host-1234'
/** Under load the program needs a moment to start and to end. */
const patience = { timeout: 40_000, interval: 200 }

let folder: string
let server: ServerProcess
let host: DemoMember
let meetingId: string
const sockets: Socket[] = []

const start = async (settings: Record<string, string> = {}) => {
	server = await startServerProcess({ PARLEY_DATA: folder, PARLEY_LOG: 'info', PARLEY_DEMO: '1', ...settings })
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-recording-'))
})
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.disconnect()
	await stopServerProcess(server, 'SIGKILL')
	rmSync(folder, { recursive: true, force: true })
})

async function send(method: string, path: string, fields: object = {}) {
	const url = new URL(server.url(path))
	const body = { ...fields, _token: host.csrfToken }
	if (method === 'DELETE') url.search = new URLSearchParams(body as Record<string, string>).toString()
	const answer = await fetch(url, {
		method,
		// A body that is announced and missing is refused.
		headers: method === 'POST' ? host.headers : { ...host.headers, 'content-type': 'text/plain' },
		...(method === 'POST' && { body: JSON.stringify(body) }),
	})
	return { answer, body: (await answer.json()) as { code: number; data: never } }
}

/** Enters the room of a new meeting as its host. */
async function enter() {
	host = await signInAs(server, 'hanmei')
	const fields = { meeting_topic: 'Harbour plans', start_time: '2090-01-01 10:00:00', duration: 3_600 }
	const created = await send('POST', '/meeting/meetings', { ...fields, host_pwd: hostPassword })
	meetingId = (created.body.data as { meeting_id: string }).meeting_id
	const joining = { meetingId, display_name: 'Han Mei', action: 'webJoin', meeting_pwd: hostPassword }
	const joined = await send('POST', '/meeting/joinMeeting', joining)
	const ticket = String((joined.body.data as { rtc_join_url: string }).rtc_join_url).split('#ticket=')[1]
	const socket = io(server.url(roomPaths.presence), {
		path: roomPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		auth: roomHandshake,
	})
	sockets.push(socket)
	const ends: RecordingEnd[] = []
	socket.on('room.recording', ({ end }) => end && ends.push(end))
	const call = (name: string, input: unknown = null) => socket.timeout(20_000).emitWithAck(name, input)
	expect(await call('enter', { kind: 'ticket', ticket })).toMatchObject({ ok: true, value: { recording: null } })
	return { call, ends, socket }
}

/** Starts a recording as soon as the server has found its ffmpeg. */
const startRecording = (call: (name: string) => Promise<unknown>) =>
	expect.poll(() => call('recording.start'), patience).toEqual(ok(null))

type Listed = { id: string; time: number; duration_ms?: number; bytes?: number }
async function list(): Promise<Listed[]> {
	const { body } = await send('GET', `/meeting/meetings/${meetingId}/recordings`)
	return (body.data as { data: Listed[] }).data
}
const finished = () =>
	expect.poll(list, patience).toEqual([expect.objectContaining({ duration_ms: expect.any(Number) })])

/** Downloads the whole recording, and decodes it. */
async function decode(id: string) {
	const { answer } = await send('POST', `/meeting/recordings/${id}/open`)
	const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
	const whole = await fetch(server.url(`${recordingMediaPath(id as never)}/recording.mp4`), { headers: { cookie } })
	const bytes = Buffer.from(await whole.arrayBuffer())
	const path = join(folder, 'downloaded.mp4')
	writeFileSync(path, bytes)
	const run = spawnSync(program, ['-hide_banner', '-i', path, '-f', 'null', '-'], {
		encoding: 'utf8',
	})
	const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(run.stderr) ?? []
	return {
		bytes: bytes.length,
		durationS: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
		hasPicture: /Video: h264.*1280x720/.test(run.stderr),
		hasSound: /Audio: aac.*48000 Hz/.test(run.stderr),
		errors:
			run.status === 0
				? run.stderr.split('\n').filter(line => /error|invalid|corrupt/i.test(line) && !line.includes('muxer'))
				: [run.stderr],
	}
}

test('[ROOM-152] without ffmpeg a recording is refused by name, and nothing of one is listed', async () => {
	await start({ PARLEY_FFMPEG: 'off' })
	const { call } = await enter()
	expect(await call('recording.start')).toEqual(refused('recording.no-ffmpeg'))
	expect(await list()).toEqual([])
})

describe.skipIf(program === '')('with ffmpeg', () => {
	test('[ROOM-150, ROOM-156] a recording is listed when it is stopped, and the file decodes for as long as it is', async () => {
		await start({ PARLEY_FFMPEG: program })
		const { call, ends } = await enter()
		await startRecording(call)
		expect(await list()).toEqual([{ id: expect.any(String), time: expect.any(Number), running: 1 }])
		await delay(5_000)
		expect(await call('recording.stop')).toEqual(ok(null))
		expect(ends).toEqual(['stopped'])
		await finished()
		const [{ id = '', duration_ms = 0, bytes = 0 } = {}] = await list()
		const decoded = await decode(id)
		expect(decoded).toMatchObject({ bytes, hasPicture: true, hasSound: true, errors: [] })
		expect(Math.abs(decoded.durationS * 1_000 - duration_ms)).toBeLessThan(100)
		expect(duration_ms).toBeGreaterThan(4_000)

		const removed = await send('DELETE', `/meeting/recordings/${id}`)
		expect(removed.answer.status).toBe(200)
		expect(await list()).toEqual([])
		expect(readdirSync(join(folder, 'recordings'))).toEqual([])
	}, 120_000)

	test.skipIf(!objectStore)(
		'[NODE-22] with an object store the file is there when the recording is finished, and plays from there',
		async () => {
			const objects = await startObjectStore(objectStore, mkdtempSync(join(folder, 'objects-')))
			onTestFinished(() => objects.kill())
			const { bucket, endpoint = '', credentials } = objects.settings
			await start({
				PARLEY_FFMPEG: program,
				PARLEY_S3_BUCKET: bucket,
				PARLEY_S3_ENDPOINT: endpoint,
				PARLEY_S3_KEY: credentials?.accessKeyId ?? '',
				PARLEY_S3_SECRET: credentials?.secretAccessKey ?? '',
			})
			const { call } = await enter()
			await startRecording(call)
			await delay(2_500)
			expect(await call('recording.stop')).toEqual(ok(null))
			await finished()
			await expect.poll(() => readdirSync(join(folder, 'recordings'))).toEqual([])
			const [recording] = await list()
			const id = recording?.id ?? ''
			expect(await decode(id)).toMatchObject({
				bytes: recording?.bytes,
				hasPicture: true,
				hasSound: true,
				errors: [],
			})
			const { answer } = await send('DELETE', `/meeting/recordings/${id}`)
			expect(answer.status).toBe(200)
			const inStore = createS3Blobs(openS3(objects.settings), 'recordings')
			expect(await inStore.list()).toEqual([])
		},
		120_000,
	)

	test('[ROOM-151] the last participant who leaves ends the recording', async () => {
		await start({ PARLEY_FFMPEG: program })
		const { call } = await enter()
		await startRecording(call)
		await delay(3_000)
		await call('leave')
		await finished()
	}, 120_000)

	test('[ROOM-154] a server killed while it records loses at most two seconds, and finishes the recording at its next start', async () => {
		await start({ PARLEY_FFMPEG: program })
		const { call } = await enter()
		await startRecording(call)
		const startedAt = (await list())[0]?.time ?? 0
		await delay(8_000)
		const recordedMs = Date.now() - startedAt
		await stopServerProcess(server, 'SIGKILL')
		await start({ PARLEY_FFMPEG: program })
		await finished()
		const [{ id = '', duration_ms = 0 } = {}] = await list()
		expect(duration_ms).toBeGreaterThan(recordedMs - 2_000)
		expect(await decode(id)).toMatchObject({ hasPicture: true, hasSound: true, errors: [] })
	}, 120_000)

	// Programs are found by their parent.
	const testOnLinux = test.skipIf(process.platform !== 'linux')
	testOnLinux(
		'[ROOM-154] a program that is killed is started again, and the recording goes on in the same file',
		async () => {
			await start({ PARLEY_FFMPEG: program })
			const { call, ends } = await enter()
			await startRecording(call)
			await delay(3_000)
			const { stdout } = spawnSync('ps', ['-o', 'pid=,comm=', '--ppid', String(server.child.pid)], { encoding: 'utf8' })
			const [, pid] = /(\d+) ffmpeg/.exec(stdout) ?? []
			process.kill(Number(pid), 'SIGKILL')
			await delay(5_000)
			await call('recording.stop')
			await finished()
			expect(ends).toEqual(['stopped'])
			const [{ id = '', duration_ms = 0 } = {}] = await list()
			expect(duration_ms).toBeGreaterThan(4_000)
			const decoded = await decode(id)
			expect(decoded).toMatchObject({ hasPicture: true, hasSound: true, errors: [] })
			// The file has the interruption, which the playlist leaves out.
			expect(decoded.durationS).toBeGreaterThan(6.5)
		},
		120_000,
	)

	test('[ROOM-154] a server that stops finishes its recording first', async () => {
		await start({ PARLEY_FFMPEG: program })
		const { call } = await enter()
		await startRecording(call)
		await delay(3_000)
		await stopServerProcess(server)
		await start({ PARLEY_FFMPEG: 'off' })
		expect(await list()).toEqual([expect.objectContaining({ duration_ms: expect.any(Number) })])
	}, 120_000)
})

if (!canMountDisks) console.warn('!!! recording on a full disk: NOT TESTED, root on Linux can mount a small disk !!!')

describe.skipIf(program === '' || !canMountDisks)('on a full disk', () => {
	beforeEach(() => mountSmallDisk(folder, '1g'))
	afterEach(() => unmountSmallDisk(folder))

	test('[ROOM-152] a recording is refused, and one that runs ends, says why, and can be played', async () => {
		await start({ PARLEY_FFMPEG: program })
		const { call, ends } = await enter()
		await startRecording(call)
		await delay(3_000)
		// Recording ends before the database has no space.
		resizeSmallDisk(folder, '60m')
		await expect.poll(() => ends, patience).toEqual(['disk-full'])
		await finished()
		expect(await call('recording.start')).toEqual(refused('recording.disk-full'))
		const [{ id = '' } = {}] = await list()
		expect(await decode(id)).toMatchObject({ hasPicture: true, hasSound: true, errors: [] })
	}, 120_000)
})
