import type { Meeting } from '@parley/api'
import { useEffect } from 'react'
import { lazyComponent } from '../../../ui/index.ts'
import type { RemovalHandlers } from './useRemoval.ts'

const load = () => import('./RemovalDialog.tsx')
const RemovalDialog = lazyComponent(async () => (await load()).RemovalDialog, { overlay: true })

export interface MeetingRemovalProps extends RemovalHandlers {
	/** What is to go; nothing while nobody wants that. */
	meeting: Meeting | undefined
}

/** The question before a meeting goes; it comes with its first use, or a quiet moment before it. */
export function MeetingRemoval({ meeting, ...handlers }: MeetingRemovalProps) {
	useEffect(() => {
		const timer = setTimeout(() => void load().catch(() => {}), 1500)
		return () => clearTimeout(timer)
	}, [])

	if (!meeting) return null
	return <RemovalDialog meeting={meeting} {...handlers} />
}
