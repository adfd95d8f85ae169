import { describe, expect, test } from 'vitest'
import { signEnvelope, verifyEnvelope } from './identityEnvelope.ts'

const secret = 's'.repeat(43)
const envelope = { unionid: 'wx-1', nickname: '小王', at: 1_773_108_000_000, nonce: 'n'.repeat(16) }

describe('an identity vouched for by a shell', () => {
	test('[SOC-08] comes out as it went in', () => {
		expect(verifyEnvelope(signEnvelope(envelope, secret), secret)).toEqual(envelope)
	})

	test('[SOC-08] is nothing under another secret, with a letter changed, or cut short', () => {
		const sealed = signEnvelope(envelope, secret)
		expect(verifyEnvelope(sealed, 't'.repeat(43))).toBeUndefined()
		expect(verifyEnvelope(sealed.replace(/^../, '5b'), secret)).toBeUndefined()
		expect(verifyEnvelope(sealed.slice(0, -2), secret)).toBeUndefined()
		expect(verifyEnvelope(sealed.split('.')[0] ?? '', secret)).toBeUndefined()
		expect(verifyEnvelope('', secret)).toBeUndefined()
	})

	test('[SOC-08] is undefined if the signed text is not an envelope', () => {
		expect(verifyEnvelope(signEnvelope({ ...envelope, nonce: 'short' }, secret), secret)).toBeUndefined()
		expect(verifyEnvelope(signEnvelope('text' as never, secret), secret)).toBeUndefined()
	})
})
