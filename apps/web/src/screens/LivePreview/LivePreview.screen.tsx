import { useNavigate, useSearch } from '@tanstack/react-router'
import { LiveMeetingPage, LivePreviewCard } from '../../features/live/index.ts'
import { useNow } from '../../features/meeting/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.live_preview()

/** /preview: what viewers of a live will see, for those who prepare it (ROUTE-42). */
export function LivePreview() {
	const { from, meetingId = '' } = useSearch({ from: '/preview' })
	const navigate = useNavigate()
	const now = useNow()

	/** ROUTE-43 */
	function back() {
		if (from === 'meetingList') return void navigate({ to: '/MeetingList', replace: true })
		void navigate({ to: '/detail/$meetingId', params: { meetingId }, replace: true })
	}

	return (
		<LiveMeetingPage
			// One without an id is one that does not exist.
			meetingId={meetingId || '0'}
			title={m.live_preview()}
			onBack={back}
			onSignIn={() => void navigate({ to: '/Login', search: { meetingId, publicJoin: 'true', hasPwd: 'false' } })}
		>
			{meeting => (
				<LivePreviewCard
					meeting={meeting}
					now={now}
					onWholeIntroduction={() => void navigate({ to: '/liveDetail/$meetingId', params: { meetingId } })}
				/>
			)}
		</LiveMeetingPage>
	)
}

export { LivePreview as Screen }
