import { expect, test } from 'vitest'
import { createManualClock } from '../../../../platform/testing/clock.ts'
import { type CountedConnection, connectionLimits, createOpenConnections } from './openConnections.ts'

function setUp() {
	const clock = createManualClock(1_800_000_000_000)
	const open = createOpenConnections(clock, { open: 4, anonymous: 2, loginWithinMs: 15_000 })
	const connect = (address: string) => {
		const connection = {
			address,
			isLoggedIn: () => connection.hasLogin,
			hasLogin: false,
			closed: 0,
			close: () => connection.closed++,
		}
		open.add(connection satisfies CountedConnection)
		return connection
	}
	return { clock, open, connect }
}

test('anonymous connections are limited per address, independently of other addresses', () => {
	const { open, connect } = setUp()
	const [first] = [connect('a'), connect('a'), connect('b'), connect('b')]
	expect([open.hasCapacity('a'), open.hasCapacity('b'), open.hasCapacity('c')]).toEqual([false, false, true])
	if (first) first.hasLogin = true
	expect([open.hasCapacity('a'), open.hasCapacity('b')]).toEqual([true, false])
	connect('a')
	expect(open.hasCapacity('a')).toBe(false)
})

test('a closed connection is subtracted once', () => {
	const { open, connect } = setUp()
	const [first, second] = [connect('a'), connect('a')]
	open.remove(first)
	expect(open.hasCapacity('a')).toBe(true)
	connect('a')
	expect(open.hasCapacity('a')).toBe(false)
	// It had logged in, so it was no longer anonymous when it closed.
	second.hasLogin = true
	expect(open.hasCapacity('a')).toBe(true)
	open.remove(second)
	connect('a')
	expect(open.hasCapacity('a')).toBe(false)
})

test('connections without a login are closed in time', () => {
	const { clock, open, connect } = setUp()
	const [idle, known] = [connect('a'), connect('a')]
	known.hasLogin = true
	clock.advance(15_000)
	open.closeAnonymous()
	expect([idle.closed, known.closed]).toEqual([1, 0])
})

test('a thousand behind one address are connected at once before any of them has logged in', () => {
	expect(connectionLimits.anonymous).toBeGreaterThanOrEqual(999)
})
