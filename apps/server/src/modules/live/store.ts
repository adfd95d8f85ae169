import type { BroadcastStatus, Instant, MeetingId, SiteId } from '@parley/core'
import type { GroupId } from '@parley/im'
import {
	encryptedColumn,
	nullableNumberColumn,
	numberColumn,
	textColumn,
	typedColumn,
	type ValuesOf,
} from '../../platform/columns.ts'

export const liveColumns = {
	meetingId: typedColumn<MeetingId>()('id'),
	siteId: typedColumn<SiteId>()('site_id'),
	/** Id of the media; unguessable, and different for each broadcast. */
	streamId: textColumn('stream_id'),
	streamKey: encryptedColumn('stream_key', 'lives.stream_key'),
	chatRoomId: typedColumn<GroupId>()('chat_room_id'),
	askRoomId: typedColumn<GroupId>()('ask_room_id'),
	status: typedColumn<BroadcastStatus>()('status'),
	startedAt: nullableNumberColumn('started_at'),
	endedAt: nullableNumberColumn('ended_at'),
	views: numberColumn('clicks'),
}

/** The broadcast of a meeting. */
export type LiveRow = ValuesOf<typeof liveColumns>

export interface LiveStore {
	find(meetingId: MeetingId): Promise<LiveRow | undefined>
	findByStream(streamId: string): Promise<LiveRow | undefined>
	/** False if the meeting already has one. */
	insert(live: LiveRow): Promise<boolean>
	/** Changes one of these statuses; false if it has another one, or was removed. */
	setStatus(
		meetingId: MeetingId,
		from: readonly BroadcastStatus[],
		to: { status: BroadcastStatus; startedAt?: Instant; endedAt?: Instant | null },
	): Promise<boolean>
	/** Replaces the stream, or its key; false if the live has another stream than `from`, or was removed. */
	setStream(meetingId: MeetingId, from: string, to: Pick<LiveRow, 'streamId' | 'streamKey'>): Promise<boolean>
	/** Returns the new number; undefined if the live does not exist. */
	addView(meetingId: MeetingId): Promise<number | undefined>
	list(statuses: readonly BroadcastStatus[]): Promise<LiveRow[]>
	remove(meetingId: MeetingId): Promise<void>
}
