import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { type ReactNode, useState } from 'react'
import { m } from '../../locales/index.ts'
import {
	AccessDeniedIllustration,
	MeetingNotFoundIllustration,
	OfflineIllustration,
} from '../../ui/art/illustrations.tsx'
import { Banner, Button, EmptyState, ErrorPanel, Page, Skeleton, SkeletonLine, Tabs } from '../../ui/index.ts'
import { toViewer, useMeetingDetail, useShareMeeting } from '../meeting/index.ts'
import { useSession } from '../session/index.ts'
import styles from './DeskPage.module.css'
import { PicturePanel } from './publishing/PicturePanel.tsx'
import { DeskControls } from './state/DeskControls.tsx'
import { DeskHead } from './state/DeskHead.tsx'
import type { DeskView } from './state/deskView.ts'
import { useDesk } from './state/useDesk.ts'
import { WatchLink } from './watching/WatchLink.tsx'

export interface DeskPageProps {
	/** From the address: it may be anything. */
	meetingId: string
	onBack(): void
	onSignIn(): void
}

/** The host's desk: the broadcast, its picture, and its viewers. */
export function DeskPage({ meetingId, onBack, onSignIn }: DeskPageProps) {
	const { view, receivedAt, refetch } = useDesk(meetingId)
	if (view.status === 'loaded')
		return (
			<Desk
				meetingId={meetingId as MeetingId}
				desk={view.desk}
				isStale={view.isStale}
				receivedAt={receivedAt}
				onBack={onBack}
				refetch={refetch}
			/>
		)
	return (
		<DeskFrame onBack={onBack}>
			<NoDesk status={view.status} onBack={onBack} onSignIn={onSignIn} onRetry={() => void refetch()} />
		</DeskFrame>
	)
}

function DeskFrame({ onBack, ...page }: { onBack(): void; bottom?: ReactNode; children: ReactNode }) {
	return <Page title={m.desk_title()} top={44} back={{ label: m.common_back(), onBack }} {...page} />
}

interface DeskProps {
	meetingId: MeetingId
	desk: DeskState
	isStale: boolean
	receivedAt: number
	onBack(): void
	refetch(): Promise<void>
}

type Panel = 'picture'

function Desk({ meetingId, desk, isStale, receivedAt, onBack, refetch }: DeskProps) {
	const [panel, setPanel] = useState<Panel>('picture')
	const viewer = toViewer(useSession())
	const { detail } = useMeetingDetail(meetingId, viewer.userId)
	const { shareLive } = useShareMeeting(viewer)
	const meeting = detail.status === 'loaded' ? detail.meeting : undefined
	const isAnnouncing = desk.status === 'notStarted' && desk.canBroadcast && desk.health?.phase !== 'publishing'
	return (
		<DeskFrame
			onBack={onBack}
			bottom={
				<>
					{isAnnouncing && <p className={styles.hint}>{m.desk_start_without_picture()}</p>}
					<DeskControls meetingId={meetingId} desk={desk} onDone={refetch} />
				</>
			}
		>
			{!desk.canBroadcast && (
				<Banner tone="warn" className={styles.banner}>
					{m.desk_no_broadcast()}
				</Banner>
			)}
			<DeskHead desk={desk} receivedAt={receivedAt} isStale={isStale} />
			<WatchLink url={desk.watchUrl} onShare={meeting && (() => shareLive(meeting))} />
			<Tabs
				label={m.desk_tabs()}
				tabs={[{ value: 'picture', text: m.desk_tab_picture() }]}
				value={panel}
				onValueChange={setPanel}
			>
				<PicturePanel meetingId={meetingId} desk={desk} />
			</Tabs>
		</DeskFrame>
	)
}

interface NoDeskProps {
	status: Exclude<DeskView['status'], 'loaded'>
	onBack(): void
	onSignIn(): void
	onRetry(): void
}

/** Why there is no desk, or that it is on its way. */
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
