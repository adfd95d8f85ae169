import { meeting as calls, type Meeting } from '@parley/api'
import { delays } from '@parley/core'
import { useRef, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import { isOutdated, type Removal, removalErrorKey } from './removal.ts'
import { removalErrorMessages } from './removalWords.ts'

export interface RemovalHandlers {
	/** There is nothing left to ask. */
	onClose(): void
	onRemoved(): void
	/** What is shown is out of date; a moment is left to read why (DEL-05). */
	onOutdated(): void
}

/** Ends or deletes a meeting, once at a time, and says what came of it. */
export function useRemoval(
	{ meetingId }: Meeting,
	{ action }: Removal,
	{ onClose, onRemoved, onOutdated }: RemovalHandlers,
) {
	const [isWorking, setWorking] = useState(false)
	const isUnderWay = useRef(false)

	async function confirm() {
		if (isUnderWay.current) return
		isUnderWay.current = true
		setWorking(true)
		const answer = await callApi(action === 'end' ? calls.close : calls.remove, { id: meetingId }, { quiet: true })
		onClose()
		if (answer.ok) {
			toast.show(action === 'end' ? m.meeting_ended() : m.meeting_deleted(), { tone: 'ok' })
			return onRemoved()
		}
		const saying = removalErrorKey(answer.failure)
		toast.show(removalErrorMessages[saying](), { tone: 'error' })
		if (isOutdated(saying)) setTimeout(onOutdated, delays.deleteRefreshMs)
	}

	return { isWorking, confirm }
}
