import type { Bridge, BridgeInfo } from '@parley/bridge'
import { ok } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { lateBridge } from './lateBridge.ts'

function aShell() {
	const changed = new Set<() => void>()
	const heard = new Map<string, (args: never) => unknown>()
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
			heard.set(name, listener)
			return () => void heard.delete(name)
		},
	} as unknown as Bridge
	return {
		bridge,
		heard,
		says: (next: BridgeInfo) => {
			info = next
			for (const act of changed) act()
		},
	}
}

const settled = () => new Promise(resolve => setTimeout(resolve))

test('in a browser its works are never loaded, and every call is answered at once', async () => {
	const load = vi.fn()
	const bridge = lateBridge({ seen: false, onSeen: () => {} }, load)
	expect(await bridge.call('switchSite')).toEqual({ ok: false, failure: 'absent' })
	expect([bridge.present, bridge.info.get().present, load.mock.calls.length]).toEqual([false, false, 0])
})

test('in a shell a call made early is made when the works are there', async () => {
	const shell = aShell()
	const bridge = lateBridge({ seen: true, onSeen: () => {} }, async () => shell.bridge)
	expect(await bridge.call('switchSite')).toEqual(ok(undefined))
	expect(shell.bridge.call).toHaveBeenCalledWith('switchSite')
	expect(bridge.present).toBe(true)
})

test('whoever listened early hears, unless they stopped', async () => {
	const shell = aShell()
	const bridge = lateBridge({ seen: true, onSeen: () => {} }, async () => shell.bridge)
	bridge.on('backPreviousPage', () => {})
	bridge.on('exitMeeting', () => {})()
	const off = bridge.on('needsSetStatusColor', () => {})
	await settled()
	expect([...shell.heard.keys()]).toEqual(['backPreviousPage', 'needsSetStatusColor'])
	off()
	expect([...shell.heard.keys()]).toEqual(['backPreviousPage'])
})

test('a shell that comes later is noticed, and what it says of itself is passed on', async () => {
	const shell = aShell()
	let come = () => {}
	const bridge = lateBridge({ seen: false, onSeen: act => (come = act) }, async () => shell.bridge)
	const told = vi.fn()
	bridge.info.subscribe(told)
	come()
	await settled()
	shell.says({ present: true, version: { versionName: '6.2.5' } as never })
	expect(bridge.info.get().version?.versionName).toBe('6.2.5')
	expect(told).toHaveBeenCalledTimes(2)
})

test('works that cannot be loaded leave the page as in a browser', async () => {
	const bridge = lateBridge({ seen: true, onSeen: () => {} }, () => Promise.reject(new Error('offline')))
	expect(await bridge.call('switchSite')).toEqual({ ok: false, failure: 'absent' })
})
