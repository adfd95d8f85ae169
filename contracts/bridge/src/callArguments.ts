import * as v from 'valibot'
import type { ShellHandlerName } from './handlers.ts'

// Kept apart from the table of handlers: the page builds these values and needs only their types.

/** For handlers that are called without arguments; an empty object goes over the wire. */
const None = v.optional(v.strictObject({}))

const MeetingShare = v.object({
	joinMeetingUrl: v.string(),
	meetingId: v.string(),
	meetingTopic: v.string(),
	/** Seconds; 0 for recurring meetings (SHARE-03). */
	duration: v.number(),
	hostDisplayName: v.string(),
	startTime: v.string(),
})

const LiveShare = v.object({ ...MeetingShare.entries, liveUrl: v.string(), livePwd: v.string() })

/** `parameters` of the join answer, handed over unchanged (JOIN-27). */
const JoinParameters = v.looseObject({ rtc_join_url: v.string(), meetingId: v.string(), displayName: v.string() })
export type JoinParameters = v.InferInput<typeof JoinParameters>

/** What the page hands over with each call. */
export const callArguments = {
	scan: v.literal('publicScan'),
	switchSite: None,
	joinMeeting: JoinParameters,
	cancelShortLink: None,
	thirdPartyLogin: v.object({ type: v.picklist(['weixin', 'apple']) }),
	weixinLogin: None,
	appleLogin: None,
	agreementBack: None,
	checkAuthority: v.object({ audio: v.boolean(), video: v.boolean() }),
	setBlackStatusColor: None,
	setWhiteStatusColor: None,
	shareMeetingInfo: MeetingShare,
	shareLiveInfo: LiveShare,
} satisfies Record<ShellHandlerName, v.GenericSchema>
