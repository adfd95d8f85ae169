import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBridgeInfo } from '../bridge/index.ts'

/**
 * Prepares the room while the form of a join is shown: its screen is loaded and its sockets are open before the tap, so
 * that on a slow line nothing of it is waited for (ROOM-81). In a shell the app opens the room.
 */
export function usePreparedRoom() {
	const router = useRouter()
	const { present } = useBridgeInfo()
	useEffect(() => {
		if (present) return
		let isLeft = false
		let release = () => {}
		void (async () => {
			try {
				await router.preloadRoute({ to: '/room/$meetingId', params: { meetingId: '0' } })
				const { prepareRoom } = await import('../features/room/index.ts')
				if (!isLeft) release = prepareRoom()
			} catch {
				// The tap loads it then.
			}
		})()
		return () => {
			isLeft = true
			release()
		}
	}, [router, present])
}
