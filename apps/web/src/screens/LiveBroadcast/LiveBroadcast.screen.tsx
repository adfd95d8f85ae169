import { MeetingId } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	Introduction,
	type LiveExit,
	LiveHeader,
	LiveStage,
	NoIntroduction,
	preloadPlayer,
	useLiveStream,
} from '../../features/live/index.ts'
import { m } from '../../locales/index.ts'
import { MeetingNotFoundIllustration } from '../../ui/art/illustrations.tsx'
import { EmptyState, Page, Tabs } from '../../ui/index.ts'
import styles from './LiveBroadcast.module.css'

export const title = () => m.live_title()

preloadPlayer()

/** /liveBroadcast: a live, as its viewers see it (ROUTE-33, OP-111). */
export function LiveBroadcast() {
	const { roomId } = useSearch({ from: '/liveBroadcast' })
	const back = useBack('/')
	const id = v.safeParse(MeetingId, roomId)
	if (id.success) return <Watch key={id.output} meetingId={id.output} onBack={back} />
	return (
		<Page top={20} back={{ label: m.common_back(), onBack: back }}>
			<EmptyState
				full
				picture={<MeetingNotFoundIllustration />}
				title={m.live_missing_title()}
				text={m.live_missing_text()}
			/>
		</Page>
	)
}

function Watch({ meetingId, onBack }: { meetingId: MeetingId; onBack(): void }) {
	const { token } = useSearch({ from: '/liveBroadcast' })
	const live = useLiveStream(meetingId, token)
	const { view } = live
	const [, setLatencyS] = useState<number>()
	useLeaving(view.status === 'left' ? view.exit : undefined, meetingId)
	const room = 'room' in view ? view.room : undefined
	return (
		<div className={styles.screen}>
			<LiveHeader topic={room?.topic} clicks={live.clicks} onBack={onBack} />
			<LiveStage live={live} onLatency={setLatencyS} onUnavailable={() => void live.refetch()} />
			<main className={styles.panels}>
				{room && (
					<Tabs
						label={m.live_tabs()}
						tabs={[{ value: 'introduction', text: m.live_tab_introduction() }]}
						value="introduction"
						onValueChange={() => {}}
					>
						{room.introduction ? <Introduction html={room.introduction} /> : <NoIntroduction />}
					</Tabs>
				)}
			</main>
		</div>
	)
}

/** LIVE-17, LIVE-18, LIVE-19: who cannot watch here is led to where they can. */
function useLeaving(exit: LiveExit | undefined, meetingId: MeetingId) {
	const navigate = useNavigate()
	useEffect(() => {
		if (exit === 'noRoom') void navigate({ to: '/noRoom', replace: true })
		else if (exit === 'verify') void navigate({ to: '/verify', search: { roomId: meetingId }, replace: true })
		else if (exit === 'signIn')
			void navigate({ to: '/Login', search: { liveLogin: '1', roomId: meetingId }, replace: true })
	}, [exit, meetingId, navigate])
}

export { LiveBroadcast as Screen }
