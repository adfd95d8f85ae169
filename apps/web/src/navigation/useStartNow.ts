import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { showJoinError, useJoinMeeting } from '../features/joining/index.ts'
import type { MemberSession } from '../features/session/index.ts'
import { storage } from '../storage/index.ts'
import { loadFailure, toast, useAction } from '../ui/index.ts'
import { invitationOnArrival } from './invitationOnArrival.ts'

/**
 * One tap from the list into a meeting of one's own: scheduled for now, joined, and in the room with the invitation open.
 * In the app the shell opens the meeting, as it does every other. For a person who has left the list meanwhile no room is
 * opened; the meeting stays scheduled.
 */
export function useStartNow(person: MemberSession): [start: () => Promise<void>, isStarting: boolean] {
	const navigate = useNavigate()
	const join = useJoinMeeting()
	const joinAbort = useRef<AbortController>(undefined)
	useEffect(() => () => joinAbort.current?.abort(), [])
	return useAction(async () => {
		const abort = new AbortController()
		joinAbort.current = abort
		const { signal } = abort
		const scheduling = await import('../features/scheduling/index.ts').catch(() => loadFailure.report())
		if (!scheduling) return
		const created = await scheduling.createInstantMeeting(person)
		if (created.status === 'signedOut') return void navigate({ to: '/Login' })
		if (created.status === 'refused') return void toast.show(created.message(), { tone: 'error' })
		if (signal.aborted) return
		const { meetingId } = created
		invitationOnArrival.request(meetingId)
		const { displayName } = person.user
		const [audio, video] = [storage.isDeviceOn('microphone'), storage.isDeviceOn('camera')]
		const joined = await join({ meetingId, displayName, audio, video, signal })
		if (joined.status === 'joined') return
		// A later visit is for the meeting, and not to invite.
		if (signal.aborted) return void invitationOnArrival.take(meetingId)
		if (joined.status === 'refused') showJoinError(joined.error)
		// It is scheduled all the same.
		void navigate({ to: '/detail/$meetingId', params: { meetingId } })
	})
}
