import { decryptPassword, encryptPassword, type User } from '@parley/api'
import { describe, expect, test } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import {
	getDestinationAfterLookup,
	getLandingAction,
	getSignInDestination,
	getSignInReason,
	type SignInSearch,
} from './destination.ts'
import { refreshSession } from './refresh.ts'
import {
	emptySignInForm,
	getSignInFormError,
	getSignInMessageKey,
	isFilled,
	type SignInDeps,
	type SignInFormValues,
	setName,
	setPassword,
	signIn,
} from './signIn.ts'
import { createClickLock } from './useSignIn.ts'

const hanmei = {
	id: '7',
	name: 'hanmei',
	displayName: 'Han Mei',
	isComplete: true,
	userType: 0,
	companies: [],
} as unknown as User
const aForm = (more: Partial<SignInFormValues> = {}): SignInFormValues => ({
	name: 'hanmei',
	password: 'Parley-2026',
	agreed: true,
	...more,
})

/** A server that answers each call as told, by its path; what happened is noted in order. */
function aServer(answers: Record<string, unknown> = {}) {
	const log: string[] = []
	const asked: Record<string, unknown> = {}
	const callApi: CallApi = async (call, input) => {
		const path = call.route.split(' ')[1] ?? ''
		log.push(path)
		asked[path] = input
		const standard: Record<string, unknown> = {
			'/auth/login': { ok: true, value: { token: 'tok' } },
			'/auth/me': { ok: true, value: hanmei },
			'/corp/rememberLastCorp': { ok: true, value: {} },
			'/meeting/meetings/:id': { ok: true, value: { meeting: { status: 1 } } },
		}
		return (answers[path] ?? standard[path]) as never
	}
	const deps: SignInDeps = {
		callApi,
		encryptPassword: password => encryptPassword(password, new Uint8Array(16)),
		saveToken: token => log.push(`keep ${token}`),
		removeToken: () => log.push('forget'),
		setMember: (user, token) => log.push(`member ${user.id} ${token}`),
	}
	return { log, asked, deps }
}
const refusal = (name: string, code?: number) => ({ ok: false, failure: { refusal: name, code } })

describe('the form', () => {
	test('[LOGIN-05] [LOGIN-09] a name of one character is invalid, two and twenty are valid', () => {
		expect(getSignInFormError(aForm({ name: 'a' }))).toBe('invalidUser')
		expect(getSignInFormError(aForm({ name: 'ab' }))).toBeUndefined()
		expect(getSignInFormError(aForm({ name: 'a'.repeat(20) }))).toBeUndefined()
	})

	test('[LOGIN-06] [LOGIN-07] [LOGIN-08] characters a name cannot have are removed while typing', () => {
		expect(setName(emptySignInForm, 'a b!@').name).toBe('ab')
		expect(setName(emptySignInForm, '韩梅_A.b-c·9').name).toBe('韩梅_A.b-c·9')
		expect(setName(emptySignInForm, 'x'.repeat(30)).name).toHaveLength(20)
	})

	test('[LOGIN-10] a name shorter than 4 clears the password', () => {
		expect(setName(aForm(), 'han').password).toBe('')
		expect(setName(aForm(), 'hanm').password).toBe('Parley-2026')
	})

	test('[LOGIN-10] [OP-020] a password typed after a short name stays', () => {
		const short = setName(emptySignInForm, 'li')
		expect(setPassword(short, 'secret')).toMatchObject({ name: 'li', password: 'secret' })
		expect(setName(setPassword(short, 'secret'), 'li').password).toBe('secret')
	})

	test('[LOGIN-11] unticked, the error is readProtocol', () => {
		expect(getSignInFormError(aForm({ agreed: false }))).toBe('readProtocol')
	})

	test('[LOGIN-12] the checkbox is unticked at first', () => {
		expect(emptySignInForm.agreed).toBe(false)
	})

	test('[LOGIN-13] [LOGIN-14] a password has no whitespace and at most twenty characters', () => {
		expect(setPassword(emptySignInForm, 'a b\tc').password).toBe('abc')
		expect(setPassword(emptySignInForm, 'x'.repeat(25)).password).toHaveLength(20)
	})

	test('[LOGIN-17] both fields have to be filled', () => {
		expect([isFilled({ name: 'a', password: '' }), isFilled({ name: '', password: 'a' })]).toEqual([false, false])
		expect(isFilled({ name: 'a', password: 'b' })).toBe(true)
	})

	test('[LOGIN-19] a second click within a second does nothing', () => {
		let now = 0
		const mayClick = createClickLock(() => now, 1000)
		expect(mayClick()).toBe(true)
		now = 999
		expect(mayClick()).toBe(false)
		now = 1000
		expect(mayClick()).toBe(true)
	})
})

