import type { Meeting } from '@parley/api'
import { useEffect } from 'react'
import { lazyComponent, runWhenIdle } from '../../../ui/index.ts'
import type { RemoveMeetingHandlers } from './RemoveMeetingDialog.tsx'

const RemoveMeetingDialog = lazyComponent(async () => (await import('./RemoveMeetingDialog.tsx')).RemoveMeetingDialog, {
	overlay: true,
})

export interface RemoveMeetingProps extends RemoveMeetingHandlers {
	/** The meeting to remove; undefined while none is. */
	meeting: Meeting | undefined
}

/** Ends or deletes a meeting after a question; the dialog is loaded while the page is idle. */
export function RemoveMeeting({ meeting, ...handlers }: RemoveMeetingProps) {
	useEffect(() => runWhenIdle(RemoveMeetingDialog.preload), [])
	return meeting && <RemoveMeetingDialog meeting={meeting} {...handlers} />
}
