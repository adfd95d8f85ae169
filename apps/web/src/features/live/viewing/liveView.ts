import type { live as calls, LiveData, LiveInfo } from '@parley/api'
import { liveStatus, meetingStatus } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'

/** The server's response about a live to this viewer. */
export interface LiveStream {
	info: LiveInfo
	/** Missing if the viewer may not watch now, or nothing can be played yet. */
	data?: LiveData | undefined
}

/** The person who wants to watch. */
export interface WatchingPerson {
	isSignedIn: boolean
}

/** Destinations of a viewer who cannot watch here (LIVE-17, LIVE-18, LIVE-19). */
export type LiveExit = 'noRoom' | 'verify' | 'signIn'

/** The view of the viewer screen. */
export type LiveView =
	| { status: 'loading' }
	/** The server cannot be reached, or its answer is unusable. */
	| { status: 'offline' | 'failed' | 'tooMany' }
	| { status: 'left'; exit: LiveExit }
	/** The meeting is not broadcast. */
	| { status: 'noLive' }
	/** The live does not exist, or no longer. */
	| { status: 'missing' }
	/** The host or a moderator has removed this viewer. */
	| { status: 'removed' }
	| { status: 'over'; info?: LiveInfo; recording?: string }
	/** The host has not started it. */
	| { status: 'notStarted'; info: LiveInfo }
	/** Started, without a picture yet. */
	| { status: 'waiting'; info: LiveInfo; data: LiveData }
	| { status: 'suspended'; info: LiveInfo; data: LiveData }
	| { status: 'onAir'; info: LiveInfo; data: LiveData }

/** Returns the destination of a person who may not watch now. */
function exitOf(info: LiveInfo, { isSignedIn }: WatchingPerson): LiveExit | undefined {
	if (info.needsLogin && !isSignedIn) return 'signIn'
	return info.needsPassword ? 'verify' : undefined
}

/** An ended live can be watched again if it was recorded. */
function overView({ info, data }: LiveStream): LiveView {
	const line = data?.lines[0]
	const suffix = data?.recordingSuffix
	if (!line || suffix === undefined) return { status: 'over', info }
	return { status: 'over', info, recording: streamAddress(line.hlsPullUrl, suffix, data.token) }
}

/** LIVE-08, LIVE-09, LIVE-17 to LIVE-25, LIVE-27: in this order. */
export function liveViewOf(stream: LiveStream, person: WatchingPerson): LiveView {
	const { info, data } = stream
	if (!info.hasLive) return { status: 'noLive' }
	const exit = data ? undefined : exitOf(info, person)
	const isOver = info.meetingStatus === meetingStatus.ended
	// Signing in to an ended live only helps to watch its recording.
	if (isOver && (data || !info.isRecorded)) return overView(stream)
	if (exit) return { status: 'left', exit }
	if (!info.isStarted || !data) return { status: 'notStarted', info }
	if (data.status < liveStatus.suspended) return { status: 'waiting', info, data }
	return { status: data.status === liveStatus.suspended ? 'suspended' : 'onAir', info, data }
}

export type StreamFailure = ApiFailure<typeof calls.stream>['refusal']

/** A live that is closed, missing or another company's does not exist for the viewer; the message is the same (LIVE-38). */
const failureViews = {
	closed: { status: 'missing' },
	missing: { status: 'missing' },
	forbidden: { status: 'missing' },
	removed: { status: 'removed' },
	invalidInput: { status: 'noLive' },
	signedOut: { status: 'left', exit: 'signIn' },
	phoneNeeded: { status: 'left', exit: 'signIn' },
	profileNeeded: { status: 'left', exit: 'signIn' },
	tooMany: { status: 'tooMany' },
	challengeNeeded: { status: 'tooMany' },
	challengeFailed: { status: 'tooMany' },
	challengeExpired: { status: 'tooMany' },
	offline: { status: 'offline' },
	timeout: { status: 'offline' },
	broken: { status: 'failed' },
	staleToken: { status: 'failed' },
	cancelled: { status: 'failed' },
	unknown: { status: 'failed' },
} as const satisfies Record<StreamFailure, LiveView>

/** @param shown the previous view: it stays while the server cannot be reached, and a live that disappears has ended */
export function liveViewAfterFailure(refusal: StreamFailure, shown?: LiveView): LiveView {
	const failed: LiveView = failureViews[refusal]
	if (!shown) return failed
	const isNetwork = failed.status === 'offline' || failed.status === 'failed' || failed.status === 'tooMany'
	if (isNetwork) return shown
	return failed.status === 'missing' && 'info' in shown && shown.info ? { status: 'over', info: shown.info } : failed
}

/** Results of `getLiveStatus` after stalls (LIVE-33 to LIVE-36); `networkError` changes nothing on the page. */
export type StatusCheck = 'suspended' | 'over' | 'networkError'

export function statusCheckOf(answer: { status: number; meetingStatus: number } | { refusal: string }): StatusCheck {
	if ('refusal' in answer) return answer.refusal === 'missing' ? 'over' : 'networkError'
	if (answer.status > liveStatus.suspended) return 'networkError'
	if (answer.meetingStatus === meetingStatus.ended) return 'over'
	// Without a picture the publisher is away, which is no pause of the host: the player waits for the return.
	return answer.status === liveStatus.suspended ? 'suspended' : 'networkError'
}

/** Returns whether a live waiting for its picture is to be requested again: it may have one, or have ended. */
export function hasStoppedWaiting(answer: { status: number; meetingStatus: number } | { refusal: string }): boolean {
	if ('refusal' in answer) return answer.refusal === 'missing'
	return answer.status >= liveStatus.suspended || answer.meetingStatus === meetingStatus.ended
}

/** The address of a playlist: authorised by cookies on this server, so that it is the same for everyone; elsewhere by the token. */
export function streamAddress(hlsPullUrl: string, suffix: string, token: string): string {
	const address = hlsPullUrl + suffix
	const isHere = address.startsWith('/') && !address.startsWith('//')
	if (!token || isHere) return address
	return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}

/** The address to check for a picture (LIVE-26, OP-110); anyone may. Undefined while no line exists. */
export function probeAddress({ lines: [line], defaultSuffix }: LiveData): string | undefined {
	if (!line) return undefined
	const address = line.hlsPullUrl + defaultSuffix
	return `${address}${address.includes('?') ? '&' : '?'}unauth`
}
