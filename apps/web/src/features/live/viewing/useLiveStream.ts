import { live as calls } from '@parley/api'
import { type ControlMessage, controlMessage, liveDelays, type MeetingId } from '@parley/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { answeredStatus, callApi } from '../../../api/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import { useSession } from '../../session/index.ts'
import { pollAtRandomTimes, soonMs, waitingOf } from './livePolling.ts'
import {
	hasStoppedWaiting,
	type LiveView,
	liveViewAfterFailure,
	liveViewOf,
	probeAddress,
	statusCheckOf,
} from './liveView.ts'
import { usePass } from './usePass.ts'

/** The current state of the live a viewer opened. */
export interface WatchedLive {
	view: LiveView
	isFetching: boolean
	/** Number of times the live was opened (LIVE-04). */
	views: number | undefined
	refetch(): Promise<void>
	/** Handles an action of the host announced in the discussion (LIVE-32). */
	onControlMessage(control: ControlMessage): void
	/** Requests the live soon, as an action of the host may have been missed; not for all viewers in the same second. */
	catchUp(): void
	/** Requests the state of the broadcast after long stalls (LIVE-33 to LIVE-36), unless the discussion is received. */
	checkStatus(): Promise<void>
	/** Sets whether the discussion is received: meanwhile its events decide and nothing is polled (LIVE-32). */
	setHearing(isHearing: boolean): void
	/** Requests the status, and soon the live itself: it may have another stream, another token or a recording. */
	checkLive(): Promise<void>
}

/** The status from the discussion or a status check, until the live is requested again. */
type Override = 'suspended' | 'over' | 'onAir'

const afterControl: Record<ControlMessage, Override | undefined> = {
	[controlMessage.start]: undefined,
	[controlMessage.stop]: 'suspended',
	[controlMessage.close]: 'over',
}

function withOverride(view: LiveView, override: Override | undefined): LiveView {
	if (!override || (view.status !== 'onAir' && view.status !== 'waiting' && view.status !== 'suspended')) return view
	const { info, data } = view
	// Only a live waiting for its picture: it has one, and plays before the server is asked again.
	if (override === 'onAir') return view.status === 'waiting' ? { status: 'onAir', info, data } : view
	return override === 'over' ? { status: 'over', info } : { status: 'suspended', info, data }
}

/** @param token from the password screen, if the live has a password */
export function useLiveStream(meetingId: MeetingId, token: string | undefined): WatchedLive {
	const session = useSession()
	const isSignedIn = session.kind === 'member'
	const [override, setOverride] = useState<Override>()
	const { data, failure, isFetching, refetch } = useCallQuery(
		calls.stream,
		{ meetingId, ...(token !== undefined && { token }) },
		{ scope: [isSignedIn], handles401: true, onResult: () => setOverride(undefined) },
	)
	const loaded = data ? liveViewOf(data, { isSignedIn }) : undefined
	const shown = useEntry(loaded)
	const current = failure ? liveViewAfterFailure(failure.refusal, shown) : (shown ?? { status: 'loading' as const })
	const view = withOverride(current, override)

	const fetchAgain = useRef(refetch)
	fetchAgain.current = refetch
	const views = useViews(meetingId, 'info' in view && view.info ? view.info.views : undefined)
	const askSoon = useSoon(views)
	const onPicture = useCallback(() => {
		setOverride('onAir')
		askSoon(() => void fetchAgain.current())
	}, [askSoon])
	useWaiting(meetingId, view, { fetchAgain, onPicture })

	const onControlMessage = useCallback(
		(control: ControlMessage) => {
			setOverride(afterControl[control])
			askSoon(() => void fetchAgain.current())
		},
		[askSoon],
	)

	const checkStatus = useCallback(async () => {
		const result = await callApi(calls.status, { meetingId }, { quiet: true, handles401: true })
		const check = statusCheckOf(result.ok ? result.value : result.failure)
		if (check !== 'networkError') setOverride(check)
		// An ended live may have a recording.
		if (check === 'over') askSoon(() => void fetchAgain.current())
	}, [meetingId, askSoon])
	const isHearing = useRef(false)
	const setHearing = useCallback((next: boolean) => {
		isHearing.current = next
	}, [])
	const checkAfterStalls = useCallback(async () => {
		if (!isHearing.current) await checkStatus()
	}, [checkStatus])
	const checkLive = useCallback(async () => {
		await checkAfterStalls()
		askSoon(() => void fetchAgain.current())
	}, [checkAfterStalls, askSoon])

	usePass(meetingId, data?.data, () => void fetchAgain.current())

	const latest = useRef(view)
	latest.current = view
	const catchUpSoon = useSoon(views)
	const catchUp = useCallback(
		() =>
			catchUpSoon(() => {
				if (waitingOf(latest.current)) void fetchAgain.current()
				// During playback only the status is needed: a small response, the same for all viewers.
				else if (latest.current.status === 'onAir') void checkStatus()
			}),
		[catchUpSoon, checkStatus],
	)

	return {
		view,
		isFetching,
		views,
		refetch,
		onControlMessage,
		catchUp,
		setHearing,
		checkStatus: checkAfterStalls,
		checkLive,
	}
}

