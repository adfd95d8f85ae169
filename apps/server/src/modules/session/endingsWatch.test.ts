import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSessionEndings } from './endingsWatch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A watch whose source and listener behave as the test says. */
function watch() {
	const source = { version: 1, read: async () => source.version, ended: async () => {} }
	const ended = vi.fn(() => source.ended())
	const warn = vi.fn()
	const { stop } = watchSessionEndings({ readVersion: () => source.read(), onEnded: ended, log: { warn } })
	const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
	return { source, ended, warn, stop, pass }
}

test('[ROOM-25] [IMCALL-57] ended sessions are reported within half a second, each time', async () => {
	const { source, ended, pass } = watch()
	await pass(2_000)
	expect(ended).not.toHaveBeenCalled()
	for (const times of [1, 2, 3]) {
		source.version++
		await pass(500)
		expect(ended).toHaveBeenCalledTimes(times)
		await pass(2_000)
		expect(ended).toHaveBeenCalledTimes(times)
	}
})

test('sessions that end in the first half second are noticed too', async () => {
	const { source, ended, pass } = watch()
	await pass(0)
	source.version++
	await pass(500)
	expect(ended).toHaveBeenCalledTimes(1)
})

test('a failed read or report is retried, and logged', async () => {
	const { source, ended, warn, pass } = watch()
	await pass(500)
	source.version++
	source.read = async () => {
		throw new Error('the database is unavailable')
	}
	await pass(1_000)
	expect([ended.mock.calls.length, warn.mock.calls.length]).toEqual([0, 2])
	expect(warn).toHaveBeenCalledWith(
		{ err: new Error('the database is unavailable') },
		'ended sessions could not be read',
	)
	source.read = async () => source.version
	source.ended = async () => {
		throw new Error('not now')
	}
	await pass(500)
	source.ended = async () => {}
	await pass(500)
	expect([ended.mock.calls.length, warn.mock.calls.length]).toEqual([2, 3])
	await pass(2_000)
	expect(ended).toHaveBeenCalledTimes(2)
})

test('while one round is on its way no other begins', async () => {
	const { source, pass } = watch()
	await pass(0)
	let answer = (_: number) => {}
	const read = vi.fn(() => new Promise<number>(resolve => (answer = resolve)))
	source.read = read
	await pass(5_000)
	expect(read).toHaveBeenCalledTimes(1)
	answer(1)
	await pass(500)
	expect(read).toHaveBeenCalledTimes(2)
})

test('a watch that was stopped reads nothing', async () => {
	const { source, stop, pass } = watch()
	await pass(0)
	const read = vi.fn(source.read)
	source.read = read
	stop()
	await pass(5_000)
	expect(read).not.toHaveBeenCalled()
})
