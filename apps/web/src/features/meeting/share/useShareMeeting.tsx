import type { Meeting } from '@parley/api'
import { isHostOrCreator } from '@parley/core'
import { RadioTower, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useBridgeInfo } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { lazyComponent } from '../../../ui/index.ts'
import type { MeetingReader } from '../permissions.ts'
import { InvitationSheet } from './lazyInvitationSheet.ts'
import { useSendShare } from './useSendShare.ts'

const ActionSheet = lazyComponent(async () => (await import('../../../ui/overlays/ActionSheet.tsx')).ActionSheet, {
	overlay: true,
})

export interface MeetingSharing {
	isSharing: boolean
	share(meeting: Meeting): void
	/** The live without asking, where nothing else is meant. */
	shareLive(meeting: Meeting): void
	/** To be rendered beside the button: what is shared of a live, and in a browser the invitation. */
	sheets: ReactNode
}

/**
 * Shares meetings: in the app with the shell, in a browser by the invitation, which has its code, text and link. Host and
 * creator of a live choose between the meeting and the live (LIST-15, SHARE-05); everyone else shares the meeting.
 */
export function useShareMeeting(reader: MeetingReader): MeetingSharing {
	const { present: hasShell } = useBridgeInfo()
	const [send, isSharing] = useSendShare(reader)
	const [shared, setShared] = useState<Meeting>()
	const [open, setOpen] = useState<'choice' | 'invitation'>()
	const onOpenChange = (isOpen: boolean) => !isOpen && setOpen(undefined)

	const shareAsMeeting = (meeting: Meeting) => (hasShell ? void send(meeting, 'meeting') : setOpen('invitation'))

	function share(meeting: Meeting) {
		setShared(meeting)
		if (meeting.hasLive && isHostOrCreator(reader, meeting)) setOpen('choice')
		else shareAsMeeting(meeting)
	}

	const sheets = shared && (
		<>
			{shared.hasLive && (
				<ActionSheet
					open={open === 'choice'}
					onOpenChange={onOpenChange}
					title={m.meeting_share_title()}
					closeLabel={m.common_close()}
					actions={[
						{
							label: m.meeting_share_meeting(),
							note: m.meeting_share_meeting_note(),
							icon: <Users />,
							onPress: () => shareAsMeeting(shared),
						},
						{
							label: m.meeting_share_live(),
							note: m.meeting_share_live_note(),
							icon: <RadioTower />,
							onPress: () => void send(shared, 'live'),
						},
					]}
				/>
			)}
			{!hasShell && (
				<InvitationSheet meeting={shared} reader={reader} open={open === 'invitation'} onOpenChange={onOpenChange} />
			)}
		</>
	)
	return { isSharing, share, shareLive: meeting => void send(meeting, 'live'), sheets }
}
