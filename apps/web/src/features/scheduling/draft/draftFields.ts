import type { Meeting, MeetingChanges, MeetingForm, NewMeeting, SiteManage } from '@parley/api'
import {
	cleanText,
	codePointLength,
	defaults,
	formatWireTime,
	freeTalkOf,
	hostPasswordError,
	type Instant,
	isLivePassword,
	isMeetingDuration,
	isMeetingPassword,
	isMidnight,
	limits,
	parseDuration,
	parseWireTime,
	truncate,
	UserId,
	utcOffsetHours,
	waitingRules,
} from '@parley/core'
import * as v from 'valibot'
import { meetingZone } from '../../meeting/index.ts'
import { siteZone } from '../../site/index.ts'
import type { DraftErrorKey, DraftRequirements } from './draftErrors.ts'
import { fromRepeatFields, RecurrenceSchema, toRepeatFields } from './recurrence.ts'
import { hasStart, moveStartToFuture } from './start.ts'

/** A person chosen as host; `name` is the login name. */
export const DraftHost = v.object({ id: UserId, displayName: v.string(), name: v.optional(v.string()) })
export type DraftHost = v.InferOutput<typeof DraftHost>

const DraftAttendees = v.object({
	people: v.array(v.object({ id: UserId, name: v.exactOptional(v.string()) })),
	departments: v.array(v.object({ number: v.string(), name: v.exactOptional(v.string()) })),
})
type DraftAttendees = v.InferOutput<typeof DraftAttendees>

/** The type of each field, and how it is stored in the tab. */
export const DraftSchema = v.object({
	topic: v.string(),
	/** A wire time in the zone of the meeting. */
	start: v.string(),
	durationS: v.number(),
	isRecurring: v.boolean(),
	/** Ignored for a one-off meeting (OP-017). */
	recurrence: RecurrenceSchema,
	/** Undefined: the person who schedules. */
	host: v.undefinedable(DraftHost),
	/** Empty: the whole company. */
	attendees: DraftAttendees,
	password: v.string(),
	hostPassword: v.string(),
	isPrivate: v.boolean(),
	hostMustOpen: v.boolean(),
	/** Attendees who are signed in join without the password. */
	invitedNeedNoPassword: v.boolean(),
	/** The people who wait until a host lets them in (ROOM-140). */
	waitingRoom: v.picklist(waitingRules),
	/** True if it is broadcast; the fields below are sent only where it is (LSET-01). */
	hasLive: v.boolean(),
	isLiveIntranet: v.boolean(),
	liveNeedsLogin: v.boolean(),
	freeTalk: v.boolean(),
	livePassword: v.string(),
	/** HTML. */
	introduction: v.string(),
	/** Path of an uploaded picture; empty: none. */
	liveBackground: v.string(),
})

/** A meeting as the form has it (CREATE-01). */
export type Draft = v.InferOutput<typeof DraftSchema>
export type DraftFieldName = keyof Draft

/** The values a new draft depends on. */
export interface NewDraftOptions {
	now: Instant
	hostPassword: string
	site: Pick<SiteManage, 'durationS' | 'private' | 'waitingRoom'> | undefined
}

/** The query of the edit screen, under wire names; never a password (EDIT-14, ROUTE-39). */
export type EditSearch = { readonly [parameter: string]: string | undefined }

/** The saved meeting, and now. */
export interface EditContext {
	meeting: Pick<MeetingForm, 'startTime' | 'timeZone'>
	now: Instant
}

interface DraftField<T> {
	/** In the form of a new meeting. */
	initial(options: NewDraftOptions): T
	/** In the form of a meeting that exists. */
	fromMeeting(meeting: MeetingForm): T
	/** Its parameters in the query of the edit screen, which shows them before the server has answered. */
	query?: { readonly [parameter: string]: (meeting: Meeting) => string }
	/** Undefined where the query lacks it or is invalid. */
	fromQuery?(query: EditSearch): T | undefined
	/** Returns the part of the request for a new meeting. */
	toNewMeeting(value: T, draft: Draft): Partial<NewMeeting>
	/** Returns the part of the request for an edit that changed the field, if different. */
	toChanges?(value: T, draft: Draft, edit: EditContext): Omit<MeetingChanges, 'id'>
	/** Why it cannot be sent. Fields are validated in the order of this table, and the first error gets the focus. */
	error?(draft: Draft, requirements: DraftRequirements): DraftErrorKey | undefined
}

const parseFlag = (text: string | undefined): boolean | undefined => (text === undefined ? undefined : Number(text) > 0)
const formatFlag = (flag: boolean): string => String(Number(flag))
const parseSmallInteger = (text: string | undefined): number => (text && /^\d{1,2}$/.test(text) ? Number(text) : 0)
const parseText = (text: string | undefined, max: number): string => truncate(cleanText(text ?? ''), max)

