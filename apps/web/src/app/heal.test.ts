import { expect, test, vi } from 'vitest'
import { heal, healAgainMs } from './heal.ts'

const settled = () => new Promise(resolve => setTimeout(resolve))

function aNetwork({ answers = false, healedAt = Number.NaN, hidden = false } = {}) {
	const network = { answers, online: () => {}, tick: () => {} }
	const reload = vi.fn()
	const stop = heal({
		knock: async () => network.answers,
		isHidden: () => hidden,
		onOnline(act) {
			network.online = act
			return () => {}
		},
		every(_, act) {
			network.tick = act
			return () => {}
		},
		healedAt: () => healedAt,
		now: () => 1_000_000,
		reload,
	})
	return { network, reload, stop }
}

test('the page is loaded anew when the browser says that the network is back', async () => {
	const { network, reload } = aNetwork()
	await settled()
	expect(reload).not.toHaveBeenCalled()
	network.answers = true
	network.online()
	await settled()
	expect(reload).toHaveBeenCalledOnce()
})

test('it is looked for again and again where the browser says nothing', async () => {
	const { network, reload } = aNetwork()
	network.tick()
	await settled()
	expect(reload).not.toHaveBeenCalled()
	network.answers = true
	network.tick()
	await settled()
	expect(reload).toHaveBeenCalledOnce()
})

test('a server that answers at once has a newer page: it is loaded at once', async () => {
	const { reload } = aNetwork({ answers: true })
	await settled()
	expect(reload).toHaveBeenCalledOnce()
})

test('a part that is missing on the server too does not load the page for ever', async () => {
	const { network, reload } = aNetwork({ answers: true, healedAt: 1_000_001 - healAgainMs })
	network.online()
	await settled()
	expect(reload).not.toHaveBeenCalled()
})

test('whoever has left the broken screen is left in peace', async () => {
	const { reload, stop } = aNetwork({ answers: true })
	stop()
	await settled()
	expect(reload).not.toHaveBeenCalled()
})
