import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MeetingId } from '@parley/core'
import { type ParticipantId, type PresenceCalls, presenceInputs, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryRateLimits } from '../../../../platform/rateLimit.ts'
import { aQualityReport } from '../../../../testing/aQualityReport.ts'
import { aRoomMeeting, aTicketRequest, createRoomHarness, type RoomHarness } from '../../fixtures.ts'
import { attachRoomGateway } from './gateway.ts'

/** Callers as the columns of the table; a new one does not compile until every row says what it may. */
const callers = [
	'host',
	'co-host',
	'member',
	'guest',
	'former co-host',
	'host elsewhere',
	'removed',
	'waiting',
	'not entered',
] as const
type Caller = (typeof callers)[number]
type Call = keyof PresenceCalls
type Row = Record<Caller, string>

/** Rights of those in the room, by role; a former co-host has the rights of a member. */
function row(host: string, coHost: string, member: string, guest: string, elsewhere = host): Row {
	return {
		host,
		'co-host': coHost,
		member,
		guest,
		'former co-host': member,
		'host elsewhere': elsewhere,
		removed: 'not.entered',
		waiting: 'not.entered',
		'not entered': 'not.entered',
	}
}
const denied = 'role.not-allowed'
const everybody = row('ok', 'ok', 'ok', 'ok')
const managers = row('ok', 'ok', denied, denied)
const host = row('ok', denied, denied, denied)
const nobody = row(denied, denied, denied, denied)
const towardsPerson = (rights: Row): Row => ({ ...rights, 'host elsewhere': 'participant.missing' })

/** The answer to each call of the contract; a new call does not compile without its row. */
const answers: Record<Call, Row> = {
	enter: {
		...row('input.invalid', 'input.invalid', 'input.invalid', 'input.invalid'),
		removed: 'participant.removed',
		waiting: 'input.invalid',
		'not entered': 'ok',
	},
	leave: { ...everybody, waiting: 'ok' },
	'socket.check': { ...everybody, removed: 'ok', waiting: 'ok', 'not entered': 'ok' },
	'sending.set': everybody,
	'hand.set': everybody,
	'reaction.send': everybody,
	'screen.start': everybody,
	'screen.stop': everybody,
	'chat.enter': everybody,
	'chat.show-history': managers,
	'quality.report': everybody,
	'media.grant': everybody,
	'transfer.create': everybody,
	'poll.start': managers,
	// There is none.
	'poll.answer': row('poll.over', 'poll.over', 'poll.over', 'poll.over'),
	'poll.end': managers,
	'room.lock': managers,
	'room.end': host,
	// Only whoever announced the end takes it back, and here no one has.
	'room.keep': nobody,
	'room.set-permissions': managers,
	'room.mute-all': managers,
	'room.lower-hands': managers,
	'room.set-spotlight': towardsPerson(managers),
	'name.set': everybody,
	'participant.mute': towardsPerson(managers),
	'participant.lower-hand': towardsPerson(managers),
	'participant.remove': towardsPerson(managers),
	// The target was removed before.
	'participant.allow-again': towardsPerson(managers),
	// The host of the room owns the meeting, and nobody else does.
	'host.claim': row('ok', denied, denied, denied, denied),
	'participant.ask-unmute': towardsPerson(managers),
	'participant.rename': towardsPerson(managers),
	'participant.set-co-host': towardsPerson(host),
	'participant.hand-over': towardsPerson(host),
	'participant.move-to-waiting': towardsPerson(managers),
	'waiting.set': managers,
	// The target is in the room already.
	'waiting.admit': row('participant.missing', 'participant.missing', denied, denied),
	'waiting.admit-all': managers,
	'waiting.deny': row('participant.missing', 'participant.missing', denied, denied),
	'waiting.message': managers,
	'recording.start': managers,
	'recording.stop': managers,
	'recording.agree': everybody,
}

type Inputs = { [C in Exclude<Call, 'enter'>]: (target: ParticipantId) => Parameters<PresenceCalls[C]>[0] }

const inputs: Inputs = {
	leave: () => null,
	'socket.check': () => null,
	'sending.set': () => ({ microphone: true, camera: false }),
	'hand.set': () => ({ raised: true }),
	'reaction.send': () => ({ reaction: 'clap' }),
	'screen.start': () => null,
	'screen.stop': () => null,
	'chat.enter': () => null,
	'chat.show-history': () => ({ shown: false }),
	'quality.report': () => aQualityReport(),
	'media.grant': () => null,
	'transfer.create': () => null,
	'poll.start': () => ({ question: 'Friday?', options: ['Yes', 'No'] }),
	'poll.answer': () => ({ id: 1, optionIndex: 0 }),
	'poll.end': () => null,
	'room.lock': () => ({ locked: true }),
	'room.end': () => null,
	'room.keep': () => null,
	'room.set-permissions': () => ({ share: false }),
	'room.mute-all': () => null,
	'room.lower-hands': () => null,
	'room.set-spotlight': participantId => ({ participantId }),
	'name.set': () => ({ name: 'Another name' }),
	'participant.mute': participantId => ({ participantId, source: 'microphone' }),
	'participant.lower-hand': participantId => ({ participantId }),
	'participant.remove': participantId => ({ participantId }),
	'participant.allow-again': participantId => ({ participantId }),
	'host.claim': () => null,
	'participant.ask-unmute': participantId => ({ participantId }),
	'participant.rename': participantId => ({ participantId, name: 'Renamed' }),
	'participant.set-co-host': participantId => ({ participantId, coHost: true }),
	'participant.hand-over': participantId => ({ participantId }),
	'participant.move-to-waiting': participantId => ({ participantId }),
	'waiting.set': () => ({ isOn: true }),
	'waiting.admit': participantId => ({ participantId }),
	'waiting.admit-all': () => null,
	'waiting.deny': participantId => ({ participantId, message: '' }),
	'waiting.message': () => ({ text: 'One moment' }),
	'recording.start': () => null,
	'recording.stop': () => null,
	'recording.agree': () => null,
}

