import type { Meeting } from '@parley/api'
import { isHostOrCreator } from '@parley/core'
import { RadioTower, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useBridge } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { copyText, lazyComponent, toast } from '../../../ui/index.ts'
import { hostDisplayName, type Viewer } from '../permissions.ts'
import { type Shared, shareMeeting } from './shareMeeting.ts'

const ActionSheet = lazyComponent(async () => (await import('../../../ui/overlays/ActionSheet.tsx')).ActionSheet, {
	overlay: true,
})

export interface MeetingSharing {
	isSharing: boolean
	share(meeting: Meeting): void
	/** The live without asking, where nothing else is meant. */
	shareLive(meeting: Meeting): void
	/** To be rendered beside the button: where there is a live, it asks what is shared. */
	question: ReactNode
}

/**
 * Shares meetings, and shows a result that would not be visible otherwise. Host and creator of a live choose between the
 * meeting and the live (LIST-15, SHARE-05); everybody else shares the meeting.
 */
export function useShareMeeting(viewer: Viewer): MeetingSharing {
	const bridge = useBridge()
	const [isSharing, setSharing] = useState(false)
	const [asked, setAsked] = useState<Meeting>()
	const [isOpen, setOpen] = useState(false)

	async function send(meeting: Meeting, what: Shared) {
		setSharing(true)
		const deps = {
			callShell: bridge.call,
			shareByBrowser: navigator.share?.bind(navigator),
			copy: copyText,
		}
		const result = await shareMeeting(meeting, hostDisplayName(meeting, viewer), deps, what)
		setSharing(false)
		if (result === 'copied') toast.show(m.meeting_invite_copied(), { tone: 'ok' })
		if (result === 'failed') toast.show(m.meeting_copy_failed(), { tone: 'error' })
	}

	function share(meeting: Meeting) {
		if (!meeting.hasLive || !isHostOrCreator(viewer, meeting)) return void send(meeting, 'meeting')
		setAsked(meeting)
		setOpen(true)
	}

	const question = asked && (
		<ActionSheet
			open={isOpen}
			onOpenChange={setOpen}
			title={m.meeting_share_title()}
			closeLabel={m.common_close()}
			actions={[
				{
					label: m.meeting_share_meeting(),
					note: m.meeting_share_meeting_note(),
					icon: <Users />,
					onPress: () => void send(asked, 'meeting'),
				},
				{
					label: m.meeting_share_live(),
					note: m.meeting_share_live_note(),
					icon: <RadioTower />,
					onPress: () => void send(asked, 'live'),
				},
			]}
		/>
	)
	return { isSharing, share, shareLive: meeting => void send(meeting, 'live'), question }
}
