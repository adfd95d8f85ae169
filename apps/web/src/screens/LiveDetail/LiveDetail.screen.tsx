import { useNavigate, useParams } from '@tanstack/react-router'
import { Introduction, LiveMeetingPage, NoIntroduction } from '../../features/live/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { Card } from '../../ui/index.ts'
import styles from './LiveDetail.module.css'

export const title = () => m.live_introduction()

/** /liveDetail/{meetingId}: the whole introduction of a live (ROUTE-41). */
export function LiveDetail() {
	const { meetingId } = useParams({ from: '/liveDetail/$meetingId' })
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	return (
		<LiveMeetingPage
			meetingId={meetingId}
			title={m.live_introduction()}
			onBack={back}
			onSignIn={() => void navigate({ to: '/Login', search: { meetingId, publicJoin: 'true', hasPwd: 'false' } })}
		>
			{({ topic, introduction }) => (
				<Card kind="padded">
					<h2 className={styles.topic}>{topic}</h2>
					{introduction ? <Introduction html={introduction} /> : <NoIntroduction />}
				</Card>
			)}
		</LiveMeetingPage>
	)
}

export { LiveDetail as Screen }
