import * as v from 'valibot'
import type { ShellHandlerName } from './handlers.ts'

// Apart from the table of handlers: the page creates these values and needs only their types.

/** For handlers without an argument; an empty object is sent. */
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

/** `parameters` of the join answer, passed on unchanged (JOIN-27). */
const BridgeJoinParameters = v.looseObject({ rtc_join_url: v.string(), meetingId: v.string(), displayName: v.string() })
export type BridgeJoinParameters = v.InferInput<typeof BridgeJoinParameters>

/** The argument of each call of the page. */
export const callArguments = {
	scan: v.literal('publicScan'),
	switchSite: None,
	joinMeeting: BridgeJoinParameters,
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
	/** SDP with one video line, which the page receives on, and all candidates. */
	startScreenShare: v.object({ offer: v.string() }),
	stopScreenShare: None,
} satisfies Record<ShellHandlerName, v.GenericSchema>