describe('signing in', () => {
	test('[LOGIN-21] [LOGIN-22] [LOGIN-24] [LOGIN-25] the token is stored, the person fetched and stored, the company remembered', async () => {
		const { log, deps } = aServer()
		expect(await signIn(aForm(), {}, deps)).toEqual({ status: 'done', destination: { to: '/MeetingList' } })
		expect(log).toEqual(['/auth/login', 'keep tok', '/auth/me', 'member 7 tok', '/corp/rememberLastCorp'])
	})

	test('[LOGIN-16] [LOGIN-20] [OP-022] [OP-050] the password is encrypted, the captcha empty, auto_login on', async () => {
		const { asked, deps } = aServer()
		await signIn(aForm(), {}, deps)
		const sent = asked['/auth/login'] as { encryptedPassword: string }
		expect(sent).toMatchObject({ name: 'hanmei', captcha: '', staySignedIn: true })
		expect(sent.encryptedPassword).not.toContain('Parley')
		expect(decryptPassword(sent.encryptedPassword)).toBe('Parley-2026')
	})

	test('[LOGIN-20] [OP-022] the pass of a solved challenge is sent', async () => {
		const { asked, deps } = aServer()
		await signIn(aForm(), {}, deps, 'pass')
		expect(asked['/auth/login']).toMatchObject({ captcha: 'pass' })
	})

	test.each(['challengeNeeded', 'challengeFailed', 'challengeExpired'])(
		'[LOGIN-36] %s requires the slider and shows no message',
		async name => {
			const { log, deps } = aServer({ '/auth/login': refusal(name) })
			expect(await signIn(aForm(), {}, deps)).toEqual({ status: 'challenge' })
			expect(log).toEqual(['/auth/login'])
		},
	)

	test('[LOGIN-42] the time to wait is part of the state', async () => {
		const tooMany = { ok: false, failure: { refusal: 'tooManyAttempts', code: 1002, retryAfterMs: 90_000 } }
		const at = await signIn(aForm(), {}, aServer({ '/auth/login': tooMany }).deps)
		expect(at).toEqual({ status: 'failed', messageKey: 'tooMany', retryAfterMs: 90_000 })
	})

	test('[LOGIN-45] if the cipher cannot be loaded it is a network error, and nothing is sent', async () => {
		const { log, deps } = aServer()
		const encryptPassword = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
		expect(await signIn(aForm(), {}, { ...deps, encryptPassword })).toEqual({
			status: 'failed',
			messageKey: 'network',
		})
		expect(log).toEqual([])
	})

	test('[LOGIN-11] nothing is sent while the form is invalid', async () => {
		const { log, deps } = aServer()
		expect(await signIn(aForm({ agreed: false }), {}, deps)).toEqual({ status: 'failed', messageKey: 'readProtocol' })
		expect(log).toEqual([])
	})

	test('[LOGIN-23] an incomplete profile comes first, and no person is stored', async () => {
		const { log, deps } = aServer({ '/auth/me': { ok: true, value: { ...hanmei, isComplete: false } } })
		const at = await signIn(aForm(), { meetingId: '123456789', publicJoin: 'true' }, deps)
		expect(at).toEqual({
			status: 'done',
			destination: { to: '/perfectInfo', search: { meetingId: '123456789', publicJoin: 'true' } },
		})
		expect(log).not.toContain('member 7 tok')
	})

	test('if the person cannot be fetched the token is removed', async () => {
		const { log, deps } = aServer({ '/auth/me': refusal('broken') })
		expect(await signIn(aForm(), {}, deps)).toEqual({ status: 'failed', messageKey: 'loginError' })
		expect(log.at(-1)).toBe('forget')
	})
})

