import { imLimits } from '@parley/im'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TransportEvents } from '../transport/transport.ts'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sets up a connection whose transports behave as the test says. */
function aConnection() {
	const opened: { events: TransportEvents; close: ReturnType<typeof vi.fn> }[] = []
	const closed: unknown[] = []
	const env = {
		openTransport(_: unknown, events: TransportEvents) {
			const close = vi.fn()
			opened.push({ events, close })
			return { send() {}, close }
		},
		after(ms: number, act: () => void) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	}
	const connection = createConnection(
		{ url: 'https://im.example', path: '/im/socket' },
		{ env: env as never, stats: { connects: 0, malformed: 0 } as never },
		{ onOpen() {}, onEnvelope() {}, onClose: (...why) => void closed.push(why) },
	)
	connection.open()
	return { connection, opened, closed }
}

test('[IMC-13] a transport that does not open in time is closed, so that it cannot open later', () => {
	const { opened, closed } = aConnection()
	vi.advanceTimersByTime(imLimits.transport.timeout)
	expect(closed).toEqual([['network', 'connect timeout']])
	expect(opened[0]?.close).toHaveBeenCalledTimes(1)
})

test('[IMC-13] a loss before it has opened is reported once: no timeout follows', () => {
	const { opened, closed } = aConnection()
	opened[0]?.events.onClose('network', 'refused')
	vi.advanceTimersByTime(imLimits.transport.timeout * 2)
	expect(closed).toEqual([['network', 'refused']])
	expect(vi.getTimerCount()).toBe(0)
})

test('a reopened connection leaves no older transport open, and ignores it', () => {
	const { connection, opened, closed } = aConnection()
	connection.open()
	expect(opened.map(({ close }) => close.mock.calls.length)).toEqual([1, 0])
	opened[0]?.events.onClose('network', 'transport close')
	expect(closed).toEqual([])
})
