import { expect, test } from 'vitest'
import { isLoopback, isPrivateAddress } from './hostNames.ts'

test.each(['localhost', 'LOCALHOST', 'oa.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
	'%s is this machine',
	host => expect(isLoopback(host)).toBe(true),
)

test.each(['0.0.0.0', '::', '192.168.1.5', 'meet.example.org', 'localhost.example.org', '127.0.0.1.example.org', ''])(
	'%s may be another machine',
	host => expect(isLoopback(host)).toBe(false),
)

test('addresses of private networks are distinguished from those of the internet and from names', () => {
	for (const host of [
		'192.168.1.5',
		'10.0.0.1',
		'172.20.0.2',
		'[fd00::1]',
		'[fe80::1]',
		'100.100.0.1',
		'[::ffff:10.0.0.1]',
	])
		expect(isPrivateAddress(host)).toBe(true)
	for (const host of ['203.0.113.9', '8.8.8.8', '[2001:db8::1]', 'meet.example.org', '10.0.0.1.example.org', ''])
		expect(isPrivateAddress(host)).toBe(false)
})
