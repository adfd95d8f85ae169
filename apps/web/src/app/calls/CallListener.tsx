import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { announceCallEnd, type IncomingCalls, openIncomingCalls } from '../../features/calling/index.ts'
import { useGlobalOverlay } from '../../navigation/globalOverlay.ts'
import { lazyComponent } from '../../ui/index.ts'

const RingingCall = lazyComponent(async () => (await import('./RingingCall.tsx')).RingingCall)

export interface CallListenerProps {
	appId: string
	nickName: string
}

/** Hears of calls while it is mounted, and shows the one that rings. */
export function CallListener({ appId, nickName }: CallListenerProps) {
	const router = useRouter()
	const [calls, setCalls] = useState<IncomingCalls>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: another name of the same person needs no other connection
	useEffect(() => {
		const opened = openIncomingCalls({
			appId,
			nickName,
			isInMeeting: meetingId => isInMeeting(meetingId, router.state.location.pathname),
			onEnded: announceCallEnd,
		})
		setCalls(opened.calls)
		return opened.close
	}, [appId])
	return calls && <OldestCall calls={calls} />
}

function OldestCall({ calls }: { calls: IncomingCalls }) {
	const call = useStore(calls.store, state => state.calls[0])
	return call && <RingingCall key={call.meetingId} call={call} calls={calls} />
}

function isInMeeting(meetingId: string, path: string): boolean {
	const { isOngoing, getMeetingId } = useGlobalOverlay.getState()
	if (!isOngoing?.()) return false
	return getMeetingId?.() === meetingId || path === `/room/${meetingId}`
}
