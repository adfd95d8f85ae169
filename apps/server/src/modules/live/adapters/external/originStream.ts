import { type Instant, liveDelays, type Result, refused } from '@parley/core'
import {
	type Column,
	flagColumn,
	nullableNumberColumn,
	nullableTextColumn,
	numberColumn,
	textColumn,
	type ValuesOf,
} from '../../../../platform/columns.ts'
import type { LiveDefinition, LiveStreamPhase, PublishRefusal } from '../../index.ts'

/** The origin reports a publisher every few seconds; without a report for this long it counts as disconnected. */
export const silentAfterMs = 15_000
/** The most connections that are remembered; the origin reports the end of each one. */
const maxClosed = 20

/** A connection that may not publish to the stream. */
interface ClosedConnection {
	id: string
	/** The time at which the origin reported its end; null: it is still connected, and ended at its next report. */
	leftAt: Instant | null
}

const jsonColumn = <Value, N extends string>(name: N): Column<N, Value, string> => ({
	name,
	encode: value => JSON.stringify(value),
	decode: stored => JSON.parse(stored) as Value,
})
const nullableJsonColumn = <Value, N extends string>(name: N): Column<N, Value | null, string | null> => ({
	name,
	encode: value => (value === null ? null : JSON.stringify(value)),
	decode: stored => (stored === null ? null : (JSON.parse(stored) as Value)),
})

export const originStreamColumns = {
	streamId: textColumn('stream_id'),
	version: numberColumn('version'),
	isSuspended: flagColumn('is_suspended'),
	isEnded: flagColumn('is_ended'),
	hasPublished: flagColumn('has_published'),
	publisher: nullableTextColumn('publisher'),
	publisherAddress: nullableTextColumn('publisher_address'),
	publishingSince: nullableNumberColumn('publishing_since'),
	/** Grows with each report of a publisher. */
	reports: numberColumn('reports'),
	graceEndsAt: nullableNumberColumn('grace_ends_at'),
	closedConnections: jsonColumn<ClosedConnection[], 'closed_connections'>('closed_connections'),
	definition: nullableJsonColumn<LiveDefinition, 'definition'>('definition'),
	/** The most viewers that one server has counted, and when. */
	viewers: numberColumn('viewers'),
	viewersAt: numberColumn('viewers_at'),
}

/** A stream of an external origin, as all servers know it. */
export type OriginStream = ValuesOf<typeof originStreamColumns>

export const aWaitingStream = (streamId: string): OriginStream => ({
	streamId,
	version: 0,
	isSuspended: false,
	isEnded: false,
	hasPublished: false,
	publisher: null,
	publisherAddress: null,
	publishingSince: null,
	reports: 0,
	graceEndsAt: null,
	closedConnections: [],
	definition: null,
	viewers: 0,
	viewersAt: 0,
})

/** A count of viewers by another server is valid for this long. */
const countedForMs = 10_000

/**
 * Viewers of a stream. A server that is asked about all of them counts them all, and so does each of several that take
 * turns, because viewers request playlists every second: the largest count is the best one.
 * @param own count of the server itself
 */
export const viewersOf = ({ viewers, viewersAt }: OriginStream, own: number, now: Instant): number =>
	Math.abs(now - viewersAt) < countedForMs ? Math.max(own, viewers) : own

/** A connection as the origin reports it; hooks.ts parses its callbacks. */
export interface OriginConnection {
	streamId: string
	key: string
	address: string
	/** Distinguishes connections. */
	connectionId: string
}

export function phaseOf({ isEnded, publisher, graceEndsAt }: OriginStream, now: Instant): LiveStreamPhase {
	if (isEnded) return 'ended'
	if (publisher !== null) return 'publishing'
	if (graceEndsAt === null) return 'waiting'
	return now < graceEndsAt ? 'silent' : 'gone'
}

/**
 * The stream with a connection as its publisher. Hooks arrive in any order: a connection whose end has been reported
 * cannot publish any more, until its report may be that of another one with its id, after a restart of the origin.
 * @param isNew false if the origin reports a connection that publishes already
 */
export function published(
	stream: OriginStream,
	{ connectionId, address }: OriginConnection,
	{ isNew, now }: { isNew: boolean; now: Instant },
): Result<OriginStream, PublishRefusal> {
	if (stream.isEnded) return refused('ended')
	const closed = stream.closedConnections.find(({ id }) => id === connectionId)
	if (closed && (isOfLate(closed, now) || (!isNew && closed.leftAt === null))) return refused('unavailable')
	if (stream.publisher !== null && stream.publisher !== connectionId) return refused('busy')
	return {
		ok: true,
		value: {
			...stream,
			publisher: connectionId,
			publisherAddress: address,
			publishingSince: now,
			hasPublished: true,
			reports: stream.reports + 1,
			graceEndsAt: null,
			closedConnections: stream.closedConnections.filter(({ id }) => id !== connectionId),
		},
	}
}

/** The stream after the origin has reported the end of a connection, which may not be its publisher (any more). */
export function left(stream: OriginStream, connectionId: string, now: Instant): OriginStream {
	const noted = closing(stream, { id: connectionId, leftAt: now }, now)
	return stream.publisher === connectionId ? silenced(noted, now) : noted
}

/** The stream whose publisher is disconnected at its next report. */
export function dropped(stream: OriginStream, now: Instant): OriginStream {
	return stream.publisher === null
		? stream
		: silenced(closing(stream, { id: stream.publisher, leftAt: null }, now), now)
}

/** The stream without its publisher, who may return. */
export const silenced = (stream: OriginStream, now: Instant): OriginStream => ({
	...withoutPublisher(stream),
	graceEndsAt: now + liveDelays.publisherGraceMs,
})

export const ended = (stream: OriginStream): OriginStream => ({ ...withoutPublisher(stream), isEnded: true })

const withoutPublisher = (stream: OriginStream): OriginStream => ({
	...stream,
	publisher: null,
	publisherAddress: null,
	publishingSince: null,
})

/** A report that another server handles may be late by so much: the origin no longer waits for its answer. */
const isOfLate = ({ leftAt }: ClosedConnection, now: Instant): boolean =>
	leftAt !== null && Math.abs(now - leftAt) < silentAfterMs

const closing = (stream: OriginStream, closed: ClosedConnection, now: Instant): OriginStream => ({
	...stream,
	closedConnections: [
		...stream.closedConnections.filter(
			other => other.id !== closed.id && (other.leftAt === null || isOfLate(other, now)),
		),
		closed,
	].slice(-maxClosed),
})
