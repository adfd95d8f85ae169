import { codePointLength, type MeetingId } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, TextArea, toast, useAction } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { pinAnnouncement } from '../state/deskActions.ts'
import styles from './TextSheet.module.css'

export interface AnnouncementSheetProps {
	meetingId: MeetingId
	/** The pinned announcement; empty if none. */
	announcement: string
	open: boolean
	onOpenChange(open: boolean): void
	onPinned(): Promise<void>
}

/** Pins an announcement above the discussion, changes it, or takes it away. */
export function AnnouncementSheet({ meetingId, announcement, open, onOpenChange, onPinned }: AnnouncementSheetProps) {
	const [text, setText] = useState(announcement)
	const [error, setError] = useState<string>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is pinned meanwhile does not replace what is being written
	useEffect(() => {
		if (open) setText(announcement)
	}, [open])
	const length = codePointLength(text.trim())
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
	const busy = isPinning && m.desk_working()
	return (
		<Sheet
			full
			short
			open={open}
			onOpenChange={onOpenChange}
			title={m.desk_announcement_title()}
			closeLabel={m.common_close()}
			actions={
				<div className={styles.actions}>
					{announcement && (
						<Button size="large" loading={busy} onClick={() => void pin('')}>
							{m.desk_announcement_unpin()}
						</Button>
					)}
					<Button
						kind="primary"
						size="large"
						disabled={length === 0 || length > imLimits.maxAnnouncementLength}
						loading={busy}
						onClick={() => void pin(text.trim())}
					>
						{m.desk_announcement_pin()}
					</Button>
				</div>
			}
		>
			<TextArea
				label={m.desk_announcement_label()}
				hint={m.desk_announcement_note()}
				error={error}
				rows={5}
				value={text}
				count={{ length, max: imLimits.maxAnnouncementLength }}
				onChange={event => {
					setError(undefined)
					setText(event.target.value)
				}}
			/>
		</Sheet>
	)
}
