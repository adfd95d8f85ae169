import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
	clientAddress,
	linkOrigin,
	parseTrustedProxies,
	requestedHost,
	requestedOrigin,
	trustProxies,
} from './clientAddress.ts'

const none = '0'
const addressOf = (setting: string, remoteAddress: string | undefined, forwardedFor?: string) => {
	const proxies = parseTrustedProxies(setting)
	if (proxies === undefined) throw new Error(`${setting} is no setting`)
	const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
	return clientAddress({ socket: { remoteAddress }, headers } as IncomingMessage, trustProxies(proxies))
}

describe('[API-38] a client cannot choose its address', () => {
	test.each([
		['no proxy', none, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
		['one that appends, counted', '1', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
		['one that appends, by address', '10.0.0.5', '10.0.0.5', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
		['two that append, counted', '2', '10.0.0.5', '198.51.100.1, 203.0.113.9, 10.0.0.6', '203.0.113.9'],
		['two, by network', '10.0.0.0/8', '10.0.0.5', '198.51.100.1, 203.0.113.9, 10.0.0.6', '203.0.113.9'],
		['past the proxy, counted', '1', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
		['past the proxy, by address', '10.0.0.5', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
		['pretending to be a proxy', '10.0.0.5', '10.0.0.5', '198.51.100.1, 10.0.0.5, 203.0.113.9', '203.0.113.9'],
		['no address at all', '1', '127.0.0.1', 'unknown', '127.0.0.1'],
		['nonsense before its own', '1', '127.0.0.1', 'x, , 203.0.113.9', '203.0.113.9'],
	])('%s', (_, setting, remote, forwardedFor, expected) => {
		expect(addressOf(setting, remote, forwardedFor)).toBe(expected)
	})
})

test.each([
	['::ffff:203.0.113.9', '203.0.113.9'],
	['::ffff:cb00:7109', '203.0.113.9'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
	['fe80::1%eth0', 'fe80::/64'],
	['203.0.113.9:4711', '203.0.113.9'],
	['[2001:db8::1]:4711', '2001:db8::/64'],
])('[API-38] %s counts as %s', (address, expected) => {
	expect(addressOf('1', '127.0.0.1', address)).toBe(expected)
	expect(addressOf('loopback', '::1', address)).toBe(expected)
})

test('a connection that is closed has no address', () => {
	expect(addressOf(none, undefined)).toBe('')
	expect(addressOf('1', undefined, '203.0.113.9')).toBe('')
})

test.each(['true', 'yes', '10', '-1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,', 'proxy.example.org'])(
	'%s does not say whom to trust',
	setting => {
		expect(parseTrustedProxies(setting)).toBe(undefined)
	},
)

test.each([
	['no proxy', '0', 'other.example', 'meet.example:8080'],
	['a trusted proxy', '1', 'other.example', 'other.example'],
	['the nearest of several', '1', 'forged.example, other.example', 'other.example'],
	['a proxy that names none', '1', undefined, 'meet.example:8080'],
])('the host that was asked for, behind %s', (_, setting, forwarded, expected) => {
	const headers = { host: 'meet.example:8080', ...(forwarded && { 'x-forwarded-host': forwarded }) }
	const request = { socket: { remoteAddress: '127.0.0.1' }, headers } as unknown as IncomingMessage
	expect(requestedHost(request, trustProxies(parseTrustedProxies(setting) ?? 0))).toBe(expected)
	expect(requestedOrigin(request, trustProxies(parseTrustedProxies(setting) ?? 0))).toBe(`http://${expected}`)
})

test.each([
	['over TLS', '0', true, 'http', 'https'],
	['not over TLS, whatever a stranger says', '0', false, 'https', 'http'],
	['over TLS to a trusted proxy', '1', false, 'https', 'https'],
	['in the clear to a trusted proxy', '1', true, 'http', 'http'],
])('the address that was asked for, %s', (_, setting, encrypted, proto, scheme) => {
	const headers = { host: 'meet.example:8080', 'x-forwarded-proto': proto }
	const request = { socket: { remoteAddress: '127.0.0.1', encrypted }, headers } as unknown as IncomingMessage
	const isTrusted = trustProxies(parseTrustedProxies(setting) ?? 0)
	expect(requestedOrigin(request, isTrusted)).toBe(`${scheme}://meet.example:8080`)
})

test('over HTTP/2 the host that was asked for has a field of its own', () => {
	const headers = { ':authority': 'meet.example:8443' }
	const request = { socket: { remoteAddress: '192.0.2.1', encrypted: true }, headers } as unknown as IncomingMessage
	expect(requestedOrigin(request, trustProxies(0))).toBe('https://meet.example:8443')
})

describe('the port of links', () => {
	function linkAt(host: string, { port = 8080, trusted = '0', isTls = false, more = {} } = {}) {
		const socket = { remoteAddress: '127.0.0.1', localPort: 9_000, encrypted: isTls }
		const request = { socket, headers: { host, ...more } } as unknown as IncomingMessage
		return linkOrigin(request, trustProxies(parseTrustedProxies(trusted) ?? 0), port || undefined)
	}

	test('is that of the server, whatever a client writes', () => {
		expect(linkAt('meet.example:8080')).toBe('http://meet.example:8080')
		expect(linkAt('meet.example:6666')).toBe('http://meet.example:8080')
		expect(linkAt('[fd00::1]:6666')).toBe('http://[fd00::1]:8080')
		expect(linkAt('meet.example:6666', { port: 0 })).toBe('http://meet.example:9000')
	})

	test('is missing if it is the default one, or none was requested', () => {
		expect(linkAt('meet.example')).toBe('http://meet.example')
		expect(linkAt('[fd00::1]')).toBe('http://[fd00::1]')
		expect(linkAt('meet.example:6666', { port: 443, isTls: true })).toBe('https://meet.example')
	})

	test('is missing behind a proxy, which passes on the client’s; PARLEY_URL has another', () => {
		const more = { 'x-forwarded-host': 'meet.example:6666', 'x-forwarded-proto': 'https' }
		expect(linkAt('127.0.0.1:8080', { trusted: '1', more })).toBe('https://meet.example')
		expect(linkAt('meet.example:6666', { trusted: '1', more: { 'x-forwarded-proto': 'https' } })).toBe(
			'https://meet.example',
		)
		expect(linkAt('meet.example:6666', { more })).toBe('http://meet.example:8080')
	})
})
