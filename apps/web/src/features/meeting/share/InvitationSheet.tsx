import type { Meeting } from '@parley/api'
import { formatMeetingId } from '@parley/core'
import { useState } from 'react'
import { useBridgeInfo } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { storage } from '../../../storage/index.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { Button, copyText, DigitsText, SwitchRow } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { hostDisplayName, type MeetingReader } from '../permissions.ts'
import { showCopyResult } from '../showCopyResult.ts'
import styles from './InvitationSheet.module.css'
import { ScanText } from './ScanText.tsx'
import { invitationText, joinLink, resultOf } from './shareMeeting.ts'
import { showShareResult, useSendShare } from './useSendShare.ts'

export interface InvitationSheetProps {
	meeting: Meeting
	reader: MeetingReader
	open: boolean
	onOpenChange(open: boolean): void
}

/**
 * The invitation to a meeting: its code to scan, its id, and the text to pass on. Text, link and code have the password
 * where the host allows it; what a shell is given never has (SHARE-01).
 */
export function InvitationSheet({ meeting, reader, open, onOpenChange }: InvitationSheetProps) {
	const { present: hasShell } = useBridgeInfo()
	const [send, isSharing] = useSendShare(reader)
	const [allowsPassword, setAllowsPassword] = useState(() => storage.read('invitePassword') === 'on')
	// Host and creator alone know it.
	const password = allowsPassword ? meeting.password || undefined : undefined
	const link = joinLink(meeting, password)
	const text = () => invitationText(meeting, hostDisplayName(meeting, reader), password)
	// Some browsers have no share sheet.
	const hasShareSheet = typeof navigator.share === 'function'

	async function copy() {
		showShareResult((await copyText(text())) ? 'copied' : 'failed')
	}

	/** SHARE-01: the shell makes the text itself. */
	async function share() {
		if (hasShell || !hasShareSheet) return send(meeting, 'meeting')
		const result = await resultOf(navigator.share({ title: meeting.topic, text: text() }))
		if (result === 'failed') await copy()
	}

	function allowPassword(isAllowed: boolean) {
		setAllowsPassword(isAllowed)
		storage.write('invitePassword', isAllowed ? 'on' : undefined)
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
					{(hasShell || hasShareSheet) && (
						<Button size="large" loading={isSharing && m.meeting_sharing()} onClick={() => void share()}>
							{m.meeting_share()}
						</Button>
					)}
				</>
			}
		>
			<p className={styles.topic}>{meeting.topic}</p>
			<QrCode text={link} label={m.meeting_invitation_code({ id: formatMeetingId(meeting.meetingId) })} />
			<p className={styles.text}>
				<ScanText url={link}>{m.meeting_invitation_scan()}</ScanText>
			</p>
			<div className={styles.id}>
				<DigitsText digits={meeting.meetingId} copy={{ label: m.meeting_copy_id(), onCopied: showCopyResult }} />
			</div>
			{meeting.password && (
				<SwitchRow
					flush
					label={m.meeting_invitation_password()}
					note={allowsPassword ? m.meeting_invitation_password_on() : m.meeting_invitation_password_off()}
					checked={allowsPassword}
					onChange={event => allowPassword(event.target.checked)}
				/>
			)}
		</Sheet>
	)
}
