import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
	type Bridge,
	type BridgeWindow,
	bootFrameUrls,
	getShellHandler,
	type PageHandlerName,
	pageHandlerAliases,
	pageHandlerExamples,
	pageHandlers,
	type ShellHandlerName,
	shellCallExamples,
	shellHandlers,
	shellReplyExamples,
} from '../src/index.ts'
import { createFakeShell, type FakeShell, runCallbacks } from './fakeShell.ts'

/** A new page without a bridge. */
export interface PageUnderTest {
	window: BridgeWindow
	/** Connects the bridge under test in that page. */
	connect(options: { inApp: boolean }): Bridge
	/** Dispatches the ready event on the document of the page. */
	announce(): void
	/** URLs of all frames in the document of the page. */
	bootFrameUrls(): string[]
}

const fired = Object.entries(pageHandlerExamples) as [PageHandlerName, object][]
const called = Object.entries(shellCallExamples) as [ShellHandlerName, unknown][]
const answered = Object.entries(shellReplyExamples) as [keyof typeof shellReplyExamples, object][]

/** Any name and argument: the suite iterates over the whole table. */
const callAny = (bridge: Bridge, name: ShellHandlerName) =>
	(bridge.call as (name: ShellHandlerName, args?: unknown) => Promise<unknown>)(name, shellCallExamples[name])

