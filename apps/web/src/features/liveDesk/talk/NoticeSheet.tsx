import { codePointLength, type MeetingId } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, TextArea, toast, useAction } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { pinNotice } from '../state/deskActions.ts'
import styles from './TextSheet.module.css'

export interface NoticeSheetProps {
	meetingId: MeetingId
	/** What is pinned now; empty where nothing is. */
	notice: string
	open: boolean
	onOpenChange(open: boolean): void
	onPinned(): Promise<void>
}

/** Pins a notice above the discussion, changes it, or takes it away. */
export function NoticeSheet({ meetingId, notice, open, onOpenChange, onPinned }: NoticeSheetProps) {
	const [text, setText] = useState(notice)
	const [error, setError] = useState<string>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is pinned meanwhile does not replace what is being written
	useEffect(() => {
		if (open) setText(notice)
	}, [open])
	const length = codePointLength(text.trim())
	const [pin, isPinning] = useAction(
		async (next: string) => {
			const refused = await pinNotice(meetingId, next)
			if (refused === undefined) await onPinned()
			return { refused, next }
		},
		({ refused, next }) => {
			setError(refused)
			if (refused !== undefined) return
			setText(next)
			onOpenChange(false)
			toast.show(next ? m.desk_notice_pinned() : m.desk_notice_unpinned(), { tone: 'ok' })
		},
	)
	const busy = isPinning && m.desk_working()
	return (
		<Sheet
			full
			short
			open={open}
			onOpenChange={onOpenChange}
			title={m.desk_notice_title()}
			closeLabel={m.common_close()}
			actions={
				<div className={styles.actions}>
					{notice && (
						<Button size="large" loading={busy} onClick={() => void pin('')}>
							{m.desk_notice_unpin()}
						</Button>
					)}
					<Button
						kind="primary"
						size="large"
						disabled={length === 0 || length > imLimits.maxAnnouncementLength}
						loading={busy}
						onClick={() => void pin(text.trim())}
					>
						{m.desk_notice_pin()}
					</Button>
				</div>
			}
		>
			<TextArea
				label={m.desk_notice_label()}
				hint={m.desk_notice_note()}
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
