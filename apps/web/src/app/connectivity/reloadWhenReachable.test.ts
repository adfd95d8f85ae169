import { expect, test, vi } from 'vitest'
import { reloadIntervalMs, reloadWhenReachable } from './reloadWhenReachable.ts'

const settled = () => new Promise(resolve => setTimeout(resolve))

function fakeNetwork({ answers = false, reloadedAt = Number.NaN, hidden = false } = {}) {
	const network = { answers, isTicking: true, online: () => {}, tick: () => {} }
	const reload = vi.fn()
	const stop = reloadWhenReachable({
		probe: async () => network.answers,
		isHidden: () => hidden,
		onOnline(act) {
			network.online = act
			return () => {
				network.online = () => {}
			}
		},
		every(_, act) {
			network.tick = act
			return () => {
				network.isTicking = false
			}
		},
		reloadedAt: () => reloadedAt,
		now: () => 1_000_000,
		reload,
	})
	return { network, reload, stop }
}

test('the page is reloaded when the browser is online again', async () => {
	const { network, reload } = fakeNetwork()
	await settled()
	expect(reload).not.toHaveBeenCalled()
	network.answers = true
	network.online()
	await settled()
	expect(reload).toHaveBeenCalledOnce()
})

test('the server is probed repeatedly when no online event comes', async () => {
	const { network, reload } = fakeNetwork()
	network.tick()
	await settled()
	expect(reload).not.toHaveBeenCalled()
	network.answers = true
	network.tick()
	await settled()
	expect(reload).toHaveBeenCalledOnce()
})

test('a server that answers at once has a newer build: the page is reloaded at once', async () => {
	const { reload } = fakeNetwork({ answers: true })
	await settled()
	expect(reload).toHaveBeenCalledOnce()
})

test('a chunk that is missing on the server too does not reload the page forever', async () => {
	const { network, reload } = fakeNetwork({ answers: true, reloadedAt: 1_000_001 - reloadIntervalMs })
	network.online()
	await settled()
	expect(reload).not.toHaveBeenCalled()
})

test('after leaving the error screen nothing is reloaded', async () => {
	const { reload, stop, network } = fakeNetwork({ answers: true })
	stop()
	await settled()
	expect([reload.mock.calls, network.isTicking]).toEqual([[], false])
})