let harness: RoomHarness
let address: string
let stop: () => Promise<void>
const sockets: Socket[] = []
let meetingCount = 0

beforeAll(async () => {
	harness = await createRoomHarness()
	harness.owners.add('chair')
	const server = createServer()
	const gateway = attachRoomGateway({
		browsersPerAddress: 100,
		server,
		service: harness.service,
		createRateLimit: createMemoryRateLimits(),
		addressOf: () => 'address',
		ownOriginOf: async ({ headers }) => `http://${headers.host}`,
		clock: harness.clock,
		log: { info() {}, warn() {}, error() {} },
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	stop = async () => {
		await gateway.stop()
		await new Promise(resolve => server.close(resolve))
	}
})
afterAll(() => stop())

function connect(): Promise<Socket> {
	const socket = io(address + roomPaths.presence, {
		path: roomPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		auth: roomHandshake,
	})
	sockets.push(socket)
	return new Promise((resolve, reject) => {
		socket.on('connect', () => resolve(socket))
		socket.on('connect_error', reject)
	})
}

const ask = (socket: Socket, call: string, input: unknown) => socket.timeout(5_000).emitWithAck(call, input)

function aMeeting(): MeetingId {
	const meetingId = String(100_000_000 + ++meetingCount) as MeetingId
	harness.meetings.rows.set(meetingId, aRoomMeeting({ topic: 'Rights' }))
	return meetingId
}

async function enter(meetingId: MeetingId, personKey: string, isHost = false) {
	const userId = personKey === 'guest' ? null : personKey
	const request = aTicketRequest({ meetingId, displayName: personKey, personKey, userId, host: isHost })
	const { ticket } = await harness.service.issueTicket(request)
	const socket = await connect()
	const answer = await ask(socket, 'enter', { kind: 'ticket', ticket })
	if (!answer.ok) throw new Error(answer.failure)
	return { socket, id: answer.value.self as ParticipantId, resumeToken: answer.value.resumeToken as string }
}

/** A person in the waiting room. */
async function wait(meetingId: MeetingId): Promise<Socket> {
	harness.meetings.rows.set(meetingId, aRoomMeeting({ topic: 'Rights', hasWaitingRoom: true }))
	const { ticket } = await harness.service.issueTicket(aTicketRequest({ meetingId, personKey: 'caller' }))
	const socket = await connect()
	const answer = await ask(socket, 'enter', { kind: 'ticket', ticket })
	expect(answer.failure).toBe('waiting')
	return socket
}

/** A room with a host and the target of the call, and a caller of each kind. */
async function openCase(caller: Caller) {
	const meetingId = aMeeting()
	const chair = await enter(meetingId, 'chair', true)
	const target = await enter(meetingId, 'target')
	const newcomer = async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ meetingId, personKey: 'newcomer' }))
		return { kind: 'ticket', ticket }
	}
	async function open() {
		switch (caller) {
			case 'host':
				return chair.socket
			case 'host elsewhere':
				return (await enter(aMeeting(), 'chair elsewhere', true)).socket
			case 'not entered':
				return await connect()
			case 'waiting':
				return await wait(meetingId)
			default:
				return undefined
		}
	}
	const opened = await open()
	if (opened) return { socket: opened, chair, target, entry: await newcomer() }

	const person = await enter(meetingId, caller === 'guest' ? 'guest' : 'caller')
	const setCoHost = (coHost: boolean) =>
		ask(chair.socket, 'participant.set-co-host', { participantId: person.id, coHost })
	if (caller === 'co-host' || caller === 'former co-host') await setCoHost(true)
	if (caller === 'former co-host') await setCoHost(false)
	if (caller !== 'removed') return { socket: person.socket, chair, target, entry: await newcomer() }
	await ask(chair.socket, 'participant.remove', { participantId: person.id })
	const sending = { microphone: false, camera: false }
	return { socket: await connect(), chair, target, entry: { kind: 'resume', token: person.resumeToken, sending } }
}

const inputOf = (call: Call, target: ParticipantId, entry: unknown) => (call === 'enter' ? entry : inputs[call](target))

test.each(
	(Object.keys(presenceInputs) as Call[]).flatMap(call =>
		callers.map(caller => [call, caller, answers[call][caller]] as const),
	),
)('[ROOM-110] %s by a caller who is %s: %s', async (call, caller, expected) => {
	const { socket, chair, target, entry } = await openCase(caller)
	if (call === 'participant.allow-again') await ask(chair.socket, 'participant.remove', { participantId: target.id })
	const heard: string[] = []
	const witnesses = [chair.socket, target.socket]
	// Events that were sent before have arrived with the next answer.
	const arrived = () => Promise.all(witnesses.map(witness => witness.connected && ask(witness, 'socket.check', null)))
	await arrived()
	for (const witness of witnesses) witness.onAny((event: string) => void heard.push(event))
	const answer = await ask(socket, call, inputOf(call, target.id, entry))
	expect(answer.ok ? 'ok' : answer.failure).toBe(expected)
	await arrived()
	if (expected !== 'ok' || caller === 'host elsewhere') expect(heard).toEqual([])
	for (const opened of sockets.splice(0)) opened.disconnect()
})
