import { formatMeetingId } from '@parley/core'
import { getMetaContent } from '../../api/index.ts'
import { formatMeetingLink, type MeetingLink } from '../../features/joining/index.ts'
import { LinkAndCode } from '../../features/meeting/index.ts'
import { m } from '../../locales/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'

export interface CodeSheetProps {
	link: MeetingLink
	open: boolean
	onOpenChange(open: boolean): void
}

/** The link of the meeting, and its QR code, drawn in the page so that no server learns of it (OP-071). */
export function CodeSheet({ link, open, onOpenChange }: CodeSheetProps) {
	const id = formatMeetingId(link.meetingId)
	return (
		<Sheet open={open} onOpenChange={onOpenChange} title={m.link_code_title()} closeLabel={m.common_close()}>
			<LinkAndCode
				link={formatMeetingLink(link, getMetaContent('base-url') ?? window.location.origin)}
				text={m.link_code_text()}
				codeLabel={m.link_code_picture({ id })}
				copyLabel={m.link_code_copy()}
				caption={id}
			/>
		</Sheet>
	)
}