describe('the destination', () => {
	const meetingId = '123456789'
	const all: SignInSearch = { liveLogin: '1', roomId: 'r', from: 'joinQuickly', meetingId, publicJoin: 'false' }

	test('[ROUTE-02] first the live viewer', () => {
		expect(getSignInDestination(all)).toEqual({ to: '/liveBroadcast', search: { liveLogin: '1', roomId: 'r' } })
	})
	test('[LOGIN-28] then quick join', () => {
		expect(getSignInDestination({ ...all, liveLogin: undefined })).toEqual({
			to: '/joinQuickly',
			search: { meetingId },
		})
	})
	test('[LOGIN-29] then the scanned meeting if publicJoin is `false`', () => {
		expect(getSignInDestination({ meetingId, publicJoin: 'false' })).toMatchObject({ to: '/Login/ScanJoin/$meetingId' })
	})
	test('[LOGIN-30] then the join screen for any other publicJoin', () => {
		expect(getSignInDestination({ meetingId, publicJoin: 'true', hasPwd: '1' })).toEqual({
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			params: { meetingId, hasPwd: 'true' },
			search: {},
		})
	})
	test('[OP-134] a meeting in the query is passed on, so that the join continues by itself', () => {
		expect(getSignInDestination({ meetingId, publicJoin: 'true', meeting: '{"a":1}' })).toMatchObject({
			search: { from: 'login', meeting: '{"a":1}' },
		})
	})
	test('[LOGIN-31] else the list', () => {
		expect(getSignInDestination({})).toEqual({ to: '/MeetingList' })
		expect(getSignInDestination({ meetingId })).toEqual({ to: '/MeetingList' })
		expect(getSignInDestination({ publicJoin: 'false' })).toEqual({ to: '/MeetingList' })
	})

	test('[LOGIN-32] a meeting that is over has its own result', async () => {
		const over = { '/meeting/meetings/:id': { ok: true, value: { meeting: { status: 9 } } } }
		const at = await signIn(aForm(), { meetingId, publicJoin: 'true' }, aServer(over).deps)
		expect(at).toMatchObject({ destination: { to: '/Login/ScanResult', search: { status: '9' } } })
	})
	test('[LOGIN-33] a meeting that cannot be looked up does not exist', async () => {
		const missing = { '/meeting/meetings/:id': refusal('missing') }
		const at = await signIn(aForm(), { meetingId, publicJoin: 'false' }, aServer(missing).deps)
		expect(at).toMatchObject({ destination: { to: '/Login/ScanResult', search: { status: '0' } } })
	})
	test('a running meeting leaves the destination as it was', () => {
		const destination = getSignInDestination({ meetingId, publicJoin: 'true' })
		expect(getDestinationAfterLookup(destination, 2)).toBe(destination)
		expect(getDestinationAfterLookup({ to: '/MeetingList' }, undefined)).toEqual({ to: '/MeetingList' })
	})

	test('[OP-134] after these, the password of a live that somebody came from', () => {
		expect(getSignInDestination({ isFromVerify: 'true', roomId: 'r' })).toEqual({
			to: '/verify',
			search: { roomId: 'r' },
		})
		expect(getSignInDestination({ isFromVerify: 'true', meetingId, publicJoin: 'true' }).to).toBe(
			'/MeetingList/JoinMeeting/$meetingId/$hasPwd',
		)
		expect(getSignInDestination({ isFromVerify: 'false' })).toEqual({ to: '/MeetingList' })
	})
	test('[OP-134] the reason for signing in: the live, the internal meeting, any meeting', () => {
		expect(getSignInReason({ liveLogin: '1', isShortLogin: 'true' })).toBe('live')
		expect(getSignInReason({ isFromVerify: '1' })).toBe('live')
		expect(getSignInReason({ isShortLogin: 'true', needLogin: 'true' })).toBe('internal')
		expect(getSignInReason({ needLogin: 'true' })).toBe('meeting')
		expect(getSignInReason({ needLogin: 'false', meetingId })).toBeUndefined()
	})
})

