import { expect, test } from 'vitest'
import { getRoomSupport } from './roomSupport.ts'

test('[ROOM-75] a page without HTTPS and a browser without WebRTC are distinguished', () => {
	expect(getRoomSupport({ isSecureContext: true, hasConnections: true })).toBe('ready')
	expect(getRoomSupport({ isSecureContext: false, hasConnections: true })).toBe('insecure')
	expect(getRoomSupport({ isSecureContext: false, hasConnections: false })).toBe('unsupported')
})
