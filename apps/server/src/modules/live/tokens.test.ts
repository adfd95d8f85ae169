import { createHmac } from 'node:crypto'
import { MeetingId } from '@parley/core'
import { ImUserId } from '@parley/im'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { WatchGrant } from './tokens.ts'
import { createLiveTokens } from './tokens.ts'

const secret = new Uint8Array(32).fill(7)
const now = 1_700_000_000_000
const hoursMs = 3_600_000
const meetingId = v.parse(MeetingId, '123456789')
const viewer = v.parse(ImUserId, 'u-ann')
const tokens = createLiveTokens(secret)
const live = { meetingId, password: '4711' }
const grant: WatchGrant = { streamId: 's1', meetingId, viewer, sessionId: 'x1', knowsPassword: true, gate: 'g' }

test('[LPWD-04] [API-34] a token proves knowledge of the password, for twelve hours, for this live and this password', async () => {
	const token = await tokens.signPassword({ ...live, viewer }, now)
	expect(await tokens.knowsPassword(token, live, now)).toBe(viewer)
	expect(await tokens.knowsPassword(token, live, now + 12 * hoursMs - 2_000)).toBe(viewer)
	expect(await tokens.knowsPassword(token, live, now + 12 * hoursMs + 2_000)).toBeUndefined()
	expect(await tokens.knowsPassword(token, { ...live, password: '4712' }, now)).toBeUndefined()
	const other = v.parse(MeetingId, '123456780')
	expect(await tokens.knowsPassword(token, { ...live, meetingId: other }, now)).toBeUndefined()
	expect(token).not.toContain(Buffer.from('4711').toString('base64url'))
})

test('[LIVE-27] a stream token is for one stream and one browser', async () => {
	const token = await tokens.signStream(grant, 'browser-1', now)
	expect(await tokens.verifyStream(token, 's1', 'browser-1', now)).toEqual(grant)
	// An external origin sees no browser.
	expect(await tokens.verifyStream(token, 's1', undefined, now)).toEqual(grant)
	expect(await tokens.verifyStream(token, 's1', 'browser-2', now)).toBeUndefined()
	expect(await tokens.verifyStream(token, 's2', 'browser-1', now)).toBeUndefined()
	expect(await tokens.verifyStream(token, 's1', 'browser-1', now + 12 * hoursMs + 2_000)).toBeUndefined()
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
	expect(payload).not.toContain('browser-1')
	expect(JSON.parse(payload).browser).toHaveLength(22)
})

test('[LIVE-27] a stream token for external lines plays in every browser', async () => {
	const guest = { ...grant, sessionId: null, knowsPassword: false }
	const token = await tokens.signStream(guest, null, now)
	for (const browser of ['browser-1', 'browser-2', undefined])
		expect(await tokens.verifyStream(token, 's1', browser, now)).toEqual(guest)
})

test('a token is invalid for another purpose, with another secret, forged, or incomplete', async () => {
	const password = await tokens.signPassword({ ...live, viewer }, now)
	const stream = await tokens.signStream(grant, null, now)
	expect(await tokens.verifyStream(password, 's1', undefined, now)).toBeUndefined()
	expect(await tokens.knowsPassword(stream, live, now)).toBeUndefined()
	const others = createLiveTokens(new Uint8Array(32).fill(8))
	expect(await others.verifyStream(stream, 's1', undefined, now)).toBeUndefined()
	expect(await others.knowsPassword(password, live, now)).toBeUndefined()
	for (const text of ['', 'a.b.c', `${stream}x`]) {
		expect(await tokens.verifyStream(text, 's1', undefined, now)).toBeUndefined()
		expect(await tokens.knowsPassword(text, live, now)).toBeUndefined()
	}

	const key = createHmac('sha256', secret).update('live').digest()
	const signed = (claims: object, { audience = 'live-stream', alg = 'HS256' } = {}) =>
		new SignJWT({ ...claims })
			.setProtectedHeader({ alg })
			.setAudience(audience)
			.setExpirationTime(now / 1_000 + 60)
			.sign(key)
	const whole = { ...grant, browser: null }
	expect(await tokens.verifyStream(await signed(whole), 's1', undefined, now)).toEqual(grant)
	expect(await tokens.verifyStream(await signed(whole, { alg: 'HS512' }), 's1', undefined, now)).toBeUndefined()
	expect(await tokens.verifyStream(await signed(whole, { audience: 'live-password' }), 's1', undefined, now)).toBe(
		undefined,
	)
	for (const missing of Object.keys(whole) as (keyof typeof whole)[]) {
		const { [missing]: _, ...rest } = whole
		expect(await tokens.verifyStream(await signed(rest), 's1', undefined, now), missing).toBeUndefined()
	}
})

test('every condition of a live changes its gate, which never reveals the password', () => {
	const gates = [
		tokens.gateOf({ needsLogin: false, password: null }),
		tokens.gateOf({ needsLogin: true, password: null }),
		tokens.gateOf({ needsLogin: false, password: '4711' }),
		tokens.gateOf({ needsLogin: true, password: '4711' }),
		tokens.gateOf({ needsLogin: true, password: '4712' }),
	]
	expect(new Set(gates).size).toBe(5)
	expect(tokens.gateOf({ needsLogin: true, password: '4711' })).toBe(gates[3])
	expect(createLiveTokens(new Uint8Array(32).fill(8)).gateOf({ needsLogin: true, password: '4711' })).not.toBe(gates[3])
	expect(gates.join()).not.toContain('4711')
})
