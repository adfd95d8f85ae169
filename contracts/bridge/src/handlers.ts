import type * as v from 'valibot'
import {
	Authority,
	DeviceMakerIdentity,
	DirectJoin,
	Exit,
	MessengerIdentity,
	Nothing,
	Scanned,
	ShortLink,
	SocialIdentity,
	VersionInfo,
	WorkplaceIdentity,
} from './payloads.ts'

/** What the page registers and the shell fires, each with what it takes (BRG-02 to BRG-11). */
export const pageHandlers = {
	updateVersionInfo: VersionInfo,
	dingTalkLogin: WorkplaceIdentity,
	shortLinkJoin: ShortLink,
	directJoin: DirectJoin,
	exitMeeting: Exit,
	backPreviousPage: Nothing,
	needsSetStatusColor: Nothing,
} satisfies Record<string, v.GenericSchema>

/** Further names a shell may fire, each saying a handler and its arguments in one word (OP-063). */
export const pageHandlerAliases = { exitConference: ['exitMeeting', 'conference'] } as const

interface ShellHandler {
	/** How the name is spelled on the wire, where that is not its right spelling. */
	wire?: string
	/** What the shell answers; without it the shell is told and no answer is waited for. */
	reply?: v.GenericSchema
	/** How long a silent shell is waited for; without it until a person has answered. */
	waitMs?: number
}

/** What the shell registers and the page calls (BRG-12 to BRG-24). */
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
} satisfies Record<string, ShellHandler>

export type PageHandlerName = keyof typeof pageHandlers
export type ShellHandlerName = keyof typeof shellHandlers

/** What the page has to know to call a handler of the shell. */
export const getShellHandler = (name: ShellHandlerName): ShellHandler & { wire: string } => ({
	wire: name,
	...shellHandlers[name],
})

/** Which handler of the shell a name on the wire means. */
export const findShellHandler = (wire: string): ShellHandlerName | undefined =>
	(Object.keys(shellHandlers) as ShellHandlerName[]).find(name => getShellHandler(name).wire === wire)
