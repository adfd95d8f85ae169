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
const routeOf = (
	lookup: Parameters<typeof getLinkDestination>[1],
	follower: Parameters<typeof getLinkDestination>[2],
) => toLinkRoute(getLinkDestination(meetingId, lookup, follower))

const scanJoin = { to: '/Login/ScanJoin/$meetingId', params: { meetingId }, search: {}, replace: true }
const result = (status: string) => ({ to: '/Login/ScanResult', search: { status }, replace: true })
const boot = (hasPwd: string) => ({
	to: '/bootLogin/$meetingId/$publicJoin/$hasPwd',
	params: { meetingId, publicJoin: 'false', hasPwd },
	replace: true,
})

test('[LINK-02] members are led to the join screen, of private meetings too', () => {
	expect(routeOf(found(), member)).toEqual(scanJoin)
	expect(routeOf(found({ isPrivate: true }), { isMember: true, allowsGuests: false })).toEqual(scanJoin)
})

test('[LINK-03] an ended meeting leads everybody to the result', () => {
	expect(routeOf(found({ status: meetingStatus.ended }), member)).toEqual(result('9'))
	expect(routeOf(found({ status: meetingStatus.ended, isPrivate: true }), guest)).toEqual(result('9'))
})

test('[LINK-04] a private meeting leads guests to the sign-in', () => {
	expect(routeOf(found({ isPrivate: true }), guest)).toEqual(boot('false'))
	expect(routeOf(found({ isPrivate: true, needsPassword: true }), guest)).toEqual(boot('true'))
})

test('[LINK-05] a public meeting leads guests to the join screen', () => {
	expect(routeOf(found(), guest)).toEqual(scanJoin)
})

test('[OP-014] on a site without guests a public meeting leads them to the sign-in too', () => {
	expect(routeOf(found(), { isMember: false, allowsGuests: false })).toEqual(boot('false'))
})

test('[LINK-06] code 501 leads to the sign-in, without telling whether there is a password', () => {
	expect(routeOf(refused('loginNeeded'), guest)).toEqual(boot('false'))
})

test('[LINK-09] a missing meeting leads to the result', () => {
	expect(routeOf(refused('missing'), guest)).toEqual(result('0'))
	expect(routeOf(refused('unknown'), member)).toEqual(result('0'))
})

test('a network failure leads to a result from which the lookup can be repeated', () => {
	const route = routeOf(refused('offline'), guest)
	expect(route).toMatchObject({ to: '/Login/ScanResult', search: { status: '0', again: meetingId } })
})

/** A browser that takes somebody for signed in, or not, and a server that knows better. */
interface Fixture {
	isMember?: boolean
	signedIn?: boolean
	detail?: ReturnType<typeof found> | ReturnType<typeof refused>
}
function createFixture({ isMember = false, signedIn = isMember, detail = found() }: Fixture = {}) {
	const done: unknown[] = []
	let follower = { isMember, allowsGuests: true }
	const ask = (async (call: unknown) => {
		if (call === session.check) {
			done.push('asked follower')
			return signedIn ? { ok: true, value: {} } : refused('notSignedIn')
		}
		if (call === meetings.detail) done.push('asked meeting')
		return detail.ok ? { ok: true, value: { meeting: detail.value } } : detail
	}) as unknown as CallApi
	const deps: FollowLinkDeps = {
		callApi: ask,
		getFollower: () => follower,
		async refreshSession() {
			done.push('settled')
			follower = { ...follower, isMember: false }
		},
		savePassword: (id, password) => done.push(['password', id, password]),
		saveFlag: flag => done.push(['flag', flag]),
		saveMeeting: meeting => done.push(['meeting', meeting.meetingId]),
	}
	return { done, deps }
}

test('[LINK-07] [LINK-08] [OP-056] flag and password are saved, then the session is checked while the meeting is looked up', async () => {
	const { done, deps } = createFixture({ isMember: true })
	expect(await followLink({ meetingId, password: '12' }, {}, deps)).toEqual({ type: 'join', meetingId })
	expect(done).toEqual([
		['flag', '1'],
		['password', meetingId, '12'],
		'asked follower',
		'asked meeting',
		['meeting', meetingId],
	])
})

test('[LINK-08] the flag of the route is the one that is saved', async () => {
	const { done, deps } = createFixture()
	await followLink({ meetingId }, { publicScan: 'publicScan' }, deps)
	expect(done[0]).toEqual(['flag', 'publicScan'])
})

test('[OP-056] somebody the server does not know is a guest, whatever the browser has stored', async () => {
	const { done, deps } = createFixture({ isMember: true, signedIn: false, detail: found({ isPrivate: true }) })
	expect(await followLink({ meetingId }, {}, deps)).toMatchObject({ type: 'login' })
	expect(done.slice(2)).toEqual(['asked follower', 'asked meeting', 'settled', 'asked meeting', ['meeting', meetingId]])
})

test('[OP-056] a browser without a session belongs to a guest, and the server is not asked who it is', async () => {
	const { done, deps } = createFixture()
	expect(await followLink({ meetingId }, {}, deps)).toEqual({ type: 'join', meetingId })
	expect(done).not.toContain('asked follower')
})

test('members stay signed in', async () => {
	const { done, deps } = createFixture({ isMember: true, detail: found({ isPrivate: true }) })
	expect(await followLink({ meetingId }, {}, deps)).toEqual({ type: 'join', meetingId })
	expect(done).not.toContain('settled')
})

test('[LINK-09] a link without an id leads to the result, and no call is sent', async () => {
	const { done, deps } = createFixture()
	expect(await followLink(undefined, {}, deps)).toMatchObject({ type: 'missing' })
	expect(done).toEqual([])
})
