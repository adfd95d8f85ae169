import type { JoinParameters } from '@parley/api'
import { describe, expect, test } from 'vitest'
import type { CallApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { type JoinDeps, joinMeeting, parseRoomUrl } from './joinMeeting.ts'

const request = { meetingId: '842391556', displayName: '  Mei   Han ', audio: true, video: false }
const parameters = { meetingId: '842391556', roomUrl: '/room/842391556#ticket=t' } as JoinParameters
const roomUrl = 'https://parley.example/room/842391556#ticket=t'

/** A server that answers joins as told, and what was done meanwhile. */
function createFixture(answer: Awaited<ReturnType<CallApi>>) {
	const done: [string, unknown][] = []
	const callApi = (async (_call: unknown, input: unknown) => {
		done.push(['asked', input])
		return answer
	}) as CallApi
	const deps: JoinDeps = {
		callApi,
		getLanguage: () => 'en',
		openRoom: room => done.push(['room', room]),
		page: { origin: 'https://parley.example' },
		onJoined: joined => done.push(['remembered', joined]),
	}
	const shell: JoinDeps['app'] = {
		checkAuthority: async devices => done.push(['authority', devices]),
		openMeeting: async given => done.push(['shell', given]),
	}
	return { done, deps, shell, steps: () => done.map(([what]) => what) }
}

const accepted = { ok: true, value: { parameters, roomUrl, topic: 'Roadmap' } } as const

test('[JOIN-23] [JOIN-24] a web join sends all fields of the call and opens the room', async () => {
	const { done, deps } = createFixture(accepted as never)
	expect(await joinMeeting(request, deps)).toEqual({ status: 'joined' })
	expect(done).toEqual([
		[
			'asked',
			{
				meetingId: '842391556',
				displayName: 'Mei Han',
				action: 'webJoin',
				language: 'en',
				audio: true,
				video: false,
			},
		],
		['remembered', { meetingId: '842391556', topic: 'Roadmap', displayName: 'Mei Han' }],
		['room', { type: 'internal', meetingId: '842391556', hash: 'ticket=t' }],
	])
})

test.each(['javascript:alert(1)', '', 'ftp://parley.example/room/1'])(
	'an admission whose room is at %o is refused, and says so',
	async roomUrl => {
		const { deps, steps } = createFixture({ ok: true, value: { parameters, roomUrl, topic: 'Roadmap' } } as never)
		const result = await joinMeeting(request, deps)
		if (roomUrl === '') return expect(result.status).toBe('joined')
		expect(result).toMatchObject({ status: 'refused', error: { message: m.joining_error_roomAddress } })
		expect(steps()).toEqual(['asked'])
	},
)

test('[JOIN-25] a password is sent where one was given', async () => {
	const { done, deps } = createFixture(accepted as never)
	await joinMeeting({ ...request, password: '123' }, deps)
	expect(done[0]?.[1]).toMatchObject({ password: '123' })
})

test('[JOIN-27] inside the shell the device permissions are requested and the parameters handed over', async () => {
	const { done, deps, shell, steps } = createFixture(accepted as never)
	expect(await joinMeeting(request, { ...deps, app: shell })).toEqual({ status: 'handedOver' })
	expect(done[0]?.[1]).toMatchObject({ action: 'clientJoin' })
	expect(steps()).toEqual(['asked', 'remembered', 'authority', 'shell'])
	expect(done.at(-1)?.[1]).toBe(parameters)
})

test('[JOIN-26] [OP-055] a join that the shell asked for uses the call for shells', async () => {
	const asked: [string, unknown][] = []
	const callApi = (async (call: { route: string }, input: unknown) => {
		asked.push([call.route, input])
		return { ok: true, value: { parameters } }
	}) as unknown as CallApi
	const { deps, shell, done } = createFixture(accepted as never)
	await joinMeeting({ ...request, password: '123', isFromShell: true }, { ...deps, callApi, app: shell })
	expect(asked).toEqual([
		[
			'POST /mobile/joinMeeting/:id',
			{ meetingId: '842391556', displayName: 'Mei Han', language: 'en', audio: true, video: false, password: '123' },
		],
	])
	expect(done.at(-1)).toEqual(['shell', parameters])
})

describe('[ROOM-89] a join names the socket that the page has connected ahead', () => {
	async function joinPrepared(answer: object, change: { app?: boolean; socketId?: string } = {}) {
		const { done, deps, shell } = createFixture(answer as never)
		const { app = false, socketId = 'socketId' in change ? undefined : 'socket-1' } = change
		const ended: unknown[] = []
		const preparedRoom = { nameInJoin: () => socketId, endJoin: (how: unknown) => void ended.push(how) }
		await joinMeeting(request, { ...deps, preparedRoom, ...(app && { app: shell }) })
		return { sent: done[0]?.[1], ended }
	}

	test('and opens the room that it has entered', async () => {
		const { sent, ended } = await joinPrepared(accepted)
		expect([sent, ended]).toEqual([expect.objectContaining({ roomSocketId: 'socket-1' }), []])
	})

	test.each([
		['refused', { ok: false, failure: { refusal: 'locked' } }, [{ mayHaveEntered: false }]],
		['without an answer', { ok: false, failure: { refusal: 'timeout' } }, [{ mayHaveEntered: true }]],
		[
			'that leads to another site',
			{ ok: true, value: { parameters, roomUrl: 'https://meet.example/r/1', topic: 'x' } },
			[{ mayHaveEntered: true }],
		],
	])('and ends with a join that is %s', async (_, answer, expected) => {
		expect((await joinPrepared(answer)).ended).toEqual(expected)
	})

	test('where it is connected, and where this page opens the room', async () => {
		const failed = { ok: false, failure: { refusal: 'timeout' } }
		for (const change of [{ app: true }, { socketId: undefined as never }]) {
			const { sent, ended } = await joinPrepared(failed, change)
			expect([sent, ended]).toEqual([expect.not.objectContaining({ roomSocketId: expect.anything() }), []])
		}
	})
})

test('[I18N-06] every join sends the language of the page', async () => {
	const { done, deps, shell } = createFixture(accepted as never)
	await joinMeeting(request, deps)
	await joinMeeting(request, { ...deps, app: shell })
	const sent = done.filter(([what]) => what === 'asked').map(([, input]) => input)
	expect(sent).toEqual([expect.objectContaining({ language: 'en' }), expect.objectContaining({ language: 'en' })])
})

test.each([
	['842391556', '842391556'],
	['room of Mei', undefined],
])('[NODE-21] the address of a join names the meeting, unless what was typed is no id: %s', async (typed, named) => {
	const { deps } = createFixture(accepted as never)
	const names: unknown[] = []
	const callApi = (async (...call: Parameters<CallApi>) => {
		names.push(call[2]?.meetingId)
		return deps.callApi(...call)
	}) as CallApi
	await joinMeeting({ ...request, meetingId: typed }, { ...deps, callApi })
	await joinMeeting({ ...request, meetingId: typed, isFromShell: true }, { ...deps, callApi })
	expect(names).toEqual([named, named])
})

test('a refused join opens nothing and is not recorded', async () => {
	const { deps, steps } = createFixture({ ok: false, failure: { refusal: 'locked' } } as never)
	expect(await joinMeeting(request, deps)).toMatchObject({ status: 'refused', error: { type: 'locked' } })
	expect(steps()).toEqual(['asked'])
})

test('an admission that comes when nobody waits for it any more opens nothing and is not recorded', async () => {
	const abort = new AbortController()
	const { deps, shell, steps } = createFixture(accepted as never)
	const callApi = (async (...call: Parameters<CallApi>) => {
		abort.abort()
		return deps.callApi(...call)
	}) as CallApi
	const left = { status: 'refused', error: { type: 'cancelled' } }
	const given = { ...request, signal: abort.signal }
	expect(await joinMeeting(given, { ...deps, callApi })).toMatchObject(left)
	expect(await joinMeeting(given, { ...deps, callApi, app: shell })).toMatchObject(left)
	expect(steps()).toEqual(['asked', 'asked'])
})

const page = { origin: 'https://parley.example' }

test('a room of this site opens in this page, with its ticket', () => {
	expect(parseRoomUrl(roomUrl, page)).toEqual({ type: 'internal', meetingId: '842391556', hash: 'ticket=t' })
	expect(parseRoomUrl('/room/842391556#ticket=t', page)).toMatchObject({ type: 'internal' })
})

test('a room of another site is an external URL, and what is no web address is no room', () => {
	expect(parseRoomUrl('https://meet.example/r/1', page)).toEqual({ type: 'external', url: 'https://meet.example/r/1' })
	expect(parseRoomUrl('javascript:alert(1)', page)).toBeUndefined()
})

test('[ROUTE-21] an automatic join has camera and microphone off, and its name is not kept', async () => {
	const { done, deps, shell } = createFixture(accepted as never)
	await joinMeeting({ ...request, video: true, isAutomatic: true }, { ...deps, app: shell })
	expect(done.slice(0, 3)).toEqual([
		['asked', expect.objectContaining({ audio: false, video: false, displayName: 'Mei Han' })],
		['remembered', { meetingId: '842391556', topic: 'Roadmap' }],
		['authority', { audio: false, video: false }],
	])
})
