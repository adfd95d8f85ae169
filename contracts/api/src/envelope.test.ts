import { describe, expect, test } from 'vitest'
import { openEnvelope, sealEnvelope } from './envelope.ts'

const secret = 's'.repeat(43)
const envelope = { unionid: 'wx-1', nickname: '小王', at: 1_773_108_000_000, nonce: 'n'.repeat(16) }

describe('an identity vouched for by a shell', () => {
	test('[SOC-08] comes out as it went in', () => {
		expect(openEnvelope(sealEnvelope(envelope, secret), secret)).toEqual(envelope)
	})

	test('[SOC-08] is nothing under another secret, with a letter changed, or cut short', () => {
		const sealed = sealEnvelope(envelope, secret)
		expect(openEnvelope(sealed, 't'.repeat(43))).toBeUndefined()
		expect(openEnvelope(sealed.replace(/^../, '5b'), secret)).toBeUndefined()
		expect(openEnvelope(sealed.slice(0, -2), secret)).toBeUndefined()
		expect(openEnvelope(sealed.split('.')[0] ?? '', secret)).toBeUndefined()
		expect(openEnvelope('', secret)).toBeUndefined()
	})

	test('[SOC-08] is nothing where what was signed is no envelope', () => {
		expect(openEnvelope(sealEnvelope({ ...envelope, nonce: 'short' }, secret), secret)).toBeUndefined()
		expect(openEnvelope(sealEnvelope('text' as never, secret), secret)).toBeUndefined()
	})
})
