import type { JoinParameters } from '@parley/api'
import { expect, test } from 'vitest'
import type { CallApi } from '../../../api/index.ts'
import { type JoinDeps, joinMeeting, parseRoomUrl } from './joinMeeting.ts'

const knock = { meetingId: '842391556', displayName: '  Mei   Han ', audio: true, video: false }
const parameters = { meetingId: '842391556', roomUrl: '/room/842391556#ticket=t' } as JoinParameters
const roomUrl = 'https://parley.example/room/842391556#ticket=t'

/** A server that answers joins as told, and what was done meanwhile. */
function world(answer: Awaited<ReturnType<CallApi>>) {
	const done: [string, unknown][] = []
	const ask = (async (_call: unknown, input: unknown) => {
		done.push(['asked', input])
		return answer
	}) as CallApi
	const outside: JoinDeps = {
		callApi: ask,
		getLanguage: () => 'en',
		openRoom: url => done.push(['room', url]),
		onJoined: joined => done.push(['remembered', joined]),
	}
	const shell: JoinDeps['app'] = {
		checkAuthority: async devices => done.push(['authority', devices]),
		openMeeting: async given => done.push(['shell', given]),
	}
	return { done, outside, shell, did: () => done.map(([what]) => what) }
}

const open = { ok: true, value: { parameters, roomUrl, topic: 'Roadmap' } } as const

test('[JOIN-23] [JOIN-24] a web join asks with everything the call wants and walks into the room', async () => {
	const { done, outside } = world(open as never)
	expect(await joinMeeting(knock, outside)).toEqual({ status: 'joined' })
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
		['room', roomUrl],
	])
})

test('[JOIN-25] a password is sent where one was given', async () => {
	const { done, outside } = world(open as never)
	await joinMeeting({ ...knock, password: '123' }, outside)
	expect(done[0]?.[1]).toMatchObject({ password: '123' })
})

test('[JOIN-27] inside the shell the phone is asked for the devices and then given the parameters', async () => {
	const { done, outside, shell, did } = world(open as never)
	expect(await joinMeeting(knock, { ...outside, app: shell })).toEqual({ status: 'handedOver' })
	expect(done[0]?.[1]).toMatchObject({ action: 'clientJoin' })
	expect(did()).toEqual(['asked', 'remembered', 'authority', 'shell'])
	expect(done.at(-1)?.[1]).toBe(parameters)
})

test('[JOIN-26] [OP-055] a join the phone asked for goes by the call made for it, with the fields of the meeting', async () => {
	const asked: [string, unknown][] = []
	const ask = (async (call: { route: string }, input: unknown) => {
		asked.push([call.route, input])
		return { ok: true, value: { parameters } }
	}) as unknown as CallApi
	const { outside, shell, done } = world(open as never)
	await joinMeeting({ ...knock, password: '123', isFromShell: true }, { ...outside, callApi: ask, app: shell })
	expect(asked).toEqual([
		[
			'POST /mobile/joinMeeting/:id',
			{ meetingId: '842391556', displayName: 'Mei Han', language: 'en', audio: true, video: false, password: '123' },
		],
	])
	expect(done.at(-1)).toEqual(['shell', parameters])
})

test('[I18N-06] the language of the page goes along with every join', async () => {
	const { done, outside, shell } = world(open as never)
	await joinMeeting(knock, outside)
	await joinMeeting(knock, { ...outside, app: shell })
	const sent = done.filter(([what]) => what === 'asked').map(([, input]) => input)
	expect(sent).toEqual([expect.objectContaining({ language: 'en' }), expect.objectContaining({ language: 'en' })])
})

test('a refused join opens nothing and remembers nothing', async () => {
	const { outside, did } = world({ ok: false, failure: { refusal: 'locked' } } as never)
	expect(await joinMeeting(knock, outside)).toMatchObject({ status: 'refused', error: { type: 'locked' } })
	expect(did()).toEqual(['asked'])
})

const page = { origin: 'https://parley.example' }

test('a room of this site opens in this page, with its ticket', () => {
	expect(parseRoomUrl(roomUrl, page)).toEqual({ type: 'internal', meetingId: '842391556', hash: 'ticket=t' })
	expect(parseRoomUrl('/room/842391556#ticket=t', page)).toMatchObject({ type: 'internal' })
})

test('a room of another site is left to the browser, and what is no web address to nobody', () => {
	expect(parseRoomUrl('https://meet.example/r/1', page)).toEqual({ type: 'external', url: 'https://meet.example/r/1' })
	expect(parseRoomUrl('javascript:alert(1)', page)).toBeUndefined()
})

test('[ROUTE-21] a join nobody here asked for goes in silent and unseen, and its name is not kept', async () => {
	const { done, outside, shell } = world(open as never)
	await joinMeeting({ ...knock, video: true, isAutomatic: true }, { ...outside, app: shell })
	expect(done.slice(0, 3)).toEqual([
		['asked', expect.objectContaining({ audio: false, video: false, displayName: 'Mei Han' })],
		['remembered', { meetingId: '842391556', topic: 'Roadmap' }],
		['authority', { audio: false, video: false }],
	])
})