describe('the message key', () => {
	const messageKey = (name: string, refused: string, code?: number) =>
		getSignInMessageKey({ refusal: refused, code } as never, name)

	test('[LOGIN-39] 1004: invalid credentials', () =>
		expect(messageKey('zhang', 'invalidCredentials', 1004)).toBe('invalidCredentials'))
	test('[LOGIN-41] 100007: invalid password', () =>
		expect(messageKey('zhang', 'invalidPassword')).toBe('invalidPassword'))
	test('[LOGIN-42] 1002: too many attempts', () => expect(messageKey('zhang', 'tooManyAttempts')).toBe('tooMany'))
	test('[LOGIN-43] anything else with a number for a name: login error', () =>
		expect(messageKey('13800', 'unknown', 77)).toBe('loginError'))
	test('[LOGIN-44] anything else with another name: invalid password', () =>
		expect(messageKey('zhang', 'unknown', 77)).toBe('invalidPassword'))
	test('[LOGIN-45] a network failure: network', () => {
		expect([messageKey('zhang', 'offline'), messageKey('13800', 'timeout')]).toEqual(['network', 'network'])
	})
})

describe('the landing page', () => {
	test('[LAND-13] a stored public scan goes to the public meetings, where there are any', () => {
		expect(getLandingAction({ publicScan: '1', hasUser: true, showsPublicList: true })).toBe('publicMeetings')
		expect(getLandingAction({ publicScan: '1', hasUser: false, showsPublicList: false })).toBe('stay')
	})
	test('[LAND-15] the session of a stored person is refreshed, a guest stays', () => {
		expect(getLandingAction({ publicScan: undefined, hasUser: true, showsPublicList: true })).toBe('refresh')
		expect(getLandingAction({ publicScan: undefined, hasUser: false, showsPublicList: true })).toBe('stay')
	})

	function aRefresh(answer: unknown, hasUser = true) {
		const log: string[] = []
		const deps = {
			callApi: (async () => answer) as unknown as CallApi,
			hasUser: () => hasUser,
			saveToken: (token: string) => log.push(`keep ${token}`),
			setGuest: () => log.push('guest'),
		}
		return { log, refreshed: refreshSession(deps) }
	}
	test('[LAND-16] [HTTP-13] a refreshed session stores the new token', async () => {
		const { log, refreshed } = aRefresh({ ok: true, value: { token: 'new' } })
		expect(await refreshed).toBe('member')
		expect(log).toEqual(['keep new'])
	})
	test('[HTTP-12] [OP-061] a refused refresh removes the token', async () => {
		const { log, refreshed } = aRefresh(refusal('signedOut', 401))
		expect(await refreshed).toBe('guest')
		expect(log).toEqual(['guest'])
	})
	test('a network failure does not sign out', async () => {
		const { log, refreshed } = aRefresh(refusal('offline'))
		expect(await refreshed).toBe('unknown')
		expect(log).toEqual([])
	})
	test('a guest is not refreshed', async () => {
		expect(await aRefresh(undefined, false).refreshed).toBe('guest')
	})
})
