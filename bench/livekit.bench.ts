import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { MediaSource } from '@parley/room'
import type { Socket } from 'socket.io-client'
import { startLivekit } from '../apps/server/src/platform/testing/livekit.ts'
import { behindProxy, Client } from '../e2e/attacks/attack.ts'
import { enter, join, openSocket } from '../e2e/attacks/room.ts'
import { signInByApi } from '../e2e/fixtures/apiMember.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { processTimeMs, residentMiB } from './live/processTime.ts'
import { startCrowd } from './livekit/crowd.ts'
import { percentile } from './load/measurements.ts'
import { median } from './testInstance.ts'

export const name = 'Room in LiveKit: 100 participants'

const crowdSize = 100
const speakers = 2
const watching = 4
const counting = 2
const measuredMs = 20_000

const nameOf = (index: number) => `Guest ${index}`
const publishesOf = (index: number): MediaSource[] => {
	if (index === 0) return ['microphone', 'camera']
	return index < speakers ? ['microphone'] : []
}
const receivesOf = (index: number): MediaSource[] =>
	index >= crowdSize - watching ? ['microphone', 'camera'] : ['microphone']

export async function run() {
	const program = process.env.PARLEY_TEST_LIVEKIT
	if (!program) throw new Error('LiveKit is missing: no Go on this machine')
	const livekit = await startLivekit(program)
	// One place is kept for the host.
	const settings = { ...livekit.environment, ...behindProxy, MEDIA_MAX_PARTICIPANTS: String(crowdSize + 1) }
	const server = await startServer(settings)
	const crowd = startCrowd(4)
	const sockets: Socket[] = []
	try {
		const meetingId = await createMeeting(server.url)
		/** Time from the join of each to the admission to the room, and on to the connection to LiveKit, in ms. */
		const times = { room: [] as number[], media: [] as number[] }
		for (let index = 0; index < crowdSize; index++) {
			const name = nameOf(index)
			const headers = { 'x-forwarded-for': `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}` }
			const client = await new Client(server.url, () => headers).visit()
			const beganAt = performance.now()
			const { ticket, answer } = await join(client, meetingId, { display_name: name })
			if (answer) throw new Error(`${name} cannot join: ${JSON.stringify(answer)}`)
			const socket = openSocket(server, client)
			sockets.push(socket)
			const entered = await enter(socket, { kind: 'ticket', ticket })
			if (!entered.ok) throw new Error(`${name} cannot enter: ${entered.failure}`)
			const enteredAt = performance.now()
			times.room.push(enteredAt - beganAt)
			const { grant } = entered.value as { grant?: { url: string; token: string } }
			if (!grant) throw new Error(`${name} has no grant`)
			await crowd.connect({
				name,
				...grant,
				publishes: publishesOf(index),
				receives: receivesOf(index),
				counts: index >= crowdSize - counting,
			})
			times.media.push(performance.now() - enteredAt)
		}
		await delay(5_000)

		const pids = { server: server.processId(), livekit: livekit.processId() }
		const clock = () => ({
			server: processTimeMs(pids.server),
			livekit: processTimeMs(pids.livekit),
			crowd: crowd.pids.reduce((sum, pid) => sum + processTimeMs(pid), 0),
		})
		const before = { at: performance.now(), cpu: clock(), frames: (await crowd.figures()).frames }
		await delay(measuredMs)
		const { sources, frames } = await crowd.figures()
		const [after, ms] = [clock(), performance.now() - before.at]
		const share = (key: keyof typeof after) => Math.round(((after[key] - before.cpu[key]) / ms) * 1_000) / 10
		const framesPerS = frames.map((count, index) => ((count - (before.frames[index] ?? 0)) * 1_000) / ms)
		const isComplete = (index: number) => {
			const own = publishesOf(index).filter(source => receivesOf(index).includes(source)).length
			const published = speakers + (receivesOf(index).includes('camera') ? 1 : 0)
			return (sources[nameOf(index)] ?? 0) === published - own
		}
		const complete = Array.from({ length: crowdSize }, (_, index) => index).filter(isComplete).length
		return [
			{
				title: `${crowdSize} guests, of whom ${speakers} speak to all, and one has a camera that ${watching} receive`,
				rows: [
					{
						participants: Object.keys(sources).length,
						'receive every source': complete,
						'admitted p50 ms': Math.round(median(times.room)),
						p95: Math.round(percentile(times.room, 0.95)),
						'to LiveKit p50 ms': Math.round(median(times.media)),
						'p95 ': Math.round(percentile(times.media, 0.95)),
						'% of a core, Parley': share('server'),
						LiveKit: share('livekit'),
						'participants ': share('crowd'),
						'MiB, Parley': residentMiB(pids.server),
						'MiB, LiveKit': residentMiB(pids.livekit),
						'frames a second at those that count': Math.round(median(framesPerS)),
						load: (loadavg()[0] ?? 0).toFixed(1),
					},
				],
				notes: [
					`Everything runs on the ${availableParallelism()} cores of this machine, participants (\`@livekit/rtc-node\`) included, which decode what they receive. They come one after the other; times are from the join of each, and from there to its connection to LiveKit. ${counting} of them count frames: 100 a second of each microphone and 50 of the camera are sent.`,
				],
			},
		]
	} finally {
		for (const socket of sockets) socket.close()
		crowd.stop()
		await server.dispose()
		await livekit.kill()
	}
}

/** A meeting that anybody may open at any time. */
async function createMeeting(url: string): Promise<string> {
	const host = await signInByApi({ url }, 'hanmei')
	const created = await host.call('POST /meeting/meetings', {
		...{ meeting_topic: 'Bench', is_room: 1, repeat_type: 0, duration: 3_600, time_zone: 8, host_pwd: 'host-1234' },
		...{ meeting_start_rule: 0, start_time: '2030-03-10 15:00:00' },
	})
	return String(created.meeting_id)
}