/** Runs an action at a random time within a few seconds, replacing the previous one; cancelled on leaving. */
function useSoon(views: number | undefined): (act: () => void) => void {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	const latest = useRef(views)
	latest.current = views
	return useCallback(act => {
		clearTimeout(timer.current)
		timer.current = setTimeout(act, soonMs(Math.random, latest.current))
	}, [])
}

/** Redirects on arrival at an ended, unrecorded live (LIVE-17); viewers who watched it see a message (LIVE-21). */
function useEntry(view: LiveView | undefined): LiveView | undefined {
	const wasOpen = useRef(false)
	const isOver = view?.status === 'over'
	useEffect(() => {
		if (view && !isOver) wasOpen.current = true
	}, [view, isOver])
	if (isOver && view.recording === undefined && !wasOpen.current) return { status: 'left', exit: 'noRoom' }
	return view
}

/**
 * `refused`: an outside origin answers nobody without a token, so it never says whether a picture exists.
 * `unread`: it is unreachable, or refuses in a response that pages of other hosts cannot read.
 */
type ProbeOutcome = 'refused' | 'unread'

const probeOutcomeOf = (status: number | undefined): ProbeOutcome | undefined => {
	if (status === undefined) return 'unread'
	return status === 401 || status === 403 ? 'refused' : undefined
}

/** Seconds this server holds the request for a picture; it ends shortly before the next request is due. */
const probeWaitS = 4

interface WaitingEvents {
	fetchAgain: React.RefObject<() => Promise<void>>
	/** The stream address responds: it can be played. */
	onPicture(): void
}

/** LIVE-23, LIVE-26: polls until the state has changed. */
function useWaiting(meetingId: MeetingId, view: LiveView, { fetchAgain, onPicture }: WaitingEvents) {
	const waiting = waitingOf(view)
	const probed = view.status === 'waiting' ? probeAddress(view.data) : undefined
	const [last, setLast] = useState<{ address: string; outcome: ProbeOutcome }>()
	const outcome = last?.address === probed ? last?.outcome : undefined
	const isRefused = outcome === 'refused'
	const asksStatus = outcome !== undefined
	const firstAsked = useRef<string>(undefined)
	useEffect(() => {
		if (waiting !== 'again') return
		return pollAtRandomTimes(async () => void fetchAgain.current())
	}, [waiting, fetchAgain])
	useEffect(() => {
		if (probed === undefined || isRefused) return
		let isAsking = false
		let isLeft = false
		const ask = async () => {
			if (isAsking) return
			isAsking = true
			const status = await answeredStatus(probed, probeWaitS)
			isAsking = false
			if (isLeft) return
			const found = probeOutcomeOf(status)
			if (found) setLast({ address: probed, outcome: found })
			else if (status === 200) onPicture()
		}
		// A live still waiting although its address has responded is polled more slowly.
		if (firstAsked.current !== probed) void ask()
		firstAsked.current = probed
		const timer = setInterval(ask, liveDelays.streamPollMs)
		return () => {
			isLeft = true
			clearInterval(timer)
		}
	}, [probed, isRefused, onPicture])
	useEffect(() => {
		if (!asksStatus) return
		return pollAtRandomTimes(async signal => {
			const result = await callApi(calls.status, { meetingId }, { quiet: true, handles401: true, signal })
			if (!signal.aborted && hasStoppedWaiting(result.ok ? result.value : result.failure)) await fetchAgain.current()
		})
	}, [asksStatus, meetingId, fetchAgain])
}

/**
 * Counts one view per entry, and refreshes the total now and then (LIVE-37, LIVE-39, OP-142).
 * @param first the number from the live; undefined if the viewer was not admitted, which counts no view
 */
function useViews(meetingId: MeetingId, first: number | undefined): number | undefined {
	const [latest, setLatest] = useState<number>()
	const hasEntered = useRef(false)
	const isIn = first !== undefined
	useEffect(() => {
		if (!isIn) return
		const options = { quiet: true, handles401: true }
		if (!hasEntered.current)
			void callApi(calls.addView, { meetingId }, options).then(result => result.ok && setLatest(result.value.views))
		hasEntered.current = true
		return pollAtRandomTimes(async signal => {
			const result = await callApi(calls.views, { meetingId }, { ...options, signal })
			if (result.ok && !signal.aborted) setLatest(result.value.views)
		})
	}, [meetingId, isIn])
	return isIn ? (latest ?? first) : undefined
}
