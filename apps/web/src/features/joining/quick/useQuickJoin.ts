import { meeting as calls } from '@parley/api'
import { delays, digitsWhileTyping, limits, type MeetingId } from '@parley/core'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { toViewer } from '../../meeting/index.ts'
import { useParticipantIdentity } from '../form/participantIdentity.ts'
import { savedName } from '../handedName.ts'
import { useJoinMeeting } from '../join/useJoinMeeting.ts'
import { useDevicePreferences } from '../useDevices.ts'
import { initialQuickJoinState, quickJoinReducer } from './quickJoinReducer.ts'

/** Joining by id and name in one go. Each state of the machine does what it stands for. */
export function useQuickJoin(
	came: { meetingId?: string | undefined },
	{ onLogin }: { onLogin(meetingId: string): void },
) {
	const who = useParticipantIdentity(savedName.read())
	const devices = useDevicePreferences()
	const enter = useJoinMeeting()
	const [meetingId, setMeetingId] = useState(() => digitsWhileTyping(came.meetingId ?? '', limits.meetingIdMax))
	const [displayName, setDisplayName] = useState(who.name)
	const [state, tell] = useReducer(quickJoinReducer, initialQuickJoinState)

	const act = useEffectEvent(async () => {
		switch (state.at) {
			case 'looking': {
				const id = state.meetingId as MeetingId
				const answer = await callApi(calls.detail, { id }, { quiet: true, handles401: true })
				if (!answer.ok) return tell({ type: 'not-found', failure: answer.failure })
				return tell({ type: 'found', meeting: answer.value.meeting, viewer: toViewer(who.person) })
			}
			case 'knocking': {
				const { audio, video } = devices
				const entered = await enter({ meetingId: state.meetingId, displayName, password: state.password, audio, video })
				return tell({ type: 'answered', entered })
			}
			case 'over':
				return setMeetingId('')
		}
	})
	// One effect for each state entered: the reducer hands out a new object only where something moves.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the state alone decides
	useEffect(() => void act(), [state])

	// Handed over once: whoever comes here another time begins anew.
	useEffect(() => savedName.clear(), [])
	function toLogin(id = meetingId) {
		savedName.save(displayName)
		onLogin(id)
	}

	const goToLogin = useEffectEvent(() => state.at === 'login' && toLogin(state.meetingId))
	const isLeaving = state.at === 'login'
	useEffect(() => {
		if (!isLeaving) return
		// QJ-06
		const timer = setTimeout(() => goToLogin(), delays.loginRedirectMs)
		return () => clearTimeout(timer)
	}, [isLeaving])

	return {
		state,
		tell,
		who,
		devices,
		form: { meetingId, displayName },
		editId(digits: string) {
			setMeetingId(digits)
			tell({ type: 'edited' })
		},
		editName(name: string) {
			setDisplayName(name)
			tell({ type: 'edited' })
		},
		/** To sign in, and back here with what is filled in (QJ-10). */
		toLogin: () => toLogin(),
		submit: () => tell({ type: 'asked', meetingId, displayName }),
	}
}
