import { type BridgeWindow, readyEvent, shellCallExamples } from '@parley/bridge'
import { type PageWindow, type ShellUnderTest, shellSuite } from '@parley/bridge/suite'
import { expect, test, vi } from 'vitest'
import { defaultSettings, type Settings } from '../settings.ts'
import { injectBridge, prepareCallbackQueue } from './boot.ts'
import { createShellHandlers, type Phone } from './handlers.ts'
import { createBridgeHost } from './host.ts'
import { createMessageLog } from './messageLog.ts'

/** A person who answers at once whatever the phone asks. */
const phone: Phone = {
	scan: async () => '312846905',
	identify: async app => `envelope of ${app}`,
	switchSite: () => {},
	share: async () => {},
	openMeeting: () => {},
	startScreenShare: async () => ({ answer: 'v=0', failed: false }),
	stopScreenShare: () => {},
	back: () => {},
	paintStatusBar: () => {},
}

function openHost(chosen: Partial<Settings> = {}, person: Partial<Phone> = {}) {
	const settings: Settings = { ...defaultSettings, ...chosen }
	let time = 0
	const messageLog = createMessageLog(() => time)
	const handlers = createShellHandlers({ ...phone, ...person }, () => settings)
	const after = (ms: number, act: () => void) => {
		setTimeout(() => {
			time += ms
			act()
		})
	}
	const registered = vi.fn()
	const host = createBridgeHost({ messageLog, handlers, behaviour: () => settings, after, onRegistered: registered })
	const messages = () => messageLog.messages.get()
	// Turns, not milliseconds: whatever an answer takes comes in order, however slow the machine is.
	const settled = async () => {
		for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setTimeout(resolve))
	}
	return { host, messages, registered, settled }
}

function newWindow(): PageWindow & { Event: typeof Event } {
	return { document: new EventTarget(), Event } as never
}

shellSuite('the simulated phone', (): ShellUnderTest => {
	const { host } = openHost()
	return {
		async load(boot, script) {
			const window = newWindow()
			if (boot === 'callbacks') prepareCallbackQueue(window as never)
			script(window)
			const bridge = host.connectPage()
			injectBridge(window as never, bridge, boot)
			return bridge
		},
		fire: host.fire,
	}
})

test('[BRG-01] every message is kept, with its reply and how long that took', async () => {
	const { host, messages, settled } = openHost({ latencyMs: 40 })
	const reply = vi.fn()
	host.connectPage().callHandler('checkAuthority', { audio: true, video: true }, reply)
	await settled()
	expect(reply).toHaveBeenCalledWith({ audio: true, video: true })
	expect(messages()).toMatchObject([
		{ from: 'page', name: 'checkAuthority', data: { audio: true, video: true }, problem: undefined },
	])
	expect(messages()[0]?.replies).toEqual([{ at: 40, data: { audio: true, video: true } }])
})

test('[BRG-15] the right spelling is the wrong name', async () => {
	const { host, messages } = openHost()
	const bridge = host.connectPage()
	bridge.callHandler('cancleShortLink', {})
	bridge.callHandler('cancelShortLink', {})
	expect(messages().map(message => message.problem)).toEqual([undefined, 'no such handler'])
})

test('a page that breaks the contract is shown up', async () => {
	const { host, messages } = openHost()
	const bridge = host.connectPage()
	bridge.callHandler('shareLiveInfo', shellCallExamples.shareLiveInfo)
	bridge.callHandler('shareLiveInfo', shellCallExamples.shareMeetingInfo)
	bridge.callHandler('shareLiveInfo', JSON.stringify(shellCallExamples.shareLiveInfo))
	expect(messages().map(message => message.problem)).toEqual([undefined, 'not as the contract says', undefined])
})

test('[BRG-02] the phone learns which handlers a page takes up, and a page before is deaf', async () => {
	const { host, registered, messages } = openHost()
	const [old, now] = [vi.fn(), vi.fn()]
	const oldBridge = host.connectPage()
	oldBridge.registerHandler('updateVersionInfo', old)
	const bridge = host.connectPage()
	expect(host.hasPageHandler('updateVersionInfo')).toBe(false)
	bridge.registerHandler('updateVersionInfo', (data, respond) => {
		now(data)
		respond?.()
	})
	oldBridge.registerHandler('backPreviousPage', old)
	oldBridge.callHandler('switchSite', {})
	await host.fire('updateVersionInfo', { versionName: '6.2.5' })
	expect(registered.mock.calls).toEqual([['updateVersionInfo'], ['updateVersionInfo']])
	expect(old).not.toHaveBeenCalled()
	expect(now).toHaveBeenCalledWith({ versionName: '6.2.5' })
	expect(messages().map(message => message.name)).toEqual(['updateVersionInfo'])
})

