import type { MeetingId } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { useEffect, useState } from 'react'
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

/** Pins an announcement above the discussion, changes it, or removes it. */
export function AnnouncementSheet({ meetingId, announcement, open, onOpenChange, onPinned }: AnnouncementSheetProps) {
	const [text, setText] = useState(announcement)
	const [error, setError] = useState<string>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: a newly pinned announcement does not replace the text being edited
	useEffect(() => {
		if (open) setText(announcement)
	}, [open])
	const [pin, isPinning] = useAction(
		async (next: string) => {
			const refused = await pinAnnouncement(meetingId, next)
			if (refused === undefined) await onPinned()
			return { refused, next }
		},
		({ refused, next }) => {
			setError(refused)
			if (refused !== undefined) return
			setText(next)
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
			text={text}
			onChange={next => {
				setError(undefined)
				setText(next)
			}}
			maxLength={imLimits.maxAnnouncementLength}
			error={error}
			secondary={announcement ? { label: m.desk_announcement_unpin(), onPress: () => void pin('') } : undefined}
			submit={{ label: m.desk_announcement_pin(), onPress: next => void pin(next) }}
			isSending={isPinning}
		/>
	)
}
