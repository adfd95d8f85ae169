import { meeting as calls, type Meeting } from '@parley/api'
import { waits } from '@parley/core'
import { useRef, useState } from 'react'
import { ask } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { isOutdated, type Removal, removalOf, removalSaying } from './removal.ts'
import { removalWords } from './removalWords.ts'

/** Where taking a meeting away stands. */
export type Removing =
	| { at: 'rest' }
	| { at: 'asked'; meeting: Meeting; removal: Removal }
	| { at: 'working'; meeting: Meeting; removal: Removal }

export interface RemovalHandlers {
	onRemoved(): void
	/** What is shown is out of date; a moment is left to read why (DEL-05). */
	onOutdated(): void
}

export function useRemoval({ onRemoved, onOutdated }: RemovalHandlers) {
	const [removing, setRemoving] = useState<Removing>({ at: 'rest' })
	const isWorking = useRef(false)

	async function confirm() {
		if (removing.at !== 'asked' || isWorking.current) return
		isWorking.current = true
		setRemoving({ ...removing, at: 'working' })
		const { meeting, removal } = removing
		const call = removal.act === 'end' ? calls.close : calls.remove
		const answer = await ask(call, { id: meeting.meetingId }, { quiet: true })
		isWorking.current = false
		setRemoving({ at: 'rest' })
		if (answer.ok) {
			toast.show(removal.act === 'end' ? m.meeting_ended() : m.meeting_deleted(), { tone: 'ok' })
			return onRemoved()
		}
		const saying = removalSaying(answer.failure)
		toast.show(removalWords[saying](), { tone: 'error' })
		if (isOutdated(saying)) setTimeout(onOutdated, waits.deleteRefreshMs)
	}

	return {
		removing,
		begin: (meeting: Meeting) => setRemoving({ at: 'asked', meeting, removal: removalOf(meeting) }),
		cancel: () => setRemoving(state => (state.at === 'asked' ? { at: 'rest' } : state)),
		confirm,
	}
}
