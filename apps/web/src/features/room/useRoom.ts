import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBridge } from '../../bridge/index.ts'
import type { RoomController } from './roomController.ts'
import type { RoomView } from './roomStore.ts'
import { parseTicket } from './ticket.ts'
import { type PageRouter, pageVisits } from './visits/pageVisits.ts'
import type { OpenOptions } from './visits/roomVisits.ts'

/** The visit to a room that this screen shows; once entered, it continues when the screen is left (ROOM-78). */
export function useRoom(
	meetingId: string,
	{ resumes }: Pick<OpenOptions, 'resumes'>,
): { view: RoomView; controller: RoomController } {
	const router: PageRouter = useRouter()
	const bridge = useBridge()
	const [visit] = useState(() => {
		const hasTicket = parseTicket(router.state.location.hash) !== undefined
		return pageVisits(router, bridge).open(meetingId, { hasTicket, ...(resumes && { resumes }) })
	})
	const { controller } = visit
	const view = useSyncExternalStore(controller.subscribe, controller.getView)
	useEffect(() => pageVisits(router, bridge).show(visit), [router, bridge, visit])
	return { view, controller }
}
