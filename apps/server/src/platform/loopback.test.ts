import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each(['localhost', 'LOCALHOST', 'oa.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
	'%s is this machine',
	host => expect(isLoopback(host)).toBe(true),
)

test.each(['0.0.0.0', '::', '192.168.1.5', 'meet.example.org', 'localhost.example.org', '127.0.0.1.example.org', ''])(
	'%s may be another machine',
	host => expect(isLoopback(host)).toBe(false),
)
