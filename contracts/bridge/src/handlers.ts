import type * as v from 'valibot'
import {
	Authority,
	DeviceMakerIdentity,
	DirectJoin,
	Exit,
	MessengerIdentity,
	Nothing,
	Scanned,
	ScreenAnswer,
	ShortLink,
	SocialIdentity,
	VersionInfo,
	WorkplaceIdentity,
} from './payloads.ts'

/** Handlers the page registers and the shell fires, with the schema of their argument (BRG-02 to BRG-11, BRG-26). */
export const pageHandlers = {
	updateVersionInfo: VersionInfo,
	dingTalkLogin: WorkplaceIdentity,
	shortLinkJoin: ShortLink,
	directJoin: DirectJoin,
	exitMeeting: Exit,
	backPreviousPage: Nothing,
	needsSetStatusColor: Nothing,
	screenShareEnded: Nothing,
} satisfies Record<string, v.GenericSchema>

/** Further names a shell may fire: each stands for a handler with a fixed argument (OP-063). */
export const pageHandlerAliases = { exitConference: ['exitMeeting', 'conference'] } as const

interface ShellHandler {
	/** The name on the wire, if it differs. */
	wire?: string
	/** The schema of the reply; without it no reply is expected. */
	reply?: v.GenericSchema
	/** Timeout in milliseconds; without it the call waits until a person has answered. */
	waitMs?: number
}

/** Handlers the shell registers and the page calls (BRG-12 to BRG-25). */
export const shellHandlers = {
	scan: { reply: Scanned },
	switchSite: {},
	joinMeeting: {},
	cancelShortLink: { wire: 'cancleShortLink' },
	thirdPartyLogin: { reply: SocialIdentity },
	weixinLogin: { reply: MessengerIdentity },
	appleLogin: { reply: DeviceMakerIdentity },
	agreementBack: {},
	checkAuthority: { reply: Authority, waitMs: 1_000 },
	setBlackStatusColor: {},
	setWhiteStatusColor: {},
	shareMeetingInfo: { reply: Nothing, waitMs: 3_000 },
	shareLiveInfo: { reply: Nothing, waitMs: 3_000 },
	startScreenShare: { reply: ScreenAnswer },
	stopScreenShare: {},
} satisfies Record<string, ShellHandler>

export type PageHandlerName = keyof typeof pageHandlers
export type ShellHandlerName = keyof typeof shellHandlers

/** Wire name, reply and timeout of a handler of the shell. */
export const getShellHandler = (name: ShellHandlerName): ShellHandler & { wire: string } => ({
	wire: name,
	...shellHandlers[name],
})

/** The handler of the shell with this name on the wire. */
export const findShellHandler = (wire: string): ShellHandlerName | undefined =>
	(Object.keys(shellHandlers) as ShellHandlerName[]).find(name => getShellHandler(name).wire === wire)
