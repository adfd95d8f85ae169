import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CallApi } from '../../../api/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { renderScreen } from '../../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { lookUpForJoin, useJoinFromList } from './joinFromList.ts'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const member = { userId: 'other', userType: 1 }
const found = (fields: Partial<Meeting>) => ({ ok: true, value: { meeting: aMeeting(fields) } })
const refused = (refusal: string) => ({ ok: false, failure: { refusal } })

function join(answer: unknown, reader: object = member) {
	const requests: unknown[] = []
	const callApi = (async (call: { route: string }, input: unknown) => {
		requests.push([call.route, input])
		return answer
	}) as unknown as CallApi
	return lookUpForJoin('842391556' as never, reader, callApi).then(lookup => ({ lookup, requests }))
}

test('[JOIN-29] the meeting is looked up first', async () => {
	const { requests } = await join(found({}))
	expect(requests).toEqual([['GET /meeting/meetings/:id', { id: '842391556' }]])
})

test('[JOIN-30] an ended meeting is not joined', async () => {
	expect((await join(found({ status: meetingStatus.ended }))).lookup).toEqual({ status: 'over' })
})

test('[JOIN-31] a private meeting asks guests to sign in, members may join', async () => {
	expect((await join(found({ isPrivate: true }), {})).lookup).toEqual({ status: 'signInNeeded' })
	expect((await join(found({ isPrivate: true }))).lookup.status).toBe('joinable')
	expect((await join(refused('loginNeeded'), {})).lookup.status).toBe('signInNeeded')
})

test('[JOIN-32] [JOIN-22] the join screen asks everybody but host and creator for a password', async () => {
	expect((await join(found({ needsPassword: true }))).lookup).toMatchObject({
		status: 'joinable',
		isPasswordRequired: true,
	})
	expect((await join(found({ needsPassword: true }), { userId: 'host' })).lookup).toMatchObject({
		isPasswordRequired: false,
	})
	expect((await join(found({}))).lookup).toMatchObject({ isPasswordRequired: false })
})

test('[JOIN-33] what cannot be looked up does not exist, unless the network failed', async () => {
	expect((await join(refused('missing'))).lookup).toEqual({ status: 'missing' })
	expect((await join(refused('unknown'))).lookup).toEqual({ status: 'missing' })
	expect((await join(refused('offline'))).lookup).toEqual({ status: 'unreachable' })
})

let list: ReturnType<typeof useJoinFromList>
function Card() {
	list = useJoinFromList(member, { onSignInNeeded: () => {} })
	return null
}

test('a card is busy until its meeting is looked up, and can be tapped again when that failed', async () => {
	let answer = (_: StubAnswer) => {}
	const lookup = 'GET /meeting/meetings/842391556'
	const server = stubServer({ [lookup]: () => new Promise<StubAnswer>(resolve => (answer = resolve)) })
	const onOutdated = vi.fn()
	await renderScreen('/MeetingList', Card, '/MeetingList')
	const tap = () => act(async () => list.join(aMeeting(), onOutdated))
	await tap()
	expect(list.joiningId).toBe('842391556')
	await act(async () => answer('no-answer'))
	await vi.waitFor(() => expect(list.joiningId).toBeUndefined())
	await tap()
	expect(server.count(lookup)).toBe(2)
	await act(async () => answer({ status: 404, code: 404 }))
	await vi.waitFor(() => expect(onOutdated).toHaveBeenCalledTimes(1))
	expect(list.joiningId).toBeUndefined()
})
