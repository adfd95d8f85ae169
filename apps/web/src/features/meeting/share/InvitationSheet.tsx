import type { Meeting } from '@parley/api'
import { formatMeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { Button, copyText, DigitsText, toast } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { hostDisplayName, type Viewer } from '../permissions.ts'
import { showCopyResult } from '../showCopyResult.ts'
import styles from './InvitationSheet.module.css'
import { invitationText, joinLink } from './shareMeeting.ts'
import { useShareMeeting } from './useShareMeeting.tsx'

export interface InvitationSheetProps {
	meeting: Meeting
	viewer: Viewer
	open: boolean
	onOpenChange(open: boolean): void
}

/** The invitation to a meeting: its code to scan, its id, and the text to pass on. */
export function InvitationSheet({ meeting, viewer, open, onOpenChange }: InvitationSheetProps) {
	const { isSharing, share, question } = useShareMeeting(viewer)

	async function copy() {
		const isCopied = await copyText(invitationText(meeting, hostDisplayName(meeting, viewer)))
		toast.show(isCopied ? m.meeting_invite_copied() : m.meeting_copy_failed(), { tone: isCopied ? 'ok' : 'error' })
	}

	return (
		<Sheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.meeting_invitation()}
			closeLabel={m.common_close()}
			actions={
				<>
					<Button kind="primary" size="large" onClick={() => void copy()}>
						{m.meeting_invitation_copy()}
					</Button>
					<Button size="large" loading={isSharing && m.meeting_sharing()} onClick={() => share(meeting)}>
						{m.meeting_share()}
					</Button>
				</>
			}
		>
			<p className={styles.topic}>{meeting.topic}</p>
			<QrCode text={joinLink(meeting)} label={m.meeting_invitation_code({ id: formatMeetingId(meeting.meetingId) })} />
			<p className={styles.text}>{m.meeting_invitation_scan()}</p>
			<div className={styles.id}>
				<DigitsText digits={meeting.meetingId} copy={{ label: m.meeting_copy_id(), onCopied: showCopyResult }} />
			</div>
			{question}
		</Sheet>
	)
}
