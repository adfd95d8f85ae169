import { ImAppId, ImUserId } from '@parley/im'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createImTokens, type TokenIdentity } from './tokens.ts'

const key = new Uint8Array(32).fill(7)
const now = 1_700_000_000_000
const identity: TokenIdentity = {
	uid: v.parse(ImUserId, 'li'),
	appId: v.parse(ImAppId, 'site1'),
	isGuest: false,
	nickName: 'Li Na',
	sessionId: 'session-1',
	issuedAt: now - 1,
	expiresAt: now + 60_500,
}
const tokens = createImTokens(key)

test('a token names its person, its application, and its expiry to the millisecond', async () => {
	const token = await tokens.sign(identity)
	expect(await tokens.verify(token, now)).toEqual({ status: 'valid', identity })
	expect(await tokens.verify(token, identity.expiresAt - 1)).toMatchObject({ status: 'valid' })
	expect(await tokens.verify(token, identity.expiresAt)).toEqual({ status: 'expired' })
	expect(await tokens.verify(token, now + 86_400_000)).toEqual({ status: 'expired' })
})

test('a token of another server, a modified one, and a malformed one are invalid', async () => {
	const other = await createImTokens(new Uint8Array(32).fill(8)).sign(identity)
	expect(await tokens.verify(other, now)).toEqual({ status: 'invalid' })
	const [head, , signature] = (await tokens.sign(identity)).split('.')
	const claims = Buffer.from(JSON.stringify({ ...identity, sub: 'han', aud: 'im' })).toString('base64url')
	expect(await tokens.verify(`${head}.${claims}.${signature}`, now)).toEqual({ status: 'invalid' })
	const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
	expect(await tokens.verify(`${unsigned}.${claims}.`, now)).toEqual({ status: 'invalid' })
	for (const text of ['', 'a.b.c', 'x']) expect(await tokens.verify(text, now)).toEqual({ status: 'invalid' })
})

test('a token of the same server for another purpose is invalid in messaging', async () => {
	const { uid, isGuest, nickName, ...claims } = identity
	const token = await new SignJWT({ ...claims, guest: isGuest, name: nickName })
		.setProtectedHeader({ alg: 'HS256' })
		.setAudience('room-resume')
		.setSubject(uid)
		.setExpirationTime(Math.ceil(identity.expiresAt / 1_000))
		.sign(key)
	expect(await tokens.verify(token, now)).toEqual({ status: 'invalid' })
})

test('a token shown before admits the same person, and expires when it says', async () => {
	const token = await tokens.sign(identity)
	for (const at of [now, now + 1]) expect(await tokens.verify(token, at)).toEqual({ status: 'valid', identity })
	const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
	expect(await tokens.verify(changed, now)).toEqual({ status: 'invalid' })
	expect(await tokens.verify(token, identity.expiresAt)).toEqual({ status: 'expired' })
})
