import { expect, test, vi } from 'vitest'
import { probeIntervalMs, probeServer } from './probeServer.ts'

/** An offline page with a manual clock and browser. */
function offlinePage() {
	const page = { isUnreachable: true, isHidden: false }
	const probes: { signal: AbortSignal; respond: () => void }[] = []
	const off = vi.fn()
	let online = () => {}
	let tick = () => {}
	const stop = probeServer({
		probe: signal => new Promise<void>(respond => probes.push({ signal, respond })),
		isUnreachable: () => page.isUnreachable,
		isHidden: () => page.isHidden,
		onOnline(act) {
			online = act
			return off
		},
		every(ms, act) {
			expect(ms).toBe(probeIntervalMs)
			tick = act
			return off
		},
	})
	return { page, probes, off, stop, online: () => online(), tick: () => tick() }
}

test('an unreachable server is probed repeatedly, one request at a time', async () => {
	const { probes, tick } = offlinePage()
	tick()
	tick()
	expect(probes).toHaveLength(1)
	probes[0]?.respond()
	await Promise.resolve()
	tick()
	expect(probes).toHaveLength(2)
})

test('nothing is sent while the server is reachable, nor while the page is hidden', () => {
	const { page, probes, tick } = offlinePage()
	page.isUnreachable = false
	tick()
	page.isUnreachable = true
	page.isHidden = true
	tick()
	expect(probes).toHaveLength(0)
	page.isHidden = false
	tick()
	expect(probes).toHaveLength(1)
})

test('going online probes at once and aborts the pending probe', () => {
	const { probes, online, tick } = offlinePage()
	tick()
	online()
	expect(probes.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('stopping unsubscribes and aborts the pending probe', () => {
	const { probes, off, stop, online } = offlinePage()
	online()
	stop()
	expect(off).toHaveBeenCalledTimes(2)
	expect(probes[0]?.signal.aborted).toBe(true)
})
