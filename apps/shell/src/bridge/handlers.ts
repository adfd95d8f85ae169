import type { Settings } from '../settings.ts'
import type { ShellHandlers } from './host.ts'

/** The reply to `startScreenShare`. */
export interface ScreenAnswer {
	/** SDP; empty when the person refused, or the system failed. */
	answer: string
	failed: boolean
}

/** The native side of the simulated phone. */
export interface Phone {
	/** Shows the camera and resolves with the content of the code; `undefined` when the person cancelled. */
	scan(): Promise<string | undefined>
	/** Resolves with a proof of identity from another app; `undefined` when the person cancelled. */
	identify(app: 'weixin' | 'apple'): Promise<string | undefined>
	switchSite(): void
	/** Resolves when the person has closed the share sheet. */
	share(title: string, details: Record<string, unknown>): Promise<void>
	openMeeting(parameters: Record<string, unknown>): void
	back(): void
	/** Asks the person, and sends the screen to the page that made the offer. */
	startScreenShare(offer: string): Promise<ScreenAnswer>
	stopScreenShare(): void
	paintStatusBar(colour: 'black' | 'white'): void
}

/** The handlers the page can call (BRG-12 to BRG-25). */
export function createShellHandlers(phone: Phone, settings: () => Settings): ShellHandlers {
	const getMessengerProof = async () => (settings().wechatInstall ? ((await phone.identify('weixin')) ?? '') : '')
	const getDeviceProof = async () => (settings().appleSupport ? ((await phone.identify('apple')) ?? '') : '')

	return {
		scan: async publicScan => ({ content: (await phone.scan()) ?? '', publicScan }),
		switchSite: () => phone.switchSite(),
		joinMeeting: parameters => phone.openMeeting(parseArguments(parameters)),
		// The simulated phone keeps no short link of its own, so nothing has to be cleared.
		cancelShortLink: () => undefined,
		thirdPartyLogin: async args =>
			parseArguments(args).type === 'apple'
				? { info: '', appleId: await getDeviceProof() }
				: { info: await getMessengerProof(), appleId: '' },
		weixinLogin: async () => ({ info: await getMessengerProof() }),
		appleLogin: async () => ({ appleId: await getDeviceProof() }),
		agreementBack: () => phone.back(),
		checkAuthority: () => ({ audio: settings().microphone, video: settings().camera }),
		setBlackStatusColor: () => phone.paintStatusBar('black'),
		setWhiteStatusColor: () => phone.paintStatusBar('white'),
		shareMeetingInfo: args => phone.share('Share meeting', parseArguments(args)),
		shareLiveInfo: args => phone.share('Share live stream', parseArguments(args)),
		startScreenShare: async args =>
			settings().screenShare
				? await phone.startScreenShare(String(parseArguments(args).offer))
				: { answer: '', failed: true },
		stopScreenShare: () => phone.stopScreenShare(),
	}
}

/** The page may hand over an object or its JSON text (OP-065). */
function parseArguments(data: unknown): Record<string, unknown> {
	if (typeof data === 'object' && data !== null) return data as Record<string, unknown>
	if (typeof data !== 'string') return {}
	try {
		return parseArguments(JSON.parse(data))
	} catch {
		return {}
	}
}
