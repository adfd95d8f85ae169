import { expect, test } from 'vitest'
import { roomSupport } from './support.ts'

test('[ROOM-75] a page without HTTPS, and a browser without connections, are told apart', () => {
	expect(roomSupport({ isSecureContext: true, hasConnections: true })).toBe('ready')
	expect(roomSupport({ isSecureContext: false, hasConnections: true })).toBe('insecure')
	expect(roomSupport({ isSecureContext: false, hasConnections: false })).toBe('unsupported')
})