/** The zone of the start in a query: that of the site where its hours from UTC are missing or invalid. */
export function parseZone({ start_time = '', time_zone }: EditSearch): string {
	const isHours =
		time_zone !== undefined && /^-?\d{1,2}(\.\d{1,2})?$/.test(time_zone) && Math.abs(Number(time_zone)) <= 14
	return isHours ? meetingZone({ startTime: start_time, timeZone: Number(time_zone) }) : siteZone()
}

const halfHourMs = 30 * 60_000

type LiveSetting = 'isLiveIntranet' | 'liveNeedsLogin' | 'freeTalk' | 'livePassword' | 'introduction' | 'liveBackground'

/** A field of the live: what has none sends nothing of it. */
const liveField = <F extends LiveSetting>(name: F, first: Draft[F]): DraftField<Draft[F]> => ({
	initial: () => first,
	fromMeeting: meeting => (meeting[name] as Draft[F] | undefined) ?? first,
	toNewMeeting: (value, { hasLive }) => (hasLive ? { [name]: value } : {}),
	toChanges: (value, { hasLive }) => (hasLive ? { [name]: value } : {}),
})

/** All of them go together when a live is switched on: the server may keep others from before. */
const liveSettingsOf = (draft: Draft) => ({
	isLiveIntranet: draft.isLiveIntranet,
	liveNeedsLogin: draft.liveNeedsLogin,
	freeTalk: draft.freeTalk,
	livePassword: draft.livePassword,
	introduction: draft.introduction,
	liveBackground: draft.liveBackground,
})

