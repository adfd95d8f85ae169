import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { realTimers } from './realTimers.ts'

const { after } = realTimers(systemClock)
const called = (ms: number) => new Promise<void>(resolve => after(ms, resolve))

test('a timer due at once runs at once, even if nothing else happens in the process', async () => {
	const waited: number[] = []
	for (let times = 0; times < 5; times++) {
		// No earlier timer is left that would wake the process.
		await new Promise(resolve => setTimeout(resolve, 20))
		const since = performance.now()
		const watchdog = setTimeout(() => {}, 3_000)
		await called(0)
		clearTimeout(watchdog)
		waited.push(performance.now() - since)
	}
	expect(waited.sort((a, b) => a - b)[2]).toBeLessThan(100)
})

test('a cancelled timer does not run', async () => {
	let calls = 0
	for (const ms of [0, 5]) after(ms, () => calls++)()
	await called(30)
	expect(calls).toBe(0)
})
