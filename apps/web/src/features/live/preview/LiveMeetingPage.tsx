import type { MeetingForm } from '@parley/api'
import { unreachable } from '@parley/core'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import {
	AccessDeniedIllustration,
	MeetingNotFoundIllustration,
	OfflineIllustration,
} from '../../../ui/art/illustrations.tsx'
import { Button, EmptyState, ErrorPanel, Page, Skeleton, SkeletonLine } from '../../../ui/index.ts'
import { useLiveMeeting } from './useLiveMeeting.ts'

export interface LiveMeetingPageProps {
	meetingId: string
	title: string
	onBack(): void
	onSignIn(): void
	children(meeting: MeetingForm): ReactNode
}

/** A screen about the live of one meeting, in whatever state loading it is. */
export function LiveMeetingPage({ meetingId, title, onBack, ...content }: LiveMeetingPageProps) {
	return (
		<Page title={title} top={44} back={{ label: m.common_back(), onBack }}>
			<Content meetingId={meetingId} onBack={onBack} {...content} />
		</Page>
	)
}

function Content({ meetingId, onBack, onSignIn, children }: Omit<LiveMeetingPageProps, 'title'>) {
	const { live, refetch } = useLiveMeeting(meetingId)
	switch (live.status) {
		case 'loaded':
			return children(live.meeting)
		case 'loading':
			return (
				<Skeleton label={m.live_loading()}>
					<SkeletonLine width={70} />
					<SkeletonLine width={95} />
					<SkeletonLine width={85} />
				</Skeleton>
			)
		case 'missing':
			return (
				<EmptyState
					picture={<MeetingNotFoundIllustration />}
					title={m.live_missing_title()}
					text={m.live_missing_text()}
					action={<Button onClick={onBack}>{m.common_back()}</Button>}
				/>
			)
		case 'signInNeeded':
			return (
				<EmptyState
					picture={<AccessDeniedIllustration />}
					title={m.live_sign_in_title()}
					text={m.live_sign_in_text()}
					action={
						<Button kind="primary" onClick={onSignIn}>
							{m.live_sign_in()}
						</Button>
					}
				/>
			)
		case 'offline':
		case 'failed':
			return (
				<ErrorPanel
					picture={<OfflineIllustration />}
					title={m.live_unreachable_title()}
					text={m.live_unreachable_text()}
					retry={{ label: m.live_retry(), onRetry: () => void refetch() }}
				/>
			)
		default:
			return unreachable(live)
	}
}