test('[BRG-01] firing at a page that does not listen is shown up', async () => {
	const { host, messages } = openHost()
	host.connectPage()
	await host.fire('backPreviousPage', {})
	expect(messages()[0]?.problem).toBe('nobody listens')
})

const misbehaviours = [
	['well', [{ audio: true, video: true }]],
	['late', [{ audio: true, video: true }]],
	[
		'twice',
		[
			{ audio: true, video: true },
			{ audio: true, video: true },
		],
	],
	['text', ['{"audio":true,"video":true}']],
	['garbage', [404]],
	['never', []],
] as const
test.each(misbehaviours)('[BRG-20] a phone told to answer %s does', async (answers, expected) => {
	const { host, settled } = openHost({ answers })
	const reply = vi.fn()
	host.connectPage().callHandler('checkAuthority', {}, reply)
	await settled()
	expect(reply.mock.calls.map(([data]) => data)).toEqual(expected)
})

test('[BRG-05] a phone that writes text fires text', async () => {
	const { host } = openHost({ answers: 'text' })
	const heard = vi.fn()
	host.connectPage().registerHandler('shortLinkJoin', (data, respond) => {
		heard(data)
		respond?.()
	})
	await host.fire('shortLinkJoin', { meetingId: '312846905', pwd: '' })
	expect(heard).toHaveBeenCalledWith('{"meetingId":"312846905","pwd":""}')
})

test('[BRG-14] the room opens with the parameters as they were handed over, object or text', () => {
	const openMeeting = vi.fn()
	const { host } = openHost({}, { openMeeting })
	const bridge = host.connectPage()
	bridge.callHandler('joinMeeting', shellCallExamples.joinMeeting)
	bridge.callHandler('joinMeeting', JSON.stringify(shellCallExamples.joinMeeting))
	expect(openMeeting.mock.calls).toEqual([[shellCallExamples.joinMeeting], [shellCallExamples.joinMeeting]])
})

test.each([
	['[BRG-17] the messaging app', 'weixinLogin', { wechatInstall: false }, { info: '' }],
	['[BRG-18] the device account', 'appleLogin', { appleSupport: false }, { appleId: '' }],
] as const)('%s that is not there answers with nobody', async (_, name, chosen, expected) => {
	const { host, settled } = openHost(chosen)
	const reply = vi.fn()
	host.connectPage().callHandler(name, {}, reply)
	await settled()
	expect(reply).toHaveBeenCalledWith(expected)
})

test('[BRG-16] the third-party sign-in asks the app that was named', async () => {
	const { host, settled } = openHost()
	const reply = vi.fn()
	host.connectPage().callHandler('thirdPartyLogin', { type: 'apple' }, reply)
	await settled()
	expect(reply).toHaveBeenCalledWith({ info: '', appleId: 'envelope of apple' })
})

test('[BRG-12] a person who gives up scanning answers with an empty code and the flag', async () => {
	const { host, settled } = openHost({}, { scan: async () => undefined })
	const reply = vi.fn()
	host.connectPage().callHandler('scan', 'publicScan', reply)
	await settled()
	expect(reply).toHaveBeenCalledWith({ content: '', publicScan: 'publicScan' })
})

test('[BRG-21, BRG-22] the status bar takes the colour it is told', () => {
	const paintStatusBar = vi.fn()
	const { host } = openHost({}, { paintStatusBar })
	const bridge = host.connectPage()
	bridge.callHandler('setWhiteStatusColor', {})
	bridge.callHandler('setBlackStatusColor', {})
	expect(paintStatusBar.mock.calls).toEqual([['white'], ['black']])
})

test('[BRG-19] the agreement page is left backwards', () => {
	const back = vi.fn()
	const { host } = openHost({}, { back })
	host.connectPage().callHandler('agreementBack', {})
	expect(back).toHaveBeenCalledOnce()
})

test('[BRG-01] the ready event comes when the object is in the window', () => {
	const window = newWindow()
	const bridge = openHost().host.connectPage()
	let seen: unknown
	window.document.addEventListener(readyEvent, () => {
		seen = (window as BridgeWindow).WebViewJavascriptBridge
	})
	injectBridge(window as never, bridge, 'object')
	expect(seen).toBe(bridge)
})
