import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBridgeInfo } from '../bridge/index.ts'
import type { JoinMeetingOptions } from '../features/joining/index.ts'
import type { PreparedRoom } from '../features/room/index.ts'

/**
 * Prepares the room while the form of a join is shown: its screen is loaded and its sockets are open before the tap, so
 * that on a slow line nothing of it is waited for (ROOM-81). In a shell the app opens the room.
 *
 * @param meetingId the meeting, if it is known before the join
 * @returns the room for the join, which names its socket (ROOM-89)
 */
export function usePreparedRoom(meetingId?: string): NonNullable<JoinMeetingOptions['preparedRoom']> {
	const router = useRouter()
	const { present } = useBridgeInfo()
	const [preparation] = useState(createPreparation)
	useEffect(() => {
		if (present) return
		let isLeft = false
		const connect = async () => {
			const { prepareRoom } = await import('../features/room/index.ts')
			if (!isLeft) preparation.room = prepareRoom(meetingId)
		}
		const loadScreen = () => router.preloadRoute({ to: '/room/$meetingId', params: { meetingId: '0' } })
		// If this fails, the tap loads it.
		void Promise.allSettled([connect(), loadScreen()])
		return () => {
			isLeft = true
			preparation.room?.release()
		}
	}, [router, present, preparation, meetingId])
	return preparation.forJoin
}

/** The room once it is prepared; a join that is ended with its form still ends there. */
function createPreparation() {
	const preparation = {
		room: undefined as PreparedRoom | undefined,
		forJoin: {
			nameInJoin: () => preparation.room?.nameInJoin(),
			endJoin: (ended: Parameters<PreparedRoom['endJoin']>[0]) => preparation.room?.endJoin(ended),
		},
	}
	return preparation
}
