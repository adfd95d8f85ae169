import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowedOrigin.ts'

test('[ROOM-07] a page of another host may not open the sockets', () => {
	const host = 'meet.example.org'
	expect(isAllowedOrigin({ origin: 'https://meet.example.org', host }, [])).toBe(true)
	expect(isAllowedOrigin({ origin: 'https://evil.example', host }, [])).toBe(false)
	expect(isAllowedOrigin({ origin: 'https://meet.example.org.evil.example', host }, [])).toBe(false)
	expect(isAllowedOrigin({ origin: 'null', host }, [])).toBe(false)
})

test('[ROOM-07] the public address counts as ours, and a program without an origin is no page', () => {
	expect(isAllowedOrigin({ origin: 'https://public.example', host: '10.0.0.2' }, ['https://public.example'])).toBe(true)
	expect(isAllowedOrigin({ host: 'meet.example.org' }, [])).toBe(true)
})
