import { limits } from './limits.ts'
import type { Instant } from './time.ts'

/** `meeting_status` on the wire. */
export const meetingStatus = { notStarted: 1, inProgress: 2, ended: 9 } as const
export type MeetingStatus = (typeof meetingStatus)[keyof typeof meetingStatus]

/**
 * Who waits until a host lets them in (ROOM-140): no one, people outside the meeting's company, people who were not invited,
 * or everyone. Hosts never wait.
 */
export const waitingRules = ['off', 'outside', 'uninvited', 'everyone'] as const
export type WaitingRule = (typeof waitingRules)[number]

/** The passwords that a meeting may have: to join it, to become its host, and to watch its live. */
export const meetingPasswords = ['meeting', 'host', 'live'] as const
export type MeetingPassword = (typeof meetingPasswords)[number]

const minuteMs = 60_000
/** With room for leap years (PAGE-19). */
const latestStartAheadMs = limits.yearsAhead * 366 * 86_400_000

/** A meeting lasts one minute to 24 hours, in whole seconds. */
export const isMeetingDuration = (seconds: number): boolean =>
	Number.isInteger(seconds) && seconds >= limits.meetingDurationMinS && seconds <= limits.meetingDurationMaxS

/** Returns whether a start is farther ahead than a date can be chosen (PAGE-19). */
export const isStartTooFarAhead = (startAt: Instant, now: Instant): boolean => startAt > now + latestStartAheadMs

/** A start in the past becomes now, rounded down to the minute (CREATE-16). */
export const startNotBeforeNow = (startAt: Instant, now: Instant): Instant =>
	Math.max(startAt, Math.floor(now / minuteMs) * minuteMs)

/** 00:00 of a wire time, which an edit treats as an unset time (EDIT-05, OP-087). */
export const isMidnight = (time: string): boolean => /[ T]00:00(:\d{2})?$/.test(time)
