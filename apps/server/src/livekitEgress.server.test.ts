import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { callAs, joinAs, scheduleAs, signInAs } from './demo/testing/demoMember.ts'
import { publishOverRtmp } from './modules/live/adapters/testing/rtmpPublisher.ts'
import type { TestPublisher } from './modules/live/liveEngine.suite.ts'
import { freePort } from './platform/testing/freePort.ts'
import { startLivekit } from './platform/testing/livekit.ts'
import { startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'
import { connectPage, enter } from './testing/roomSocket.ts'

const program = env.PARLEY_TEST_LIVEKIT
if (!program) console.warn('!!! a live of a meeting in LiveKit: NOT TESTED, LiveKit is missing !!!')

/** LiveKit's API with an Egress that sends a film instead of the room, and `people` in each room. */
async function startApiWithEgress(apiUrl: string) {
	const people = [{ state: 'ACTIVE', kind: 'STANDARD' }]
	const started: { roomName: string; url: string }[] = []
	const publishers = new Map<string, TestPublisher>()
	const egress: Record<string, (input: Record<string, string>) => Promise<unknown>> = {
		async StartRoomCompositeEgress(input) {
			const { roomName = '', stream } = input as { roomName?: string; stream?: { urls: string[] } }
			const url = new URL(stream?.urls[0] ?? '')
			const egressId = `EG_${started.push({ roomName, url: url.href })}`
			publishers.set(egressId, await publishOverRtmp(Number(url.port), url.pathname.split('/')[2] + url.search))
			return { egressId, status: 'EGRESS_STARTING' }
		},
		async ListEgress({ egressId = '' }) {
			return { items: publishers.get(egressId)?.isPublishing ? [{ egressId, status: 'EGRESS_ACTIVE' }] : [] }
		},
		async StopEgress({ egressId = '' }) {
			publishers.get(egressId)?.stop()
			publishers.delete(egressId)
			return { egressId, status: 'EGRESS_COMPLETE' }
		},
	}
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk as Buffer)
		const body = Buffer.concat(chunks)
		const [, service, call = ''] = /^\/twirp\/livekit\.(\w+)\/(\w+)$/.exec(request.url ?? '') ?? []
		response.setHeader('content-type', 'application/json')
		if (service === 'Egress')
			return void response.end(JSON.stringify(await egress[call]?.(JSON.parse(body.toString()))))
		const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' }
		const answer = await fetch(apiUrl + request.url, { method: 'POST', headers, body })
		const value = call === 'ListParticipants' ? { participants: people } : await answer.json()
		response.writeHead(answer.status).end(JSON.stringify(value))
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		for (const publisher of publishers.values()) publisher.stop()
		server.close()
	})
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, people, started, publishers }
}

test.skipIf(!program)(
	'[ROOM-255] with Egress, a meeting in LiveKit goes live, and stops',
	async () => {
		const livekit = await startLivekit(program ?? '')
		onTestFinished(() => livekit.kill())
		const api = await startApiWithEgress(livekit.settings.apiUrl)
		const rtmpPort = await freePort()
		const server = await startServerProcess({
			...livekit.environment,
			PARLEY_DEMO: '1',
			PARLEY_LIVEKIT_API_URL: api.url,
			PARLEY_LIVEKIT_EGRESS: `rtmp://127.0.0.1:${rtmpPort}/live`,
			PARLEY_RTMP_PORT: `${rtmpPort}`,
		})
		onTestFinished(() => stopServerProcess(server, 'SIGKILL'))
		const host = await signInAs(server, 'hanmei')
		const meetingId = await scheduleAs(server, host, { live: 1, live_login: 0 })
		const desk = (call: string) => callAs(server, host, `/live/desk/${call}`, { meetingId })
		const state = async () => {
			const answer = await fetch(server.url(`/live/desk/state?meetingId=${meetingId}`), { headers: host.headers })
			return ((await answer.json()) as { data: Record<string, unknown> }).data
		}
		const socket = await connectPage(server)
		expect(await enter(socket, await joinAs(server, host, meetingId))).toMatchObject({ ok: true })
		expect(await socket.timeout(5_000).emitWithAck('media.grant', null)).toMatchObject({ ok: true })

		const [person] = api.people.splice(0, 1, { state: 'ACTIVE', kind: 'EGRESS' })
		expect(await desk('publishRoom')).toMatchObject({ code: 503 })
		expect(api.started).toEqual([])
		if (person) api.people.push(person)
		expect(await desk('publishRoom')).toMatchObject({ code: 200 })
		expect(await desk('start')).toMatchObject({ code: 200 })
		expect(api.started).toHaveLength(1)
		expect(api.started[0]?.roomName).toMatch(new RegExp(`^${meetingId}\\.`))
		const streamId = /\/live\/([\w-]+)\?key=/.exec(api.started[0]?.url ?? '')?.[1]
		const playlist = () =>
			fetch(server.url(`/live/hls/public/${streamId}/source/live.m3u8`)).then(answer => answer.text())
		await expect.poll(playlist, { timeout: 15_000 }).toContain('#EXTINF')
		expect(JSON.stringify(await state())).toContain('publishing')

		expect(await desk('stopRoom')).toMatchObject({ code: 200 })
		await expect.poll(() => api.publishers.size, { timeout: 5_000 }).toBe(0)
	},
	90_000,
)
