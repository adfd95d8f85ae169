import { ok, refused } from '@parley/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import type { ProvenIdentity } from '../identity.ts'
import { checkIdentity, getBindTarget, signInWithWorkplace } from './socialSignIn.ts'
import { type SocialSignInEvent, type SocialSignInState, socialSignInReducer } from './useSocialSignIn.ts'

const messenger: ProvenIdentity = { provider: 'messenger', proof: 'sealed' }
const deviceMaker: ProvenIdentity = { provider: 'deviceMaker', proof: 'id-token' }
const list = { to: '/MeetingList' } as const
const mixed = { type: 2, isOa: false, isPrivate: false }

const after = (...events: SocialSignInEvent[]) =>
	events.reduce<SocialSignInState>(socialSignInReducer, { status: 'idle' })
const pressed = { type: 'pressed', provider: 'messenger' } as const
const identified = (attempt: number) => ({ type: 'identified', attempt, identity: messenger }) as const

afterEach(() => vi.unstubAllGlobals())

describe('the states', () => {
	test('[SOC-10] pressed, identified, checked, signed in', () => {
		expect(after(pressed).status).toBe('identifying')
		expect(after(pressed, identified(1))).toEqual({ status: 'checking', identity: messenger })
		const signedIn = { type: 'checked', check: { status: 'signed-in', to: list } } as const
		expect(after(pressed, identified(1), signedIn)).toEqual({ status: 'signed-in', to: list })
	})

	test('[BRG-01] a shell that answers late or twice changes nothing', () => {
		const again = after(pressed, pressed)
		expect(again).toMatchObject({ status: 'identifying', attempt: 2 })
		expect(socialSignInReducer(again, identified(1))).toBe(again)
		expect(socialSignInReducer(again, { type: 'identification-failed', attempt: 1, reason: 'noAnswer' })).toBe(again)
		const checking = socialSignInReducer(again, identified(2))
		expect(socialSignInReducer(checking, identified(2))).toBe(checking)
		expect(socialSignInReducer(checking, pressed)).toBe(checking)
	})

	test('[SOC-06] cancelling in the other app changes nothing; a shell that cannot identify is reported', () => {
		expect(after(pressed, { type: 'identification-failed', attempt: 1, reason: 'cancelled' })).toEqual({
			status: 'idle',
		})
		expect(after(pressed, { type: 'identification-failed', attempt: 1, reason: 'noAnswer' })).toMatchObject({
			status: 'refused',
			error: { message: m.social_error_noIdentity() },
		})
	})

	test('[SOC-11] [SOC-16] an unbound identity is bound to the only kind of account, or to the one the person chooses', () => {
		const unbound = (target: 'oa' | 'choice') => ({ type: 'checked', check: { status: 'unbound', target } }) as const
		expect(after(pressed, identified(1), unbound('oa'))).toEqual({
			status: 'binding',
			identity: messenger,
			accountKind: 'oa',
		})
		const choosing = after(pressed, identified(1), unbound('choice'))
		expect(choosing).toEqual({ status: 'choosing-account', identity: messenger })
		expect(socialSignInReducer(choosing, { type: 'account-chosen', accountKind: 'phone' })).toMatchObject({
			status: 'binding',
			accountKind: 'phone',
		})
		expect(socialSignInReducer(choosing, { type: 'dismissed' })).toEqual({ status: 'idle' })
	})
})

test('[SOC-14] [SOC-15] [SOC-16] the kind of account to bind to depends on the kind of site', () => {
	expect(getBindTarget({ type: 1, isOa: true, isPrivate: false })).toBe('oa')
	expect(getBindTarget({ type: 1, isOa: false, isPrivate: true })).toBe('phone')
	expect(getBindTarget(mixed)).toBe('choice')
	expect(getBindTarget({ ...mixed, isOa: true })).toBe('choice')
})

describe('checkIdentity', () => {
	const deps = { callApi, site: mixed, finish: async () => ok(list) }
	const calls = { messenger: 'POST /weChat/checkWeChatUser', deviceMaker: 'POST /apple/checkAppleUser' } as const
	const serverAnswers = (answer: StubAnswer) => stubServer({ [calls.messenger]: answer })

	test('[SOC-08] [SOC-09] each kind has its own call and its own name for the proof', async () => {
		const server = stubServer({})
		await checkIdentity(messenger, deps)
		await checkIdentity(deviceMaker, deps)
		expect(server.last(calls.messenger)?.body).toEqual({ info: 'sealed', auto_login: 1 })
		expect(server.last(calls.deviceMaker)?.body).toEqual({ appleId: 'id-token', auto_login: 1 })
	})

	test('[SOC-10] code 200 continues with the token', async () => {
		serverAnswers({ data: { access_token: 't' } })
		const finish = vi.fn(deps.finish)
		expect(await checkIdentity(messenger, { ...deps, finish })).toEqual({ status: 'signed-in', to: list })
		expect(finish).toHaveBeenCalledWith('t')
	})

	test('[SOC-11] 100005 starts the binding', async () => {
		serverAnswers({ code: 100005 })
		expect(await checkIdentity(messenger, deps)).toEqual({ status: 'unbound', target: 'choice' })
	})

	test.each([
		['[SOC-12]', 403, 100007, m.social_error_noDefaultCompany(), undefined],
		['[SOC-10]', 401, 40101, m.social_error_proofInvalid(), 'openAppAgain'],
		['[SOC-10]', 500, 500, m.account_error_noAnswer(), undefined],
	])('%s %i/%i says %s and helps with %s', async (_rule, status, code, message, remedy) => {
		serverAnswers({ status, code })
		const result = await checkIdentity(messenger, deps)
		const error = result.status === 'refused' ? result.error : undefined
		expect([error?.message, error?.remedy]).toEqual([message, remedy])
	})

	test('[SOC-10] a sign-in without a known person is refused', async () => {
		serverAnswers({ data: { access_token: 't' } })
		const finish = async () => refused('loginError')
		expect(await checkIdentity(messenger, { ...deps, finish })).toMatchObject({
			error: { message: m.social_error_noPerson() },
		})
	})
})

describe('signInWithWorkplace', () => {
	const call = 'POST /auth/dingTalkLogin'
	const deps = { callApi, finish: async () => ok(list) }

	test('[SOC-18] sends openid and continues with the token', async () => {
		const server = stubServer({ [call]: { data: { access_token: 't' } } })
		expect(await signInWithWorkplace('sealed', deps)).toEqual({ status: 'signed-in', to: list })
		expect(server.last(call)?.body).toMatchObject({ openid: 'sealed' })
	})

	test.each([
		[401, 40101, m.social_error_proofInvalid()],
		[200, 100005, m.social_error_notBound()],
		[403, 100007, m.social_error_noDefaultCompany()],
	])('[SOC-17] %i/%i is refused with %s, and the remedy is to sign in another way', async (status, code, message) => {
		stubServer({ [call]: { status, code } })
		expect(await signInWithWorkplace('sealed', deps)).toMatchObject({
			error: { message, remedy: 'signIn' },
		})
	})

	test('[SOC-17] without an openid nothing is sent', async () => {
		const server = stubServer({})
		expect(await signInWithWorkplace(undefined, deps)).toMatchObject({
			error: { message: m.social_error_noIdentity() },
		})
		expect(server.requests).toEqual([])
	})
})
