import type { Meeting } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CardActs, Viewer } from '../features/meeting/index.ts'
import { whenIdle } from '../features/site/index.ts'
import { bringCardActs } from './bringCardActs.ts'

/** What the cards of a list lead to; the list is asked for again where it turns out to be out of date. */
export function useCardActs(viewer: Viewer): (refresh: () => Promise<void>) => Omit<CardActs, 'onRemove'> {
	const navigate = useNavigate()
	const [joiningId, setJoiningId] = useState<string>()
	useEffect(() => whenIdle(() => import('./cardActs.ts').catch(() => {})), [])

	async function join(meeting: Meeting, refresh: () => Promise<void>) {
		if (joiningId !== undefined) return
		setJoiningId(meeting.meetingId)
		const parts = await bringCardActs()
		const way = await parts?.look(meeting, viewer)
		setJoiningId(undefined)
		if (way) await parts?.follow(way, navigate, refresh)
	}

	return refresh => ({
		joiningId,
		onJoin: meeting => void join(meeting, refresh),
		onDetail: ({ meetingId }) => void navigate({ to: '/detail/$meetingId', params: { meetingId } }),
		onEdit: async meeting => void (await bringCardActs())?.edit(meeting, navigate),
	})
}