/** Everything the page knows of each field of a meeting. See docs/how-to/add-a-meeting-field.md. */
export const draftFields: { readonly [F in DraftFieldName]: DraftField<Draft[F]> } = {
	topic: {
		initial: () => '',
		fromMeeting: meeting => meeting.topic,
		query: { meeting_topic: meeting => meeting.topic },
		fromQuery: query => parseText(query.meeting_topic, limits.topicMax) || undefined,
		toNewMeeting: topic => ({ topic }),
		error: ({ topic }, { attendeesOnly }) =>
			!attendeesOnly && codePointLength(cleanText(topic)) === 0 ? 'Meeting.tips1' : undefined,
	},
	start: {
		/** The next half hour. */
		initial: ({ now }) => formatWireTime(Math.ceil(now / halfHourMs) * halfHourMs, siteZone()),
		fromMeeting: meeting => meeting.startTime,
		query: { start_time: meeting => meeting.startTime, time_zone: meeting => String(meeting.timeZone) },
		fromQuery: query => {
			const { start_time = '' } = query
			return parseWireTime(start_time, parseZone(query)) === undefined ? undefined : start_time
		},
		toNewMeeting(start) {
			const zone = siteZone()
			return { startTime: start, timeZone: utcOffsetHours(zone, parseWireTime(start, zone) ?? 0) }
		},
		toChanges: (_, draft, { meeting, now }) =>
			hasStart(draft)
				? { startTime: moveStartToFuture(draft, now, meetingZone(meeting)), timeZone: meeting.timeZone }
				: {},
		error(draft, { attendeesOnly, rejectsMidnight, savedStart }) {
			if (attendeesOnly || !hasStart(draft)) return undefined
			if (parseWireTime(draft.start, siteZone()) === undefined) return 'start'
			return rejectsMidnight && isMidnight(draft.start) && draft.start !== savedStart ? 'Meeting.chooseTime' : undefined
		},
	},
	durationS: {
		initial: ({ site }) => site?.durationS || defaults.durationS,
		fromMeeting: meeting => meeting.durationS,
		query: { duration: meeting => String(meeting.durationS) },
		fromQuery(query) {
			const durationS = parseDuration(query.duration ?? '')
			return durationS && durationS <= limits.meetingDurationMaxS ? durationS : undefined
		},
		toNewMeeting: durationS => ({ durationS }),
		error: ({ durationS }, { attendeesOnly }) =>
			attendeesOnly || isMeetingDuration(durationS) ? undefined : 'Meeting.tips2',
	},
	isRecurring: {
		initial: () => false,
		fromMeeting: meeting => meeting.isRecurring,
		query: { is_room: meeting => formatFlag(meeting.isRecurring) },
		fromQuery: query => parseFlag(query.is_room),
		toNewMeeting: isRecurring => ({ isRecurring }),
		/** A meeting stays recurring or not. */
		toChanges: () => ({}),
	},
	recurrence: {
		initial: () => ({ every: 'day' }),
		fromMeeting: fromRepeatFields,
		query: {
			repeat_type: meeting => String(meeting.repeatType),
			repeat_condition: meeting => String(meeting.repeatCondition),
		},
		fromQuery(query) {
			const isRecurring = parseFlag(query.is_room)
			if (isRecurring === undefined) return undefined
			const repeatType = parseSmallInteger(query.repeat_type)
			return fromRepeatFields({
				isRecurring,
				repeatType,
				repeatCondition: parseSmallInteger(query.repeat_condition),
			})
		},
		toNewMeeting: toRepeatFields,
		toChanges: (recurrence, { isRecurring }) => (isRecurring ? toRepeatFields(recurrence) : {}),
	},
	host: {
		initial: () => undefined,
		fromMeeting: meeting => ({ id: meeting.hostId, displayName: meeting.hostName }),
		query: { host_user_name: meeting => meeting.hostId, host_display_name: meeting => meeting.hostName },
		fromQuery(query) {
			const id = v.safeParse(UserId, query.host_user_name)
			const displayName = parseText(query.host_display_name, limits.displayNameMax)
			return id.success && displayName ? { id: id.output, displayName } : undefined
		},
		toNewMeeting: host => (host ? { hostId: host.id } : {}),
	},
	attendees: {
		initial: () => noAttendees,
		fromMeeting: meeting => meeting.attendees ?? noAttendees,
		toNewMeeting: attendees => (hasNoAttendees(attendees) ? {} : { attendees }),
		toChanges: attendees => ({ attendees }),
		error: ({ attendees }, requirements) =>
			requirements.attendees && hasNoAttendees(attendees) ? 'Meeting.pleaseSelectParticipant' : undefined,
	},
	password: {
		initial: () => '',
		fromMeeting: meeting => meeting.password ?? '',
		toNewMeeting: password => (password ? { password } : {}),
		/** An empty password removes it. */
		toChanges: password => ({ password }),
		error: ({ password }, { attendeesOnly, meetingPasswordMin, savedPassword }) =>
			attendeesOnly || isMeetingPassword(password, meetingPasswordMin, savedPassword) ? undefined : 'Meeting.tips3',
	},
	hostPassword: {
		initial: ({ hostPassword }) => hostPassword,
		fromMeeting: meeting => meeting.hostPassword ?? '',
		toNewMeeting: hostPassword => ({ hostPassword }),
		error: ({ hostPassword }, { attendeesOnly }) => (attendeesOnly ? undefined : hostPasswordError(hostPassword)),
	},
	isPrivate: {
		initial: ({ site }) => site?.private ?? false,
		fromMeeting: meeting => meeting.isPrivate,
		query: { meeting_privacy: meeting => formatFlag(meeting.isPrivate) },
		fromQuery: query => parseFlag(query.meeting_privacy),
		toNewMeeting: isPrivate => ({ isPrivate }),
	},
	hostMustOpen: {
		initial: () => true,
		fromMeeting: meeting => meeting.hostMustOpen,
		query: { meeting_start_rule: meeting => formatFlag(meeting.hostMustOpen) },
		fromQuery: query => parseFlag(query.meeting_start_rule),
		toNewMeeting: hostMustOpen => ({ hostMustOpen }),
	},
	invitedNeedNoPassword: {
		initial: () => true,
		fromMeeting: meeting => meeting.invitedNeedNoPassword ?? true,
		toNewMeeting: invitedNeedNoPassword => ({ invitedNeedNoPassword }),
	},
	waitingRoom: {
		initial: ({ site }) => site?.waitingRoom ?? 'off',
		fromMeeting: meeting => meeting.waitingRoom ?? 'off',
		toNewMeeting: waitingRoom => ({ waitingRoom }),
	},
	hasLive: {
		initial: () => false,
		fromMeeting: meeting => meeting.hasLive ?? false,
		toNewMeeting: hasLive => (hasLive ? { hasLive } : {}),
		toChanges: (hasLive, draft) => (hasLive ? { hasLive, ...liveSettingsOf(draft) } : { hasLive }),
	},
	isLiveIntranet: liveField('isLiveIntranet', false),
	/** CREATE-05 */
	liveNeedsLogin: liveField('liveNeedsLogin', true),
	freeTalk: liveField('freeTalk', false),
	livePassword: {
		...liveField('livePassword', ''),
		error: ({ hasLive, livePassword }, { attendeesOnly }) =>
			attendeesOnly || !hasLive || isLivePassword(livePassword) ? undefined : 'Meeting.tips6',
	},
	introduction: liveField('introduction', ''),
	liveBackground: liveField('liveBackground', ''),
}

const isDraftFieldName = (name: string): name is DraftFieldName => name in draftFields
export const draftFieldNames: readonly DraftFieldName[] = Object.keys(draftFields).filter(isDraftFieldName)

export const noAttendees: DraftAttendees = { people: [], departments: [] }

export const hasNoAttendees = ({ people, departments }: DraftAttendees): boolean =>
	people.length + departments.length === 0

/**
 * Normalizes a draft for sending: the topic without emoji and surplus blanks (CREATE-12 to CREATE-14); viewers who have
 * to sign in cannot chat without an account (LSET-02).
 */
export const normalizeDraft = (draft: Draft): Draft => ({
	...draft,
	topic: parseText(draft.topic, limits.topicMax),
	freeTalk: freeTalkOf({ needsLogin: draft.liveNeedsLogin, freeTalk: draft.freeTalk }),
})
