import type { MediaGrant, MediaSource, ParticipantId } from '@parley/room'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngineEvent, MediaEngine } from './mediaEngine.ts'

/** Client side of an engine under test. */
export interface SuiteParticipant {
	publish(source: MediaSource): void
	unpublish(source: MediaSource): void
	/** Sends packets of a published source until stopped. */
	feed(source: MediaSource): void
	/** Packets received from another participant's source. */
	packetsOf(participantId: string, source: MediaSource): number
	isConnected(): boolean
	close(): void
}

export interface EngineUnderTest {
	engine: MediaEngine
	/** Presents a grant to the engine; rejects if the engine refuses it. */
	connect(grant: MediaGrant): Promise<SuiteParticipant>
	/** Time within which a connection with an invalid grant ends, in ms; 0 if none comes about (ROOM-247). */
	refusedWithinMs: number
	stop(): Promise<void>
}

const soon = { timeout: 30_000, interval: 30 }
const sources: MediaSource[] = ['microphone', 'camera', 'screen', 'screen-audio']

/** Requirements on every media engine; called once per engine, inside its own `describe`. */
export function engineSuite(open: () => Promise<EngineUnderTest>): void {
	let under: EngineUnderTest
	let events: EngineEvent[]
	const people: SuiteParticipant[] = []

	beforeEach(async () => {
		under = await open()
		events = []
		under.engine.onEvent(event => events.push(event))
		await vi.waitFor(async () => expect((await under.engine.health()).ok).toBe(true), soon)
		await under.engine.ensureRoom('room-1', { maxParticipants: 4 })
	})

	afterEach(async () => {
		for (const person of people.splice(0)) person.close()
		await under.stop()
	})

	const request = (name: string) => ({
		roomId: 'room-1',
		participantId: name as ParticipantId,
		sources,
		ttlSec: 60,
	})

	async function grantFor(name: string): Promise<MediaGrant> {
		const grant = await under.engine.grant(request(name))
		if (!grant.ok) throw new Error(grant.failure)
		return grant.value
	}

	async function join(name: string): Promise<SuiteParticipant> {
		const person = await under.connect(await grantFor(name))
		people.push(person)
		return person
	}

	/** Engines that cannot withdraw a token let its bearer in, and end the connection. */
	async function expectRefused(grant: MediaGrant): Promise<void> {
		const person = await under.connect(grant).catch(() => undefined)
		if (!person) return
		people.push(person)
		const within = { timeout: under.refusedWithinMs, interval: 30 }
		await vi.waitFor(() => expect(person.isConnected()).toBe(false), within)
	}

	const sees = (person: SuiteParticipant, name: string, source: MediaSource, more = 5) => {
		const before = person.packetsOf(name, source)
		return vi.waitFor(() => expect(person.packetsOf(name, source)).toBeGreaterThan(before + more), soon)
	}

	async function sharing(name: string, source: MediaSource): Promise<SuiteParticipant> {
		const person = await join(name)
		person.publish(source)
		person.feed(source)
		return person
	}

	test('[ROOM-50] a grant names the engine, the room and the participant', async () => {
		const grant = await grantFor('person-a')
		expect(grant).toMatchObject({ engine: under.engine.name, roomId: 'room-1', participantId: 'person-a' })
		expect(grant.token).not.toBe('')
	})

	test('[ROOM-51] each participant’s media reaches the others, whatever the order of arrival', async () => {
		const early = await sharing('person-a', 'camera')
		const late = await sharing('person-b', 'microphone')
		await Promise.all([sees(late, 'person-a', 'camera'), sees(early, 'person-b', 'microphone')])
	})

	test('[ROOM-51] three participants receive one another', async () => {
		const names = ['person-a', 'person-b', 'person-c']
		const everybody: SuiteParticipant[] = []
		for (const name of names) everybody.push(await sharing(name, 'camera'))
		for (const [index, person] of everybody.entries()) {
			for (const other of names.filter((_, place) => place !== index)) await sees(person, other, 'camera')
		}
	})

	test('[ROOM-100] a shared screen and its sound arrive beside the camera and the microphone of their presenter', async () => {
		const presenter = await sharing('person-a', 'microphone')
		for (const source of ['camera', 'screen', 'screen-audio'] as const) {
			presenter.publish(source)
			presenter.feed(source)
		}
		const viewer = await join('person-b')
		await Promise.all(sources.map(source => sees(viewer, 'person-a', source)))
		presenter.unpublish('screen-audio')
		await vi.waitFor(async () => {
			const list = await under.engine.list('room-1')
			expect(list).toContainEqual({ participantId: 'person-a', sources: ['microphone', 'camera', 'screen'] })
		}, soon)
	})

	test('[ROOM-52] the list shows participants and their sources', async () => {
		await sharing('person-a', 'camera')
		await join('person-b')
		await vi.waitFor(async () => {
			const list = await under.engine.list('room-1')
			expect(list).toContainEqual({ participantId: 'person-a', sources: ['camera'] })
			expect(list).toContainEqual({ participantId: 'person-b', sources: [] })
		}, soon)
	})

	test('[ROOM-53] joining, publishing and leaving are announced', async () => {
		const person = await sharing('person-a', 'camera')
		await vi.waitFor(() => expect(events.map(event => event.type)).toContain('published'), soon)
		person.unpublish('camera')
		await vi.waitFor(() => expect(events.map(event => event.type)).toContain('unpublished'), soon)
		await under.engine.removeParticipant('room-1', 'person-a' as ParticipantId)
		await vi.waitFor(() => expect(events.map(event => event.type)).toContain('left'), soon)
		expect(events).toContainEqual({ type: 'joined', roomId: 'room-1', participantId: 'person-a' })
	})

	test('[ROOM-54] a removed participant sends and receives nothing, and the grant is invalid', async () => {
		const grant = await grantFor('person-a')
		const removed = await under.connect(grant)
		people.push(removed)
		removed.publish('camera')
		removed.feed('camera')
		const other = await sharing('person-b', 'camera')
		await sees(other, 'person-a', 'camera')
		await under.engine.removeParticipant('room-1', 'person-a' as ParticipantId)
		await vi.waitFor(async () => expect(await under.engine.list('room-1')).toHaveLength(1), soon)
		await expectRefused(grant)
	})

	test('[ROOM-54] a person with a new grant after a removal is admitted', async () => {
		await join('person-a')
		await under.engine.removeParticipant('room-1', 'person-a' as ParticipantId)
		const other = await sharing('person-b', 'camera')
		const back = await join('person-a')
		await sees(back, 'person-b', 'camera')
		expect(other.packetsOf('person-a', 'camera')).toBe(0)
	})

	test('[ROOM-42] a muted source is not forwarded until its owner publishes it again', async () => {
		const muted = await sharing('person-a', 'microphone')
		const other = await join('person-b')
		await sees(other, 'person-a', 'microphone')
		await under.engine.mute('room-1', 'person-a' as ParticipantId, 'microphone')
		await vi.waitFor(async () => {
			expect(await under.engine.list('room-1')).toContainEqual({ participantId: 'person-a', sources: [] })
		}, soon)
		muted.publish('microphone')
		await sees(other, 'person-a', 'microphone')
	})

	test('[ROOM-55] after the end of a room its grants are invalid', async () => {
		const grant = await grantFor('person-a')
		await under.connect(grant).then(person => people.push(person))
		await under.engine.endRoom('room-1')
		await vi.waitFor(() => expect(events).toContainEqual({ type: 'roomEnded', roomId: 'room-1' }), soon)
		await under.engine.ensureRoom('room-1', { maxParticipants: 4 })
		await expectRefused(grant)
	})

	test('[ROOM-56] a participant beyond the capacity is refused', async () => {
		await under.engine.ensureRoom('room-1', { maxParticipants: 2 })
		await join('person-a')
		await join('person-b')
		await expect(join('person-c')).rejects.toThrow()
	})

	test('[ROOM-57] a forged grant is refused', async () => {
		const grant = await grantFor('person-a')
		const [head, body] = grant.token.split('.')
		await expect(under.connect({ ...grant, token: `${head}.${body}.AAAA` })).rejects.toThrow()
	})
}
