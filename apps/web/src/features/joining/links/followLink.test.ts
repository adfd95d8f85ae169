import { meeting as meetings, session } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { expect, test } from 'vitest'
import type { CallApi } from '../../../api/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { type FollowLinkDeps, followLink } from './followLink.ts'
import { getLinkDestination, toLinkRoute } from './linkDestination.ts'

const meetingId = '842391556'
const guest = { isMember: false, allowsGuests: true }
const member = { isMember: true, allowsGuests: true }
const found = (fields: Parameters<typeof aMeeting>[0] = {}) => ({ ok: true, value: aMeeting(fields) }) as const
const refused = (refusal: string) => ({ ok: false, failure: { refusal: refusal as 'missing' } }) as const
const placeOf = (looked: Parameters<typeof getLinkDestination>[1], who: Parameters<typeof getLinkDestination>[2]) =>
	toLinkRoute(getLinkDestination(meetingId, looked, who))

const scanJoin = { to: '/Login/ScanJoin/$meetingId', params: { meetingId }, search: {}, replace: true }
const result = (status: string) => ({ to: '/Login/ScanResult', search: { status }, replace: true })
const boot = (hasPwd: string) => ({
	to: '/bootLogin/$meetingId/$publicJoin/$hasPwd',
	params: { meetingId, publicJoin: 'false', hasPwd },
	replace: true,
})

test('[LINK-02] whoever is signed in comes to the join screen, of private meetings too', () => {
	expect(placeOf(found(), member)).toEqual(scanJoin)
	expect(placeOf(found({ isPrivate: true }), { isMember: true, allowsGuests: false })).toEqual(scanJoin)
})

test('[LINK-03] an ended meeting has its result, whoever asks', () => {
	expect(placeOf(found({ status: meetingStatus.over }), member)).toEqual(result('9'))
	expect(placeOf(found({ status: meetingStatus.over, isPrivate: true }), guest)).toEqual(result('9'))
})

test('[LINK-04] guests at a private meeting are told to sign in', () => {
	expect(placeOf(found({ isPrivate: true }), guest)).toEqual(boot('false'))
	expect(placeOf(found({ isPrivate: true, needsPassword: true }), guest)).toEqual(boot('true'))
})

test('[LINK-05] guests at a public meeting come to the join screen', () => {
	expect(placeOf(found(), guest)).toEqual(scanJoin)
})

test('[OP-014] where a site takes no guests, they are told to sign in at public meetings too', () => {
	expect(placeOf(found(), { isMember: false, allowsGuests: false })).toEqual(boot('false'))
})

test('[LINK-06] 501 is told to sign in, with nothing said of the meeting', () => {
	expect(placeOf(refused('loginNeeded'), guest)).toEqual(boot('false'))
})

test('[LINK-09] a meeting that is not there has its result', () => {
	expect(placeOf(refused('missing'), guest)).toEqual(result('0'))
	expect(placeOf(refused('unknown'), member)).toEqual(result('0'))
})

test('a silent network says nothing about a meeting, which can be looked for again', () => {
	const place = placeOf(refused('offline'), guest)
	expect(place).toMatchObject({ to: '/Login/ScanResult', search: { status: '0', again: meetingId } })
})

/** A browser that takes somebody for signed in, or not, and a server that knows better. */
interface World {
	isMember?: boolean
	signedIn?: boolean
	detail?: ReturnType<typeof found> | ReturnType<typeof refused>
}
function world({ isMember = false, signedIn = isMember, detail = found() }: World = {}) {
	const done: unknown[] = []
	let who = { isMember, allowsGuests: true }
	const ask = (async (call: unknown) => {
		if (call === session.check) {
			done.push('asked who')
			return signedIn ? { ok: true, value: {} } : refused('notSignedIn')
		}
		if (call === meetings.detail) done.push('asked meeting')
		return detail.ok ? { ok: true, value: { meeting: detail.value } } : detail
	}) as unknown as CallApi
	const outside: FollowLinkDeps = {
		callApi: ask,
		getViewer: () => who,
		async refreshSession() {
			done.push('settled')
			who = { ...who, isMember: false }
		},
		savePassword: (id, password) => done.push(['password', id, password]),
		saveFlag: flag => done.push(['flag', flag]),
		saveMeeting: meeting => done.push(['meeting', meeting.meetingId]),
	}
	return { done, outside }
}

test('[LINK-07] [LINK-08] [OP-056] flag and password are kept, then it is asked who is here, then for the meeting', async () => {
	const { done, outside } = world()
	expect(await followLink({ meetingId, password: '12' }, {}, outside)).toEqual({ type: 'join', meetingId })
	expect(done).toEqual([
		['flag', '1'],
		['password', meetingId, '12'],
		'asked who',
		'asked meeting',
		['meeting', meetingId],
	])
})

test('[LINK-08] the flag of the route is the one kept', async () => {
	const { done, outside } = world()
	await followLink({ meetingId }, { publicScan: 'publicScan' }, outside)
	expect(done[0]).toEqual(['flag', 'publicScan'])
})

test('[OP-056] whom the server does not know is a guest, whatever this browser kept', async () => {
	const { done, outside } = world({ isMember: true, signedIn: false, detail: found({ isPrivate: true }) })
	expect(await followLink({ meetingId }, {}, outside)).toMatchObject({ type: 'login' })
	expect(done).toContain('settled')
})

test('whoever is signed in stays so', async () => {
	const { done, outside } = world({ isMember: true, detail: found({ isPrivate: true }) })
	expect(await followLink({ meetingId }, {}, outside)).toEqual({ type: 'join', meetingId })
	expect(done).not.toContain('settled')
})

test('[LINK-09] a link without an id leads to no meeting, and nothing is asked', async () => {
	const { done, outside } = world()
	expect(await followLink(undefined, {}, outside)).toMatchObject({ type: 'missing' })
	expect(done).toEqual([])
})
