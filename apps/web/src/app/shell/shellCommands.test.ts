import type { Bridge } from '@parley/bridge'
import { expect, test, vi } from 'vitest'
import { handleShellCommands } from './shellCommands.ts'

test('[BRG-04] [SOC-17] the envelope of the workplace app opens the screen that signs in with it', () => {
	const handlers = new Map<string, (args: never) => unknown>()
	const bridge = {
		info: { get: () => ({ present: true, version: undefined }), subscribe: () => () => {} },
		call: vi.fn(),
		on: (name: string, listener: (args: never) => unknown) => handlers.set(name, listener),
	}
	const openWorkplaceSignIn = vi.fn()
	const pages = { path: () => '/', goHome: vi.fn(), go: vi.fn(), onNavigate: () => {}, openWorkplaceSignIn }
	handleShellCommands(bridge as unknown as Bridge, pages)
	handlers.get('dingTalkLogin')?.({ openid: 'sealed' } as never)
	expect(openWorkplaceSignIn).toHaveBeenCalledExactlyOnceWith('sealed')
})
