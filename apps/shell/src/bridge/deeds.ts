import type { Settings } from '../settings.ts'
import type { Deeds } from './host.ts'

/** What the phone can do, apart from the bridge. */
export interface Phone {
	/** Shows the camera; the content of the code, or nothing when the person gave up. */
	scan(): Promise<string | undefined>
	/** Asks another app who the person is; nothing when the person gave up. */
	identify(app: 'weixin' | 'apple'): Promise<string | undefined>
	switchSite(): void
	/** Resolves when the person has put the share sheet away. */
	share(title: string, about: Record<string, unknown>): Promise<void>
	openMeeting(parameters: Record<string, unknown>): void
	back(): void
	paintStatusBar(colour: 'black' | 'white'): void
}

/** What happens on each call of the page (BRG-12 to BRG-24). */
export function createDeeds(phone: Phone, settings: () => Settings): Deeds {
	const weixin = async () => (settings().wechatInstall ? ((await phone.identify('weixin')) ?? '') : '')
	const apple = async () => (settings().appleSupport ? ((await phone.identify('apple')) ?? '') : '')

	return {
		scan: async publicScan => ({ content: (await phone.scan()) ?? '', publicScan }),
		switchSite: () => phone.switchSite(),
		joinMeeting: parameters => phone.openMeeting(fieldsOf(parameters)),
		// The simulated phone keeps no short link of its own, so there is nothing to forget.
		cancelShortLink: () => undefined,
		thirdPartyLogin: async args =>
			fieldsOf(args).type === 'apple' ? { info: '', appleId: await apple() } : { info: await weixin(), appleId: '' },
		weixinLogin: async () => ({ info: await weixin() }),
		appleLogin: async () => ({ appleId: await apple() }),
		agreementBack: () => phone.back(),
		checkAuthority: () => ({ audio: settings().microphone, video: settings().camera }),
		setBlackStatusColor: () => phone.paintStatusBar('black'),
		setWhiteStatusColor: () => phone.paintStatusBar('white'),
		shareMeetingInfo: args => phone.share('Share meeting', fieldsOf(args)),
		shareLiveInfo: args => phone.share('Share live', fieldsOf(args)),
	}
}

/** The page may hand over an object or its JSON text (OP-065). */
function fieldsOf(data: unknown): Record<string, unknown> {
	if (typeof data === 'object' && data !== null) return data as Record<string, unknown>
	if (typeof data !== 'string') return {}
	try {
		return fieldsOf(JSON.parse(data))
	} catch {
		return {}
	}
}
