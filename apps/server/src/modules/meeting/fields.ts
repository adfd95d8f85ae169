import type { CompanyId, MeetingId, MeetingStatus, SiteId, UserId, WaitingRule } from '@parley/core'
import {
	encryptedColumn,
	flagColumn,
	nullableEncryptedColumn,
	nullableNumberColumn,
	nullableTextColumn,
	nullableTypedColumn,
	numberColumn,
	textColumn,
	typedColumn,
	type ValuesOf,
} from '../../platform/columns.ts'

/** Settings of a meeting: sent by its forms, stored as sent, shown to everyone who may read it. */
const settingColumns = {
	hostMustOpen: flagColumn('host_must_open'),
	invitedNeedNoPassword: flagColumn('invited_need_no_password'),
	waitingRoom: typedColumn<WaitingRule>()('waiting_room'),
}

/** Settings of a meeting whose form did not send them. */
export const settingDefaults: ValuesOf<typeof settingColumns> = {
	hostMustOpen: true,
	invitedNeedNoPassword: true,
	waitingRoom: 'off',
}

export const settingNames = Object.keys(settingColumns) as (keyof typeof settingColumns)[]

/** Columns of the broadcast settings of a meeting; the rules are in `live.ts`. */
const liveColumns = {
	hasLive: flagColumn('has_live'),
	isLiveIntranet: flagColumn('live_intranet'),
	liveNeedsLogin: flagColumn('live_login'),
	freeTalk: flagColumn('free_talk'),
	livePassword: nullableEncryptedColumn('live_password', 'meetings.live_password'),
	/** Path of an uploaded picture. */
	liveBackground: nullableTextColumn('live_background'),
}
export type LiveFields = ValuesOf<typeof liveColumns>

/** Fields an edit writes. */
export const editableColumns = {
	...settingColumns,
	...liveColumns,
	hostId: typedColumn<UserId>()('host_id'),
	topic: textColumn('topic'),
	/** IANA zone the meeting was made in. */
	zone: textColumn('zone'),
	startAt: numberColumn('start_at'),
	endAt: numberColumn('end_at'),
	durationS: numberColumn('duration_s'),
	repeatType: numberColumn('repeat_type'),
	repeatCondition: numberColumn('repeat_condition'),
	/** Wall-clock second of the day at which an occurrence starts, in `zone`. */
	repeatSecond: numberColumn('repeat_second'),
	isPrivate: flagColumn('is_private'),
	/** For named attendees only, not for the whole company: follows from the attendees that are sent. */
	isInvitedOnly: flagColumn('is_invited_only'),
	password: nullableEncryptedColumn('password', 'meetings.password'),
	hostPassword: encryptedColumn('host_password', 'meetings.host_password'),
}

/** Every field of a meeting and the column it is stored in; row type, SQL mapping and edits follow from this table. */
export const meetingColumns = {
	...editableColumns,
	id: textColumn('id'),
	meetingId: typedColumn<MeetingId>()('meeting_id'),
	siteId: typedColumn<SiteId>()('site_id'),
	companyId: typedColumn<CompanyId>()('company_id'),
	creatorId: typedColumn<UserId>()('creator_id'),
	/** A series goes back to not started when an occurrence ends. */
	status: typedColumn<MeetingStatus>()('status'),
	isLocked: flagColumn('is_locked'),
	/** Set by a host in the room, in place of `waitingRoom` until the meeting ends. */
	waitingRoomNow: nullableTypedColumn<WaitingRule>()('waiting_room_now'),
	/** A series: its times come from its recurrence. The column has the name of the wire; it is not the room of the call. */
	isRecurring: flagColumn('is_room'),
	startedAt: nullableNumberColumn('started_at'),
	/** The end of a one-off meeting that was held; the ends of a series are with its occurrences. */
	endedAt: nullableNumberColumn('ended_at'),
	createdAt: numberColumn('created_at'),
	updatedAt: numberColumn('updated_at'),
}

/** A meeting as it is stored. Instants are UTC milliseconds. */
export type MeetingRow = ValuesOf<typeof meetingColumns>

/** Editable fields accepted as sent; the others have rules of their own in `changes.ts`. */
export const fieldsTakenAsSent = ['hostId', 'isPrivate', 'hostPassword', ...settingNames] as const

/** Fields of a live shown as stored to everyone who may read the meeting. */
export const presentedLiveFields = ['hasLive', 'isLiveIntranet', 'liveNeedsLogin', 'freeTalk'] as const

/** Fields shown as stored to everyone who may read the meeting. */
export const presentedFields = [
	'id',
	'meetingId',
	'topic',
	'isPrivate',
	'isLocked',
	'isRecurring',
	'creatorId',
	'hostId',
	'durationS',
	'repeatType',
	'repeatCondition',
	...settingNames,
	'siteId',
] as const

/** Merges the named fields: from `changes` if they are sent, otherwise from `base`. */
export const mergeFields = <T, K extends keyof T & string>(
	base: Pick<T, K>,
	changes: { [P in K]?: T[P] | undefined },
	names: readonly K[],
): Pick<T, K> => Object.fromEntries(names.map(name => [name, changes[name] ?? base[name]])) as Pick<T, K>

/** The named fields of a row. */
export function pickFields<T, K extends keyof T & string>(row: T, names: readonly K[]): Pick<T, K> {
	const picked: Partial<Pick<T, K>> = {}
	for (const name of names) picked[name] = row[name]
	return picked as Pick<T, K>
}