/** Requirements on every page's bridge, with any shell. */
export function pageBridgeSuite(title: string, open: () => PageUnderTest) {
	describe(title, () => {
		let page: PageUnderTest
		let shell: FakeShell

		beforeEach(() => {
			vi.useFakeTimers()
			page = open()
			shell = createFakeShell()
		})
		afterEach(() => void vi.useRealTimers())

		function connected(): Bridge {
			page.window.WebViewJavascriptBridge = shell.bridge
			return page.connect({ inApp: true })
		}

		describe('without a shell', () => {
			test.each(called)('[BRG-01] %s is unavailable at once', async name => {
				const bridge = page.connect({ inApp: false })
				expect(await callAny(bridge, name)).toEqual({ ok: false, failure: 'unavailable' })
				expect(vi.getTimerCount()).toBe(0)
			})

			test('[BRG-01] nothing is known and nothing is asked of the network', () => {
				const bridge = page.connect({ inApp: false })
				expect(bridge.info.get()).toEqual({ present: false, version: undefined })
				expect(page.bootFrameUrls()).toEqual([])
			})
		})

		describe('finding the shell', () => {
			test('[BRG-01] an object that is there before the page is used at once', () => {
				expect(connected().present).toBe(true)
				expect(page.bootFrameUrls()).toEqual([])
			})

			test('[BRG-01] an object that comes two seconds late is used when it announces itself', async () => {
				const bridge = page.connect({ inApp: false })
				const changed = vi.fn()
				bridge.info.subscribe(changed)
				await vi.advanceTimersByTimeAsync(2_000)
				page.window.WebViewJavascriptBridge = shell.bridge
				page.announce()
				expect(bridge.info.get().present).toBe(true)
				expect(changed).toHaveBeenCalledOnce()
			})

			test('[BRG-01] a shell that runs callbacks finds the page among them', () => {
				const bridge = page.connect({ inApp: true })
				runCallbacks(page.window, shell.bridge)
				expect(bridge.present).toBe(true)
			})

			test('[BRG-01] callbacks of others are kept', () => {
				const other = vi.fn()
				page.window.WVJBCallbacks = [other]
				const bridge = page.connect({ inApp: true })
				runCallbacks(page.window, shell.bridge)
				expect(other).toHaveBeenCalledOnce()
				expect(bridge.present).toBe(true)
			})

			test('[BRG-01] inside the app a page without a shell requests the boot with frames, and removes them again', async () => {
				page.connect({ inApp: true })
				expect(page.bootFrameUrls()).toEqual([...bootFrameUrls])
				await vi.runAllTimersAsync()
				expect(page.bootFrameUrls()).toEqual([])
			})

			test('[BRG-01] a shell that announces itself in every way, twice, is connected once', () => {
				const bridge = page.connect({ inApp: true })
				const changed = vi.fn()
				bridge.info.subscribe(changed)
				const register = vi.spyOn(shell.bridge, 'registerHandler')
				runCallbacks(page.window, shell.bridge)
				page.announce()
				page.announce()
				expect(changed).toHaveBeenCalledOnce()
				expect(new Set(register.mock.calls.map(([name]) => name)).size).toBe(register.mock.calls.length)
			})

			test('[BRG-01] a shell that wants to be initialised is, and one that refuses is used all the same', () => {
				shell.bridge.init = vi.fn(() => {
					throw new Error('init called twice')
				})
				expect(connected().present).toBe(true)
				expect(shell.bridge.init).toHaveBeenCalledOnce()
			})

			test.each([[null], ['bridge'], [{}], [{ callHandler: 1 }]])('[BRG-01] %j is no shell', broken => {
				const bridge = page.connect({ inApp: false })
				page.window.WebViewJavascriptBridge = broken as never
				page.announce()
				expect(bridge.present).toBe(false)
			})

			test('[BRG-01] a shell that replaces another is talked to from then on', async () => {
				const bridge = connected()
				const second = createFakeShell()
				page.window.WebViewJavascriptBridge = second.bridge
				page.announce()
				await bridge.call('switchSite')
				expect(shell.calls).toEqual([])
				expect(second.calls).toHaveLength(1)
			})
		})

		describe('handlers of the page', () => {
			test('[BRG-02, BRG-04, BRG-05, BRG-06, BRG-10, BRG-11, BRG-26] every handler is registered', () => {
				connected()
				const names = [...Object.keys(pageHandlers), ...Object.keys(pageHandlerAliases)]
				expect(shell.registered().sort()).toEqual(names.sort())
			})

			const spellings: [string, (args: object) => unknown][] = [
				['an object', args => args],
				['JSON text', args => JSON.stringify(args)],
				['JSON text of JSON text', args => JSON.stringify(JSON.stringify(args))],
			]
			describe.each(spellings)('as %s', (_, spelled) => {
				test.each(fired)('[BRG-01] %s arrives', async (name, args) => {
					const listener = vi.fn()
					connected().on(name, listener)
					await shell.fire(name, spelled(args))
					const expected = Object.keys(args).length === 0 ? undefined : args
					expect(listener.mock.calls).toEqual([[expected]])
				})
			})

			test('[BRG-03] the version info is kept as the shell last sent it', async () => {
				const bridge = connected()
				const changed = vi.fn()
				bridge.info.subscribe(changed)
				await shell.fire('updateVersionInfo', pageHandlerExamples.updateVersionInfo)
				expect(bridge.info.get().version).toEqual(pageHandlerExamples.updateVersionInfo)
				await shell.fire('updateVersionInfo', { ...pageHandlerExamples.updateVersionInfo, versionName: '6.10.0' })
				expect(bridge.info.get().version?.versionName).toBe('6.10.0')
				expect(changed).toHaveBeenCalledTimes(2)
			})

			test('[BRG-03] phones write yes, no and numbers in their own ways', async () => {
				const bridge = connected()
				const written = {
					versionName: '6.2.5',
					versionCode: 625,
					hasNewVersion: '0',
					appleSupport: 1,
					wechatInstall: 'true',
				}
				await shell.fire('updateVersionInfo', { ...written, language: 'en-US' })
				expect(bridge.info.get().version).toEqual({
					versionName: '6.2.5',
					versionCode: '625',
					hasNewVersion: false,
					appleSupport: true,
					wechatInstall: true,
					screenShare: false,
					language: 'en',
				})
			})

			test('[OP-063] the exit of a conference comes under either name', async () => {
				const listener = vi.fn()
				connected().on('exitMeeting', listener)
				await shell.fire('exitConference')
				await shell.fire('exitMeeting', { type: 'conference' })
				await shell.fire('exitMeeting')
				expect(listener.mock.calls).toEqual([[{ type: 'conference' }], [{ type: 'conference' }], [{ type: 'meeting' }]])
			})

			const garbage: [unknown][] = [[undefined], [null], [7], ['{"openid":'], [{ openid: ['x'] }], [{ openid: '' }]]
			test.each(garbage)('[BRG-04] %j is ignored, and is answered', async data => {
				const listener = vi.fn()
				connected().on('dingTalkLogin', listener)
				expect(await shell.fire('dingTalkLogin', data)).toBeUndefined()
				expect(listener).not.toHaveBeenCalled()
			})

			test('[BRG-03] garbage leaves the version info as it was', async () => {
				const bridge = connected()
				await shell.fire('updateVersionInfo', pageHandlerExamples.updateVersionInfo)
				for (const data of [undefined, null, 'no json', 3]) await shell.fire('updateVersionInfo', data)
				expect(bridge.info.get().version).toEqual(pageHandlerExamples.updateVersionInfo)
			})

			test('[BRG-05] events fired before a listener exists are queued, the newest of each name, and delivered once', async () => {
				const bridge = connected()
				void shell.fire('shortLinkJoin', { meetingId: '111111111', pwd: '' })
				const reply = shell.fire('shortLinkJoin', { meetingId: '222222222', pwd: '' })
				const first = vi.fn(() => 'joined')
				bridge.on('shortLinkJoin', first)
				expect(first.mock.calls).toEqual([[{ meetingId: '222222222', pwd: '' }]])
				expect(await reply).toBe('joined')
				const second = vi.fn()
				bridge.on('shortLinkJoin', second)
				expect(second).not.toHaveBeenCalled()
			})

			test('[BRG-10] the return value of a listener is the reply, even if it takes its time', async () => {
				connected().on('needsSetStatusColor', async () => ({ colour: 'black' }))
				expect(await shell.fire('needsSetStatusColor')).toEqual({ colour: 'black' })
			})

			test('[BRG-01] a listener that fails keeps neither the shell nor other listeners waiting', async () => {
				const bridge = connected()
				const other = vi.fn()
				bridge.on('backPreviousPage', () => {
					throw new Error('broken')
				})
				bridge.on('backPreviousPage', other)
				expect(await shell.fire('backPreviousPage')).toBeUndefined()
				expect(other).toHaveBeenCalledOnce()
			})

			test('[BRG-01] a removed listener is not called again', async () => {
				const bridge = connected()
				const listener = vi.fn()
				bridge.on('backPreviousPage', listener)()
				void shell.fire('backPreviousPage')
				expect(listener).not.toHaveBeenCalled()
			})
		})

		describe('calls of the page', () => {
			const names: [string, ShellHandlerName, string][] = [
				['[BRG-12]', 'scan', 'scan'],
				['[BRG-13]', 'switchSite', 'switchSite'],
				['[BRG-14]', 'joinMeeting', 'joinMeeting'],
				['[BRG-15]', 'cancelShortLink', 'cancleShortLink'],
				['[BRG-16]', 'thirdPartyLogin', 'thirdPartyLogin'],
				['[BRG-17]', 'weixinLogin', 'weixinLogin'],
				['[BRG-18]', 'appleLogin', 'appleLogin'],
				['[BRG-19]', 'agreementBack', 'agreementBack'],
				['[BRG-20]', 'checkAuthority', 'checkAuthority'],
				['[BRG-21]', 'setBlackStatusColor', 'setBlackStatusColor'],
				['[BRG-22]', 'setWhiteStatusColor', 'setWhiteStatusColor'],
				['[BRG-23]', 'shareMeetingInfo', 'shareMeetingInfo'],
				['', 'shareLiveInfo', 'shareLiveInfo'],
				['[BRG-25]', 'startScreenShare', 'startScreenShare'],
				['[BRG-25]', 'stopScreenShare', 'stopScreenShare'],
			]
			test.each(names)('%s %s goes out as %s, its argument unchanged', (_, name, wire) => {
				void callAny(connected(), name)
				expect(shell.calls).toEqual([{ name: wire, data: shellCallExamples[name] ?? {} }])
			})

			test.each(called.filter(([name]) => !('reply' in shellHandlers[name])))(
				'[BRG-01] %s does not wait for a reply',
				async name => {
					expect(await callAny(connected(), name)).toEqual({ ok: true, value: undefined })
				},
			)

			test.each(answered)('[BRG-01] %s is answered by an object, by JSON text, and once', async (name, reply) => {
				const bridge = connected()
				shell.answer(name, respond => respond(reply))
				expect(await callAny(bridge, name)).toEqual({ ok: true, value: reply })
				shell.answer(name, respond => {
					respond(JSON.stringify(reply))
					respond({})
				})
				expect(await callAny(bridge, name)).toEqual({ ok: true, value: reply })
			})

			test.each(answered)('[BRG-01] a number as the reply to %s is malformed', async name => {
				shell.answer(name, respond => respond(7))
				expect(await callAny(connected(), name)).toEqual({ ok: false, failure: 'malformed' })
			})

			test('[BRG-12] a scanner that answers with the bare code is understood, digits untouched', async () => {
				shell.answer('scan', respond => respond('012345678'))
				const expected = { ok: true, value: { content: '012345678', publicScan: '' } }
				expect(await connected().call('scan', 'publicScan')).toEqual(expected)
			})

			test('[BRG-20] a shell silent for a second is not waited for, and its late answer changes nothing', async () => {
				const bridge = connected()
				shell.answer('checkAuthority', respond => void setTimeout(() => respond({ audio: true, video: true }), 2_000))
				const settled = vi.fn()
				void bridge.call('checkAuthority', { audio: true, video: true }).then(settled)
				await vi.advanceTimersByTimeAsync(999)
				expect(settled).not.toHaveBeenCalled()
				await vi.advanceTimersByTimeAsync(1)
				expect(settled.mock.calls).toEqual([[{ ok: false, failure: 'timeout' }]])
				await vi.advanceTimersByTimeAsync(2_000)
				expect(settled).toHaveBeenCalledOnce()
			})

			test('[BRG-12] a person may take all the time to scan', async () => {
				const settled = vi.fn()
				void connected().call('scan', 'publicScan').then(settled)
				await vi.advanceTimersByTimeAsync(600_000)
				expect(settled).not.toHaveBeenCalled()
			})

			test.each(called)('[BRG-01] a shell that throws at %s is a timeout', async name => {
				const bridge = connected()
				shell.bridge.callHandler = () => {
					throw new Error(`no ${getShellHandler(name).wire}`)
				}
				expect(await callAny(bridge, name)).toEqual({ ok: false, failure: 'timeout' })
			})
		})
	})
}
