import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowedOrigin.ts'

const own = 'https://meet.example.org'

test('[ROOM-07] a page of another host or port may not open the sockets', () => {
	expect(isAllowedOrigin('https://meet.example.org', own, [])).toBe(true)
	expect(isAllowedOrigin('https://meet.example.org', `${own}:443`, [])).toBe(true)
	expect(isAllowedOrigin('https://evil.example', own, [])).toBe(false)
	expect(isAllowedOrigin('https://meet.example.org.evil.example', own, [])).toBe(false)
	expect(isAllowedOrigin('https://meet.example.org:8443', own, [])).toBe(false)
	expect(isAllowedOrigin('null', own, [])).toBe(false)
	expect(isAllowedOrigin('null', 'null', [])).toBe(false)
})

test('[ROOM-07] nor may a page of the same host that came by another scheme', () => {
	expect(isAllowedOrigin('http://meet.example.org', own, [])).toBe(false)
	expect(isAllowedOrigin('http://meet.example.org:8080', `${own}:8080`, [])).toBe(false)
	expect(isAllowedOrigin('https://meet.example.org:8080', 'http://meet.example.org:8080', [])).toBe(false)
	expect(isAllowedOrigin('http://meet.example.org:8080', 'http://meet.example.org:8080', [])).toBe(true)
})

test('[ROOM-07] the public address counts as ours, and a program without an origin is no page', () => {
	expect(isAllowedOrigin('https://public.example', 'http://10.0.0.2', ['https://public.example'])).toBe(true)
	expect(isAllowedOrigin(undefined, own, [])).toBe(true)
})
