import type { Bridge } from '@parley/bridge'
import { expect, test, vi } from 'vitest'
import { listenToShell } from './shell.ts'

test('[BRG-04] [SOC-17] what the workplace app says of somebody leads to the screen that signs in with it', () => {
	const heard = new Map<string, (args: never) => unknown>()
	const bridge = {
		info: { get: () => ({ present: true, version: undefined }), subscribe: () => () => {} },
		call: vi.fn(),
		on: (name: string, listener: (args: never) => unknown) => heard.set(name, listener),
	}
	const signInAtWork = vi.fn()
	const pages = { path: () => '/', goHome: vi.fn(), go: vi.fn(), onMove: () => {}, signInAtWork }
	listenToShell(bridge as unknown as Bridge, pages)
	heard.get('dingTalkLogin')?.({ openid: 'sealed' } as never)
	expect(signInAtWork).toHaveBeenCalledExactlyOnceWith('sealed')
})
