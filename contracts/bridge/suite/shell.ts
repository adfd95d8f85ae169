import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
	type BridgeBoot,
	type BridgeWindow,
	getShellHandler,
	type InjectedBridge,
	pageHandlerExamples,
	parsePayload,
	readyEvent,
	type ShellHandlerName,
	shellCallExamples,
	shellHandlers,
} from '../src/index.ts'

export type PageWindow = BridgeWindow & {
	document: { addEventListener(type: string, listener: () => void): void }
}

/** A shell with a person who answers every prompt. */
export interface ShellUnderTest {
	/** Loads a page that runs `script` and nothing else; resolves when the shell has given it the bridge. */
	load(boot: BridgeBoot, script: (window: PageWindow) => void): Promise<InjectedBridge>
	/** Fires a handler of the page; resolves with its reply, or undefined if the page has no such handler. */
	fire(name: string, data?: unknown): Promise<unknown>
}

const calls = Object.keys(shellCallExamples) as ShellHandlerName[]
const asked = calls.filter(name => 'reply' in shellHandlers[name])
const waitAtMostMs = 15_000

/** Requirements on every shell, whatever page it holds. */
export function shellSuite(title: string, open: () => ShellUnderTest) {
	describe(title, () => {
		let shell: ShellUnderTest
		beforeEach(() => {
			shell = open()
		})

		const answerTo = (bridge: InjectedBridge, name: ShellHandlerName) =>
			new Promise<unknown>(resolve =>
				bridge.callHandler(getShellHandler(name).wire, shellCallExamples[name] ?? {}, resolve),
			)

		test('[BRG-01] the object is in the window when it announces itself', async () => {
			let seen: unknown
			const bridge = await shell.load('object', window => {
				seen = window.WebViewJavascriptBridge
				window.document.addEventListener(readyEvent, () => {
					seen = window.WebViewJavascriptBridge
				})
			})
			expect(seen).toBe(bridge)
		})

		test('[BRG-01] callbacks that wait are each run once, with the object that is then in the window', async () => {
			const callbacks = [vi.fn(), vi.fn()]
			let page: PageWindow | undefined
			const bridge = await shell.load('callbacks', window => {
				page = window
				window.WVJBCallbacks = [...(window.WVJBCallbacks ?? []), ...callbacks]
			})
			for (const callback of callbacks) expect(callback.mock.calls).toEqual([[bridge]])
			expect(page?.WebViewJavascriptBridge).toBe(bridge)
			expect(page?.WVJBCallbacks).toBeUndefined()
		})

		describe.each(['object', 'callbacks'] as const)('booted by %s', boot => {
			let bridge: InjectedBridge
			beforeEach(async () => {
				bridge = await shell.load(boot, window => {
					if (boot === 'callbacks') window.WVJBCallbacks ??= []
				})
			})

			test.each(asked)('[BRG-01] %s is answered as the contract promises', async name => {
				const reply = await answerTo(bridge, name)
				expect(parsePayload(shellHandlers[name as 'scan'].reply, reply)).toMatchObject({ ok: true })
			})

			test.each(calls)('[BRG-01] %s may be called without a callback', name => {
				expect(() => bridge.callHandler(getShellHandler(name).wire, shellCallExamples[name] ?? {})).not.toThrow()
			})

			test('[BRG-20] a call may leave the argument out', async () => {
				const reply = await new Promise(resolve => bridge.callHandler('checkAuthority', resolve))
				expect(parsePayload(shellHandlers.checkAuthority.reply, reply)).toMatchObject({ ok: true })
			})

			test('[BRG-01] a name the shell does not know does not throw', () => {
				expect(() => bridge.callHandler('tomorrow', {}, () => {})).not.toThrow()
			})

			test.each(Object.entries(pageHandlerExamples))(
				'[BRG-01] %s reaches the page, and the reply arrives',
				async (name, args) => {
					const handler = vi.fn((_data: unknown, respond?: (reply: unknown) => void) => respond?.({ heard: name }))
					bridge.registerHandler(name, handler)
					const reply = await vi.waitFor(() => shell.fire(name, args), waitAtMostMs)
					expect(handler.mock.lastCall?.[0]).toEqual(args)
					expect(reply).toEqual({ heard: name })
				},
			)

			test('[BRG-01] firing an event the page does not have does not throw', async () => {
				expect(await shell.fire('tomorrow', {})).toBeUndefined()
			})

			test('[BRG-01] of two handlers under one name the newer counts', async () => {
				const old = vi.fn()
				bridge.registerHandler('backPreviousPage', old)
				bridge.registerHandler('backPreviousPage', (_, respond) => respond?.('new'))
				expect(await shell.fire('backPreviousPage', {})).toBe('new')
				expect(old).not.toHaveBeenCalled()
			})

			test('[BRG-01] values are copied', async () => {
				const data = { type: 'meeting' }
				bridge.registerHandler('exitMeeting', (received, respond) => {
					;(received as typeof data).type = 'changed'
					respond?.(received)
				})
				expect(await shell.fire('exitMeeting', data)).toEqual({ type: 'changed' })
				expect(data.type).toBe('meeting')
			})
		})
	})
}
