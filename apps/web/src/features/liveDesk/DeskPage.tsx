import type { MeetingId } from '@parley/core'
import { m } from '../../locales/index.ts'
import {
	AccessDeniedIllustration,
	MeetingNotFoundIllustration,
	OfflineIllustration,
} from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, ErrorPanel, Page, Skeleton, SkeletonLine } from '../../ui/index.ts'
import { Desk } from './Desk.tsx'
import type { DeskView } from './state/deskView.ts'
import { useDesk } from './state/useDesk.ts'

export interface DeskPageProps {
	/** From the address: it may be anything. */
	meetingId: string
	onBack(): void
	/** Into the meeting. */
	onJoin(): void
	onSignIn(): void
}

/** The host's desk: the broadcast, its picture, and its viewers. */
export function DeskPage({ meetingId, onBack, onJoin, onSignIn }: DeskPageProps) {
	const { view, receivedAt, refetch } = useDesk(meetingId)
	if (view.status === 'loaded')
		return (
			<Desk
				meetingId={meetingId as MeetingId}
				desk={view.desk}
				isStale={view.isStale}
				receivedAt={receivedAt}
				onBack={onBack}
				onJoin={onJoin}
				onSignIn={onSignIn}
				refetch={refetch}
			/>
		)
	return (
		<Page title={m.desk_title()} top={44} back={{ label: m.common_back(), onBack }}>
			<NoDesk status={view.status} onBack={onBack} onSignIn={onSignIn} onRetry={() => void refetch()} />
		</Page>
	)
}

interface NoDeskProps {
	status: Exclude<DeskView['status'], 'loaded'>
	onBack(): void
	onSignIn(): void
	onRetry(): void
}

/** The reason why the desk is missing, or that it is loading. */
function NoDesk({ status, onBack, onSignIn, onRetry }: NoDeskProps) {
	const toBack = <Button onClick={onBack}>{m.common_back()}</Button>
	switch (status) {
		case 'loading':
			return (
				<Skeleton label={m.live_loading()}>
					<SkeletonLine width={40} />
					<SkeletonLine width={85} />
					<SkeletonLine width={60} />
				</Skeleton>
			)
		case 'missing':
			return (
				<EmptyState
					picture={<MeetingNotFoundIllustration />}
					title={m.desk_missing_title()}
					text={m.desk_missing_text()}
					action={toBack}
				/>
			)
		case 'noLive':
			return (
				<EmptyState
					picture={<MeetingNotFoundIllustration />}
					title={m.desk_noLive_title()}
					text={m.desk_noLive_text()}
					action={toBack}
				/>
			)
		case 'notAllowed':
			return (
				<EmptyState
					picture={<AccessDeniedIllustration />}
					title={m.desk_notAllowed_title()}
					text={m.desk_notAllowed_text()}
					action={toBack}
				/>
			)
		case 'signInNeeded':
			return (
				<EmptyState
					picture={<AccessDeniedIllustration />}
					title={m.desk_signIn_title()}
					text={m.desk_signIn_text()}
					action={
						<Button kind="primary" onClick={onSignIn}>
							{m.live_sign_in()}
						</Button>
					}
				/>
			)
		case 'offline':
		case 'failed': {
			const isOffline = status === 'offline'
			return (
				<ErrorPanel
					picture={<OfflineIllustration />}
					title={isOffline ? m.live_unreachable_title() : m.desk_failed_title()}
					text={isOffline ? m.live_unreachable_text() : m.desk_failed_text()}
					retry={{ label: m.live_retry(), onRetry }}
				/>
			)
		}
	}
}
