import type { MeetingId } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import { pinAnnouncement } from '../state/deskActions.ts'
import { TextSheet } from './TextSheet.tsx'

export interface AnnouncementSheetProps {
	meetingId: MeetingId
	/** The pinned announcement; empty if none. */
	announcement: string
	open: boolean
	onOpenChange(open: boolean): void
	onPinned(): Promise<void>
}

/** Pins an announcement above the discussion, changes it, or removes it. Typed text stays when the sheet is closed. */
export function AnnouncementSheet({ meetingId, announcement, open, onOpenChange, onPinned }: AnnouncementSheetProps) {
	/** Undefined until the announcement is edited. */
	const [draft, setDraft] = useState<string>()
	const [error, setError] = useState<string>()
	const [pin, isPinning] = useAction(
		async (next: string) => {
			const refused = await pinAnnouncement(meetingId, next)
			if (refused === undefined) await onPinned()
			return { refused, next }
		},
		({ refused, next }) => {
			setError(refused)
			if (refused !== undefined) return
			setDraft(undefined)
			onOpenChange(false)
			toast.show(next ? m.desk_announcement_pinned() : m.desk_announcement_unpinned(), { tone: 'ok' })
		},
	)
	return (
		<TextSheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.desk_announcement_title()}
			label={m.desk_announcement_label()}
			note={m.desk_announcement_note()}
			text={draft ?? announcement}
			onChange={next => {
				setError(undefined)
				setDraft(next)
			}}
			maxLength={imLimits.maxAnnouncementLength}
			error={error}
			secondary={announcement ? { label: m.desk_announcement_unpin(), onPress: () => void pin('') } : undefined}
			submit={{ label: m.desk_announcement_pin(), onPress: next => void pin(next) }}
			isSending={isPinning}
		/>
	)
}
