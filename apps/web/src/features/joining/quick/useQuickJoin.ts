import { meeting as calls, type Meeting } from '@parley/api'
import { delays, digitsWhileTyping, limits, type MeetingId } from '@parley/core'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { storage } from '../../../storage/index.ts'
import { toMeetingReader } from '../../meeting/index.ts'
import { useDevicePreferences } from '../form/DeviceSwitches.tsx'
import { useParticipantIdentity } from '../form/participantIdentity.ts'
import { type JoinMeetingOptions, useJoinMeeting } from '../join/useJoinMeeting.ts'
import { initialQuickJoinState, quickJoinReducer } from './quickJoinReducer.ts'

/** In the tab: the name filled in before signing in, which is filled in again afterwards (QJ-10). */
const prefilledNameKey = 'handedName'

/** Joining by id and name: an effect starts the call that belongs to a state of the reducer. */
export function useQuickJoin(
	address: { meetingId?: string | undefined },
	{ onLogin, ...options }: { onLogin(meetingId: string): void } & Pick<JoinMeetingOptions, 'preparedRoom'>,
) {
	const identity = useParticipantIdentity(storage.readTabText(prefilledNameKey))
	const devices = useDevicePreferences()
	const join = useJoinMeeting({ ...options, onOpenRoom: devices.keepForRoom })
	const [meetingId, setMeetingId] = useState(() => digitsWhileTyping(address.meetingId ?? '', limits.meetingIdMax))
	const [displayName, setDisplayName] = useState(identity.name)
	const [meeting, setMeeting] = useState<Meeting>()
	const [state, dispatch] = useReducer(quickJoinReducer, initialQuickJoinState)

	const runState = useEffectEvent(async (signal: AbortSignal) => {
		switch (state.status) {
			case 'lookingUp': {
				const id = state.meetingId as MeetingId
				const result = await callApi(calls.detail, { id }, { quiet: true, handles401: true })
				if (!result.ok) return dispatch({ type: 'lookupFailed', failure: result.failure })
				setMeeting(result.value.meeting)
				return dispatch({ type: 'found', meeting: result.value.meeting, reader: toMeetingReader(identity.person) })
			}
			case 'waiting':
			case 'joining': {
				if (state.status === 'waiting' && !state.isTrying) return
				const { meetingId, password } = state
				const { audio, video } = devices.forRoom
				const result = await join({ meetingId, displayName, password, audio, video, signal })
				return signal.aborted ? undefined : dispatch({ type: 'completed', result })
			}
			case 'over':
				return setMeetingId('')
		}
	})
	// The reducer returns a new object only for a new state, so the effect runs once for each.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the state alone decides
	useEffect(() => {
		const abort = new AbortController()
		void runState(abort.signal)
		// Another state while a try runs, or no screen any more, means that no one waits for it.
		return () => abort.abort()
	}, [state])

	// Read once: the next visit of this screen starts over.
	useEffect(() => storage.writeTabText(prefilledNameKey, undefined), [])
	function goToLogin(id = meetingId) {
		storage.writeTabText(prefilledNameKey, displayName || undefined)
		onLogin(id)
	}

	const redirectToLogin = useEffectEvent(() => state.status === 'loginRequired' && goToLogin(state.meetingId))
	const isLoginRequired = state.status === 'loginRequired'
	useEffect(() => {
		if (!isLoginRequired) return
		// QJ-06
		const timer = setTimeout(() => redirectToLogin(), delays.loginRedirectMs)
		return () => clearTimeout(timer)
	}, [isLoginRequired])

	return {
		state,
		/** Meeting found by the look-up before the join. */
		meeting,
		dispatch,
		identity,
		devices,
		values: { meetingId, displayName },
		editId(digits: string) {
			setMeetingId(digits)
			dispatch({ type: 'edited' })
		},
		editName(name: string) {
			setDisplayName(name)
			dispatch({ type: 'edited' })
		},
		/** Signs in first; this screen follows with what is filled in (QJ-10). */
		goToLogin: () => goToLogin(),
		submit: () => dispatch({ type: 'submitted', meetingId, displayName }),
	}
}
