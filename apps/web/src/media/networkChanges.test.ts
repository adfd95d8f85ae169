import { expect, onTestFinished, test, vi } from 'vitest'
import { watchNetworkChanges } from './networkChanges.ts'

test('[ROOM-94] another kind of network and coming online are changes, another estimate of its speed is none', () => {
	const connection = Object.assign(new EventTarget(), { type: 'wifi' })
	Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
	onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
	const onChange = vi.fn()
	const stop = watchNetworkChanges(onChange)
	connection.dispatchEvent(new Event('change'))
	expect(onChange).not.toHaveBeenCalled()
	connection.type = 'cellular'
	connection.dispatchEvent(new Event('change'))
	window.dispatchEvent(new Event('online'))
	expect(onChange).toHaveBeenCalledTimes(2)
	stop()
	connection.type = 'wifi'
	connection.dispatchEvent(new Event('change'))
	window.dispatchEvent(new Event('online'))
	expect(onChange).toHaveBeenCalledTimes(2)
})

test('a browser that knows no kinds of network still tells that it is online', () => {
	const onChange = vi.fn()
	const stop = watchNetworkChanges(onChange)
	window.dispatchEvent(new Event('online'))
	stop()
	expect(onChange).toHaveBeenCalledTimes(1)
})
