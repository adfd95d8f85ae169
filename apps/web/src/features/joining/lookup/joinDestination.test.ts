import type { Meeting } from '@parley/api'
import { expect, test } from 'vitest'
import type { CallApi } from '../../../api/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { findJoinDestination } from './joinDestination.ts'

const member = { id: 'other', userType: 1 }
const found = (fields: Partial<Meeting>) => ({ ok: true, value: { meeting: aMeeting(fields) } })
const refused = (refusal: string) => ({ ok: false, failure: { refusal } })

function join(answer: unknown, viewer: object = member) {
	const asked: unknown[] = []
	const ask = (async (call: { route: string }, input: unknown) => {
		asked.push([call.route, input])
		return answer
	}) as unknown as CallApi
	return findJoinDestination('842391556' as never, viewer, ask).then(way => ({ way, asked }))
}

test('[JOIN-29] the meeting is looked at first', async () => {
	const { asked } = await join(found({}))
	expect(asked).toEqual([['GET /meeting/meetings/:id', { id: '842391556' }]])
})

test('[JOIN-30] an ended meeting is not joined', async () => {
	expect((await join(found({ status: 9 }))).way).toEqual({ at: 'over' })
})

test('[JOIN-31] a private meeting sends guests to sign in, members straight on', async () => {
	expect((await join(found({ isPrivate: true }), {})).way).toEqual({ at: 'login', meetingId: '842391556' })
	expect((await join(found({ isPrivate: true }))).way.at).toBe('join')
	expect((await join(refused('loginNeeded'), {})).way.at).toBe('login')
})

test('[JOIN-32] [JOIN-22] the join screen asks for a password whoever does not run the meeting', async () => {
	expect((await join(found({ needsPassword: true }))).way).toMatchObject({ at: 'join', hasPwd: 'true' })
	expect((await join(found({ needsPassword: true }), { id: 'host' })).way).toMatchObject({ hasPwd: 'false' })
	expect((await join(found({}))).way).toMatchObject({ hasPwd: 'false' })
})

test('[JOIN-33] what cannot be found does not exist, unless it is the network that is silent', async () => {
	expect((await join(refused('missing'))).way).toEqual({ at: 'gone' })
	expect((await join(refused('unknown'))).way).toEqual({ at: 'gone' })
	expect((await join(refused('offline'))).way).toEqual({ at: 'unreachable' })
})
