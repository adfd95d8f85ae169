import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
	declineCall,
	type IncomingCall,
	IncomingCallDialog,
	IncomingCallNotice,
	type IncomingCalls,
	useCallPlace,
} from '../../features/calling/index.ts'
import { showJoinError, useJoinMeeting } from '../../features/joining/index.ts'
import { getCurrentPerson } from '../../features/session/index.ts'
import { useLanguage } from '../../locales/index.ts'
import { useGlobalOverlay } from '../../navigation/globalOverlay.ts'
import { storage } from '../../storage/index.ts'
import { useAction } from '../../ui/index.ts'

export interface RingingCallProps {
	call: IncomingCall
	calls: IncomingCalls
}

/** A call that rings: a dialog, or a notice where that would be in the way. */
export function RingingCall({ call, calls }: RingingCallProps) {
	useLanguage()
	const [isBusy] = useState(useIsBusy())
	const place = useCallPlace(isBusy)
	const [join, isJoining] = useJoinCall()
	const { meetingId } = call
	const close = () => calls.close(meetingId)
	if (place === 'none') return undefined
	const answers = {
		call,
		isJoining,
		onJoin() {
			calls.answer(meetingId)
			void join(meetingId).finally(close)
		},
		onDecline() {
			close()
			void declineCall(meetingId)
		},
	}
	if (place === 'notice') return <IncomingCallNotice {...answers} />
	return <IncomingCallDialog {...answers} onClose={close} />
}

/** The person is in a meeting, or runs a live. */
function useIsBusy(): boolean {
	const { state } = useRouter()
	const { isOngoing } = useGlobalOverlay()
	return isOngoing?.() === true || state.location.pathname.startsWith('/liveDesk/')
}

/** Joins as everywhere, with the devices of the last time; what stands in the way is settled on the join screen. */
function useJoinCall(): [join: (meetingId: string) => Promise<void>, isJoining: boolean] {
	const navigate = useNavigate()
	const join = useJoinMeeting()
	// A join must not open the room of a person who has signed out meanwhile.
	const joinAbort = useRef<AbortController>(undefined)
	useEffect(() => () => joinAbort.current?.abort(), [])
	return useAction(async (meetingId: string) => {
		const person = getCurrentPerson()
		if (person.kind !== 'member') return
		const [audio, video] = [storage.isDeviceOn('microphone'), storage.isDeviceOn('camera')]
		const abort = new AbortController()
		joinAbort.current = abort
		const { displayName } = person.user
		const result = await join({ meetingId, displayName, audio, video, signal: abort.signal })
		if (abort.signal.aborted || result.status !== 'refused') return
		const { type, remedy } = result.error
		const needsPassword = type === 'wrongPassword'
		if (!needsPassword) showJoinError(result.error)
		if (remedy === 'signIn') {
			const search = { meetingId, publicJoin: 'true', hasPwd: 'false', needLogin: 'true' }
			return void navigate({ to: '/Login', search })
		}
		if (!needsPassword && remedy !== 'retry') return
		const params = { meetingId, hasPwd: needsPassword ? 'true' : 'false' }
		void navigate({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params })
	})
}
