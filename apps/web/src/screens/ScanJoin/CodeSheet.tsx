import { formatMeetingId } from '@parley/core'
import { getMetaContent } from '../../api/index.ts'
import { formatMeetingLink, type MeetingLink } from '../../features/joining/index.ts'
import { ScanText } from '../../features/meeting/index.ts'
import { m } from '../../locales/index.ts'
import { QrCode } from '../../ui/display/QrCode.tsx'
import { CopyButton, toast } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import styles from './CodeSheet.module.css'

export interface CodeSheetProps {
	link: MeetingLink
	open: boolean
	onOpenChange(open: boolean): void
}

/** The link of the meeting as a QR code, drawn in the page so that no server learns of it (OP-071). */
export function CodeSheet({ link, open, onOpenChange }: CodeSheetProps) {
	const text = formatMeetingLink(link, getMetaContent('base-url') ?? window.location.origin)
	return (
		<Sheet open={open} onOpenChange={onOpenChange} title={m.link_code_title()} closeLabel={m.common_close()}>
			<p className={styles.text}>
				<ScanText url={text}>{m.link_code_text()}</ScanText>
			</p>
			<QrCode text={text} label={m.link_code_picture({ id: formatMeetingId(link.meetingId) })} />
			<p className={styles.id}>{formatMeetingId(link.meetingId)}</p>
			<p className={styles.text}>{m.link_code_link()}</p>
			<div className={styles.link}>
				<span>{text}</span>
				<CopyButton
					text={text}
					label={m.link_code_copy()}
					onCopied={copied =>
						toast.show(copied ? m.link_code_copied() : m.link_code_copy_failed(), { tone: copied ? 'ok' : 'error' })
					}
				/>
			</div>
		</Sheet>
	)
}
