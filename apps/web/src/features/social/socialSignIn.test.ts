import { afterEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../api/index.ts'
import { type Answer, stubServer } from '../../testing/stubServer.ts'
import type { Identity } from './identity.ts'
import {
	checkIdentity,
	getBindTarget,
	type SocialSignInEvent,
	type SocialSignInState,
	socialSignInReducer,
} from './socialSignIn.ts'
import { signInWithWorkplace } from './workplace.ts'

const messenger: Identity = { provider: 'messenger', proof: 'sealed' }
const deviceMaker: Identity = { provider: 'deviceMaker', proof: 'id-token' }
const list = { to: '/MeetingList' } as const
const mixed = { type: 2, isOa: false, isPrivate: false }

const after = (...events: SocialSignInEvent[]) => events.reduce<SocialSignInState>(socialSignInReducer, { at: 'rest' })
const pressed = { type: 'pressed', provider: 'messenger' } as const
const identified = (turn: number) => ({ type: 'identified', turn, identity: messenger }) as const

afterEach(() => vi.unstubAllGlobals())

describe('the states', () => {
	test('[SOC-10] pressed, identified, checked, through', () => {
		expect(after(pressed).at).toBe('identifying')
		expect(after(pressed, identified(1))).toEqual({ at: 'checking', identity: messenger })
		const through = { type: 'checked', checked: { at: 'through', to: list } } as const
		expect(after(pressed, identified(1), through)).toEqual({ at: 'through', to: list })
	})

	test('[BRG-01] a shell that answers late or twice changes nothing', () => {
		const again = after(pressed, pressed)
		expect(again).toMatchObject({ at: 'identifying', turn: 2 })
		expect(socialSignInReducer(again, identified(1))).toBe(again)
		expect(socialSignInReducer(again, { type: 'not-identified', turn: 1, reason: 'noAnswer' })).toBe(again)
		const checking = socialSignInReducer(again, identified(2))
		expect(socialSignInReducer(checking, identified(2))).toBe(checking)
		expect(socialSignInReducer(checking, pressed)).toBe(checking)
	})

	test('[SOC-06] giving up in the other app leaves everything as it was; a shell that cannot is told', () => {
		expect(after(pressed, { type: 'not-identified', turn: 1, reason: 'gaveUp' })).toEqual({ at: 'rest' })
		expect(after(pressed, { type: 'not-identified', turn: 1, reason: 'noAnswer' })).toMatchObject({
			at: 'turned-away',
			why: { says: 'noIdentity' },
		})
	})

	test('[SOC-11] [SOC-16] an unbound identity is bound the one way there is, or the way the person says', () => {
		const unbound = (way: 'oa' | 'choice') => ({ type: 'checked', checked: { at: 'unbound', way } }) as const
		expect(after(pressed, identified(1), unbound('oa'))).toEqual({ at: 'binding', identity: messenger, way: 'oa' })
		const choosing = after(pressed, identified(1), unbound('choice'))
		expect(choosing).toEqual({ at: 'choosing', identity: messenger })
		expect(socialSignInReducer(choosing, { type: 'chosen', way: 'phone' })).toMatchObject({
			at: 'binding',
			way: 'phone',
		})
		expect(socialSignInReducer(choosing, { type: 'put-away' })).toEqual({ at: 'rest' })
	})
})

test('[SOC-14] [SOC-15] [SOC-16] what an identity is bound to goes by the kind of site', () => {
	expect(getBindTarget({ type: 1, isOa: true, isPrivate: false })).toBe('oa')
	expect(getBindTarget({ type: 1, isOa: false, isPrivate: true })).toBe('phone')
	expect(getBindTarget(mixed)).toBe('choice')
	expect(getBindTarget({ ...mixed, isOa: true })).toBe('choice')
})

describe('the check', () => {
	const outside = { ask: callApi, site: mixed, finish: async () => ({ at: 'through', to: list }) as const }
	const calls = { messenger: 'POST /weChat/checkWeChatUser', deviceMaker: 'POST /apple/checkAppleUser' } as const
	const answered = (answer: Answer) => stubServer({ [calls.messenger]: answer })

	test('[SOC-08] [SOC-09] each kind has its own call and its own name for the proof', async () => {
		const server = stubServer({})
		await checkIdentity(messenger, outside)
		await checkIdentity(deviceMaker, outside)
		expect(server.last(calls.messenger)?.body).toEqual({ info: 'sealed', auto_login: 1 })
		expect(server.last(calls.deviceMaker)?.body).toEqual({ appleId: 'id-token', auto_login: 1 })
	})

	test('[SOC-10] code 200 goes on with the token', async () => {
		answered({ data: { access_token: 't' } })
		const finish = vi.fn(outside.finish)
		expect(await checkIdentity(messenger, { ...outside, finish })).toEqual({ at: 'through', to: list })
		expect(finish).toHaveBeenCalledWith('t')
	})

	test('[SOC-11] 100005 begins the binding', async () => {
		answered({ code: 100005 })
		expect(await checkIdentity(messenger, outside)).toEqual({ at: 'unbound', way: 'choice' })
	})

	test.each([
		['[SOC-12]', 403, 100007, 'noDefaultCompany', 'none'],
		['[SOC-10]', 401, 40101, 'proofInvalid', 'app-again'],
		['[SOC-10]', 500, 500, 'noAnswer', 'none'],
	])('%s %i/%i says %s and helps with %s', async (_rule, status, code, says, remedy) => {
		answered({ status, code })
		expect(await checkIdentity(messenger, outside)).toMatchObject({ at: 'turned-away', why: { says, remedy } })
	})

	test('[SOC-10] without knowing who it is nobody is through', async () => {
		answered({ data: { access_token: 't' } })
		const finish = async () => ({ at: 'turned-away', says: 'loginError' }) as const
		expect(await checkIdentity(messenger, { ...outside, finish })).toMatchObject({ why: { says: 'noPerson' } })
	})
})

describe('the workplace app', () => {
	const call = 'POST /auth/dingTalkLogin'
	const outside = { ask: callApi, finish: async () => ({ at: 'through', to: list }) as const }

	test('[SOC-18] openid goes, and the token is gone on with', async () => {
		const server = stubServer({ [call]: { data: { access_token: 't' } } })
		expect(await signInWithWorkplace('sealed', outside)).toEqual({ at: 'through', to: list })
		expect(server.last(call)?.body).toMatchObject({ openid: 'sealed' })
	})

	test.each([
		[401, 40101, 'proofInvalid'],
		[200, 100005, 'notBound'],
		[403, 100007, 'noDefaultCompany'],
	])('[SOC-17] %i/%i says %s, and there is another way to sign in', async (status, code, says) => {
		stubServer({ [call]: { status, code } })
		expect(await signInWithWorkplace('sealed', outside)).toMatchObject({ why: { says, remedy: 'sign-in' } })
	})

	test('[SOC-17] without an openid nothing is asked', async () => {
		const server = stubServer({})
		expect(await signInWithWorkplace(undefined, outside)).toMatchObject({ why: { says: 'noIdentity' } })
		expect(server.asked).toEqual([])
	})
})
