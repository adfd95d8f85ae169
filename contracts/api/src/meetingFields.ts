import {
	MeetingId,
	type MeetingStatus,
	meetingPasswords,
	parseDuration,
	UserId,
	WireTime,
	waitingRules,
} from '@parley/core'
import * as v from 'valibot'
import { type Codec, field, flag, integer, optional, secret, shape, text } from './codec.ts'

/** Hours from UTC, halves and quarters too. */
export const hours: Codec<number, unknown> = {
	schema: v.pipe(
		v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,2}(\.\d{1,2})?$/))]),
		v.check(wire => Math.abs(Number(wire)) <= 14),
	),
	decode: Number,
	encode: inside => inside,
}

/** Seconds inside and as they leave; `hh:mm` is read too (OP-003). */
export const duration: Codec<number, unknown> = {
	schema: v.pipe(
		v.union([v.number(), v.string()]),
		v.check(wire => parseDuration(wire) !== undefined),
	),
	decode: wire => parseDuration(wire as string | number) ?? 0,
	encode: inside => inside,
}

const status: Codec<MeetingStatus, unknown> = {
	schema: v.union([v.picklist([1, 2, 9]), v.picklist(['1', '2', '9'])]),
	decode: wire => Number(wire) as MeetingStatus,
	encode: inside => inside,
}

/** Settings that may be sent when a meeting is created or edited. */
export const sentSettings = {
	isPrivate: optional('meeting_privacy', flag),
	hostMustOpen: optional('meeting_start_rule', flag),
	/** True if attendees, invited by name or department and signed in, join without the password. */
	invitedNeedNoPassword: optional('invited_no_pwd', flag),
	/** The people who wait until a host lets them in (ROOM-140). */
	waitingRoom: optional('waiting_room', v.picklist(waitingRules)),
}

/** Broadcast settings of a meeting, as sent and shown (ENT-04). */
const liveSwitches = {
	hasLive: optional('live', flag),
	/** For viewing in the company network only: a note, which the server does not enforce. */
	isLiveIntranet: optional('live_intranet', flag),
	liveNeedsLogin: optional('live_login', flag),
	/** Guests may write too; never if viewers must sign in (LSET-02). */
	freeTalk: optional('free_talk', flag),
}

/** Fields of a live that may be sent when its meeting is created or edited. */
export const sentLive = {
	...liveSwitches,
	/** Digits; empty means no password (LSET-05). */
	livePassword: optional('live_pwd', text(100)),
	/** Path of a picture that was uploaded with `POST /meeting/uploadImg`; empty: none. */
	liveBackground: optional('live_bg_img', text(200)),
	/** HTML. What `introductionMarkup` does not have is removed (OP-138). */
	introduction: optional('details', text(60_000)),
}

export const meetingFields = {
	id: field('id', v.string()),
	meetingId: field('meeting_id', MeetingId),
	topic: field('meeting_topic', v.string()),
	status: field('meeting_status', status),
	isPrivate: field('meeting_privacy', flag),
	/** Detail only: whether the reader must know the password; attendees may be exempt. */
	needsPassword: field('is_auth', flag),
	/** In the detail: the meeting has a password that the reader doesn't need. */
	isPasswordWaived: optional('pwd_waived', flag),
	isLocked: field('is_lock', flag),
	isRecurring: field('is_room', flag),
	creatorId: field('create_id', UserId),
	hostId: field('host_user_name', UserId),
	hostName: field('host_display_name', v.string()),
	startTime: field('start_time', WireTime),
	endTime: field('end_time', WireTime),
	durationS: field('duration', duration),
	timeZone: field('time_zone', hours),
	repeatType: field('repeat_type', integer),
	repeatCondition: field('repeat_condition', integer),
	repeatStartTime: optional('repeat_start_time', v.string()),
	hostMustOpen: field('meeting_start_rule', flag),
	/** Servers that are older than the setting do not send it. */
	invitedNeedNoPassword: optional('invited_no_pwd', flag),
	/** Servers that are older than the setting do not send it. */
	waitingRoom: optional('waiting_room', v.picklist(waitingRules)),
	startedTime: optional('really_start_time', WireTime),
	/** The end of a one-off meeting that was held. */
	endedTime: optional('really_end_time', WireTime),
	password: secret('meeting_pwd', v.string()),
	hostPassword: secret('host_pwd', v.string()),
	...liveSwitches,
	/** Currently on air; missing otherwise. */
	isOnAir: optional('live_on_air', flag),
	/** Address of the live; for host and creator only, like its password (OP-082). */
	liveUrl: optional('live_url', v.string()),
	livePassword: secret('live_pwd', v.string()),
	liveBackground: optional('live_bg_img', v.string()),
	/** Time of the last password guess within a day; for host and creator, in the detail only (JERR-04). */
	passwordGuessedTime: optional('password_guessed_time', WireTime),
	/** The password that was guessed last; comes with `passwordGuessedTime`. */
	guessedPassword: optional('password_guessed', v.picklist(meetingPasswords)),
	/** Join link without the password, so that forwarding it does not reveal that. */
	joinUrl: optional('joinMeetingUrl', v.string()),
	siteId: optional('site_id', v.string()),
	createdTime: optional('created_at', WireTime),
	updatedTime: optional('updated_at', WireTime),
}

/**
 * A meeting as it is shown (ENT-01 to ENT-03). Times are wall clock in the meeting's zone, `timeZone` in hours from
 * UTC. `hostPassword` and `password` are sent to the host and the creator only (ROLE-05). Fields of a live are present
 * if `hasLive` is true.
 */
export const Meeting = shape(meetingFields)
export type Meeting = ReturnType<typeof Meeting.decode>
