import type { Bridge, BridgeInfo } from '@parley/bridge'
import { ok } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { createLazyBridge } from './lazyBridge.ts'

function fakeShell() {
	const changed = new Set<() => void>()
	const handlers = new Map<string, (args: never) => unknown>()
	let info: BridgeInfo = { present: true, version: undefined }
	const bridge = {
		present: true,
		info: {
			get: () => info,
			subscribe: (act: () => void) => {
				changed.add(act)
				return () => void changed.delete(act)
			},
		},
		call: vi.fn(async () => ok(undefined)),
		on: (name: string, listener: (args: never) => unknown) => {
			handlers.set(name, listener)
			return () => void handlers.delete(name)
		},
	} as unknown as Bridge
	return {
		bridge,
		handlers,
		updateInfo: (next: BridgeInfo) => {
			info = next
			for (const act of changed) act()
		},
	}
}

const settled = () => new Promise(resolve => setTimeout(resolve))

test('in a plain browser nothing is loaded, and every call is answered at once', async () => {
	const load = vi.fn()
	const bridge = createLazyBridge({ isDetected: false, onDetected: () => {} }, load)
	expect(await bridge.call('switchSite')).toEqual({ ok: false, failure: 'unavailable' })
	expect([bridge.present, bridge.info.get().present, load.mock.calls.length]).toEqual([false, false, 0])
})

test('in a shell an early call is sent when the bridge is loaded', async () => {
	const shell = fakeShell()
	const bridge = createLazyBridge({ isDetected: true, onDetected: () => {} }, async () => shell.bridge)
	expect(await bridge.call('switchSite')).toEqual(ok(undefined))
	expect(shell.bridge.call).toHaveBeenCalledWith('switchSite')
	expect(bridge.present).toBe(true)
})

test('early handlers are registered, unless they were removed', async () => {
	const shell = fakeShell()
	const bridge = createLazyBridge({ isDetected: true, onDetected: () => {} }, async () => shell.bridge)
	bridge.on('backPreviousPage', () => {})
	bridge.on('exitMeeting', () => {})()
	const off = bridge.on('needsSetStatusColor', () => {})
	await settled()
	expect([...shell.handlers.keys()]).toEqual(['backPreviousPage', 'needsSetStatusColor'])
	off()
	expect([...shell.handlers.keys()]).toEqual(['backPreviousPage'])
})

test('a shell that appears later is detected, and its version is passed on', async () => {
	const shell = fakeShell()
	let detect = () => {}
	const bridge = createLazyBridge({ isDetected: false, onDetected: act => (detect = act) }, async () => shell.bridge)
	const onChange = vi.fn()
	const stop = bridge.info.subscribe(onChange)
	detect()
	await settled()
	shell.updateInfo({ present: true, version: { versionName: '6.2.5' } as never })
	expect(bridge.info.get().version?.versionName).toBe('6.2.5')
	expect(onChange).toHaveBeenCalledTimes(2)
	stop()
	shell.updateInfo({ present: false, version: undefined })
	expect(onChange).toHaveBeenCalledTimes(2)
})

test('a bridge that cannot be loaded leaves the page as in a plain browser', async () => {
	const bridge = createLazyBridge({ isDetected: true, onDetected: () => {} }, () =>
		Promise.reject(new Error('offline')),
	)
	expect(await bridge.call('switchSite')).toEqual({ ok: false, failure: 'unavailable' })
})
