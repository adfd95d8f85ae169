import { setTimeout as wait } from 'node:timers/promises'
import type { ParticipantId } from '@parley/room'
import { createEmbeddedEngine, type EmbeddedEngine } from '../../apps/server/src/modules/room/adapters/index.ts'
import { SyntheticParticipant } from '../../apps/server/src/modules/room/adapters/testing/syntheticParticipant.ts'
import { sendLoad } from './load.ts'

const roomId = 'bench'
const quiet = { info() {}, warn() {}, error() {} }

/** Figures of the media child while `participants` participants sent and received. */
export interface EngineRun {
	participants: number
	cpuPercent: number
	residentMib: number
	packetsInPerSecond: number
	packetsOutPerSecond: number
	/** Share of sent packets that reached all other participants. */
	delivered: number
}

export async function runEngine(participants: number, seconds: number): Promise<EngineRun> {
	const engine = createEmbeddedEngine({
		config: {
			network: {
				// As LiveKit's server in its run: IPv6 costs the kernel more.
				bindAddress: '127.0.0.1',
				udpPorts: { from: 47_000, to: 47_999 },
				udpMux: false,
				privateCandidates: false,
			},
			iceServers: [],
			maxParticipants: 12,
		},
		log: quiet,
		now: Date.now,
	})
	while (!(await engine.health()).ok) await wait(50)
	await engine.ensureRoom(roomId, { maxParticipants: participants })
	const people: SyntheticParticipant[] = []
	for (let index = 0; index < participants; index++) people.push(await join(engine, index))
	const stops = people.map(person => sendLoad((...packet) => person.send(...packet)))
	await wait(3_000)

	const before = await engine.stats()
	await wait(seconds * 1_000)
	const after = await engine.stats()
	for (const stop of stops) stop()
	for (const person of people) person.close()
	await engine.stop()

	const packetsIn = after.packetsIn - before.packetsIn
	const packetsOut = after.packetsOut - before.packetsOut
	return {
		participants,
		cpuPercent: (after.cpuMs - before.cpuMs) / seconds / 10,
		residentMib: after.residentBytes / 2 ** 20,
		packetsInPerSecond: packetsIn / seconds,
		packetsOutPerSecond: packetsOut / seconds,
		delivered: packetsOut / (packetsIn * (participants - 1)),
	}
}

async function join(engine: EmbeddedEngine, index: number): Promise<SyntheticParticipant> {
	const participantId = `participant-${index}` as ParticipantId
	const grant = await engine.grant({
		roomId,
		participantId,
		sources: ['microphone', 'camera'],
		ttlSec: 60,
	})
	if (!grant.ok) throw new Error(grant.failure)
	let answer: (input: { offerId: number; sdp: string }) => void = () => {}
	const person = new SyntheticParticipant(participantId, { answer: input => answer(input) }, 10_000 + index * 100)
	const hello = await engine.signalling.hello(grant.value.token, null, (_event, ...[news]) => {
		if (news && 'sdp' in news) person.onOffer(news)
	})
	if (!hello.ok) throw new Error(hello.failure)
	answer = input => hello.value.send({ kind: 'answer', ...input })
	while (!person.connected) await wait(20)
	hello.value.send({ kind: 'published', source: 'microphone' })
	hello.value.send({ kind: 'published', source: 'camera' })
	return person
}
