import { useNavigate, useParams } from '@tanstack/react-router'
import { DeskPage } from '../../features/liveDesk/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'

export const title = () => m.desk_title()

/** /liveDesk/{meetingId}: where host and creator run the live of a meeting (DESK-01). */
export function LiveDesk() {
	const { meetingId } = useParams({ from: '/liveDesk/$meetingId' })
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	return (
		<DeskPage
			key={meetingId}
			meetingId={meetingId}
			onBack={back}
			onJoin={() =>
				void navigate({
					to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
					// The host needs no password.
					params: { meetingId, hasPwd: 'false' },
				})
			}
			onSignIn={() => void navigate({ to: '/Login', search: { meetingId, publicJoin: 'true', hasPwd: 'false' } })}
		/>
	)
}

export { LiveDesk as Screen }
