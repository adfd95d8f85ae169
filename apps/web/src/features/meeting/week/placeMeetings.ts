import type { Meeting } from '@parley/api'
import { dayBounds, type Instant, wallClock } from '@parley/core'
import { occurrenceKey } from '../list/useMeetingList.ts'
import { getRecurrence, meetingEnd, meetingStart } from '../schedule.ts'

export const dayMinutes = 24 * 60
/** Shorter meetings are drawn as if they lasted so long: their topic has to fit. */
const shownMinutesMin = 30
const minuteMs = 60_000

/** A meeting, or the part of it, in the column of a day. Minutes are those of the wall clock. */
export interface PlacedMeeting {
	key: string
	meeting: Meeting
	topMinute: number
	bottomMinute: number
	/** Meetings that overlap stand side by side, each in a lane. */
	lane: number
	lanes: number
	/** It began on an earlier day. */
	isContinued: boolean
}

const hasTime = (meeting: Meeting) => getRecurrence(meeting)?.every !== 'no-fixed-time'

/** Meetings without a fixed time, each once. */
export function findMeetingsOfAnyTime(meetings: readonly Meeting[]): Meeting[] {
	const byId = new Map(meetings.filter(meeting => !hasTime(meeting)).map(meeting => [meeting.meetingId, meeting]))
	return [...byId.values()]
}

/** The meetings of each day, by the wall clock of a zone; one that lasts over midnight is on both days. */
export function placeMeetings(meetings: readonly Meeting[], days: readonly string[], zone: string): PlacedMeeting[][] {
	const timed = meetings.filter(hasTime)
	return days.map(day => {
		const bounds = dayBounds(day, zone)
		if (!bounds) return []
		return assignLanes(timed.flatMap(meeting => placeOnDay(meeting, bounds, zone)))
	})
}

type Unassigned = Omit<PlacedMeeting, 'lane' | 'lanes'>

function placeOnDay(meeting: Meeting, day: { from: Instant; to: Instant }, zone: string): Unassigned[] {
	const [start, end] = [meetingStart(meeting), meetingEnd(meeting)]
	if (!(start < day.to && end > day.from)) return []
	const isContinued = start < day.from
	const top = isContinued ? 0 : minuteOfDay(start, zone)
	const wallEnd = end >= day.to ? dayMinutes : minuteOfDay(end, zone)
	// Where the clock is set back, it can show an end before the start.
	const bottom = wallEnd > top ? wallEnd : top + (Math.min(end, day.to) - start) / minuteMs
	const topMinute = Math.min(top, dayMinutes - shownMinutesMin)
	const bottomMinute = Math.min(dayMinutes, Math.max(bottom, topMinute + shownMinutesMin))
	return [{ key: occurrenceKey(meeting), meeting, topMinute, bottomMinute, isContinued }]
}

function minuteOfDay(at: Instant, zone: string): number {
	const { hour, minute } = wallClock(at, zone)
	return hour * 60 + minute
}

/** Gives each meeting the first lane that is free; those that overlap, directly or through others, are equally wide. */
function assignLanes(meetings: Unassigned[]): PlacedMeeting[] {
	const sorted = [...meetings].sort(
		(a, b) => a.topMinute - b.topMinute || b.bottomMinute - a.bottomMinute || a.key.localeCompare(b.key),
	)
	const placed: PlacedMeeting[] = []
	let cluster: PlacedMeeting[] = []
	let laneEnds: number[] = []
	for (const meeting of sorted) {
		if (laneEnds.every(end => end <= meeting.topMinute)) {
			cluster = []
			laneEnds = []
		}
		const free = laneEnds.findIndex(end => end <= meeting.topMinute)
		const lane = free < 0 ? laneEnds.length : free
		laneEnds[lane] = meeting.bottomMinute
		const entry = { ...meeting, lane, lanes: laneEnds.length }
		cluster.push(entry)
		placed.push(entry)
		for (const each of cluster) each.lanes = laneEnds.length
	}
	return placed
}

/** In more lanes than these no topic can be read; the last of them is for what the others do not show. */
const maxLanes = 3

/** Meetings for which a day has no room beside others. */
export interface HiddenMeetings {
	key: string
	topMinute: number
	bottomMinute: number
	count: number
	/** All meetings that overlap there, those that are shown included, in order of time. */
	meetings: readonly PlacedMeeting[]
}

/** Splits the meetings of a day, in their order, into those for which there is room and the others (LAYOUT-11). */
export function limitLanes(placed: readonly PlacedMeeting[]): { shown: PlacedMeeting[]; hidden: HiddenMeetings[] } {
	const shown: PlacedMeeting[] = []
	const hidden: HiddenMeetings[] = []
	for (const cluster of clustersOf(placed)) {
		const isCrowded = cluster.some(({ lanes }) => lanes > maxLanes)
		if (!isCrowded) {
			shown.push(...cluster)
			continue
		}
		const isShown = ({ lane }: PlacedMeeting) => lane < maxLanes - 1
		shown.push(...cluster.filter(isShown).map(entry => ({ ...entry, lanes: maxLanes })))
		const rest = cluster.filter(entry => !isShown(entry))
		hidden.push({
			key: rest[0]?.key ?? '',
			topMinute: Math.min(...rest.map(({ topMinute }) => topMinute)),
			bottomMinute: Math.max(...rest.map(({ bottomMinute }) => bottomMinute)),
			count: rest.length,
			meetings: cluster,
		})
	}
	return { shown, hidden }
}

/** Meetings that overlap, directly or through others. */
function clustersOf(placed: readonly PlacedMeeting[]): PlacedMeeting[][] {
	const clusters: PlacedMeeting[][] = []
	let end = 0
	for (const entry of placed) {
		const last = clusters.at(-1)
		if (last && entry.topMinute < end) last.push(entry)
		else clusters.push([entry])
		end = Math.max(end, entry.bottomMinute)
	}
	return clusters
}
