import type { Meeting } from '@parley/api'
import { unreachable } from '@parley/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { openEditScreen } from '../../app/useCardActions.ts'
import { shownMeeting } from '../../features/joining/index.ts'
import {
	canEdit,
	canRemove,
	canShare,
	DetailCard,
	isHostOrCreator,
	joinAvailability,
	RemoveMeeting,
	toViewer,
	useMeetingDetail,
	useNow,
	useShareMeeting,
	type Viewer,
} from '../../features/meeting/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { CutCable, LockedDoor, MeetingMissing } from '../../ui/drawings.ts'
import { Button, EmptyState, ErrorPanel, Page, Skeleton, SkeletonLine } from '../../ui/index.ts'
import styles from './MeetingDetail.module.css'

/** /detail/{meetingId}: one meeting, and what can be done with it. */
export function MeetingDetail() {
	const { meetingId } = useParams({ from: '/detail/$meetingId' })
	const navigate = useNavigate()
	const viewer = toViewer(useSession())
	const { detail, again } = useMeetingDetail(meetingId, viewer.id)
	const toList = () => void navigate({ to: '/MeetingList' })
	const back = { label: m.common_back(), onBack: toList }

	switch (detail.at) {
		case 'shown':
			return <Shown meeting={detail.meeting} viewer={viewer} onList={toList} again={again} />
		case 'loading':
			return (
				<Framed back={back}>
					<Loading />
				</Framed>
			)
		case 'missing':
			return (
				<Framed back={back}>
					<EmptyState
						picture={<MeetingMissing />}
						title={m.meeting_missing_title()}
						text={m.meeting_missing_text()}
						action={
							<Button kind="primary" onClick={toList}>
								{m.meeting_back_to_list()}
							</Button>
						}
					/>
				</Framed>
			)
		case 'login':
			return (
				<Framed back={back}>
					<EmptyState
						picture={<LockedDoor />}
						title={m.meeting_login_title()}
						text={m.meeting_login_text()}
						action={
							<Button
								kind="primary"
								onClick={() =>
									void navigate({ to: '/Login', search: { meetingId, publicJoin: 'true', hasPwd: 'false' } })
								}
							>
								{m.meeting_sign_in()}
							</Button>
						}
					/>
				</Framed>
			)
		case 'unreachable':
		case 'refused':
			return (
				<Framed back={back}>
					<ErrorPanel
						picture={<CutCable />}
						title={m.meeting_unreachable_title()}
						text={m.meeting_unreachable_text()}
						retry={{ label: m.meeting_retry(), onRetry: () => void again() }}
					/>
				</Framed>
			)
		default:
			return unreachable(detail)
	}
}

interface FramedProps {
	back: { label: string; onBack(): void }
	bottom?: ReactNode
	children: ReactNode
}

const Framed = ({ children, ...page }: FramedProps) => (
	<Page title={m.meeting_detail_title()} top={44} {...page}>
		{children}
	</Page>
)

interface ShownProps {
	meeting: Meeting
	viewer: Viewer
	onList(): void
	again(): Promise<void>
}

function Shown({ meeting, viewer, onList, again }: ShownProps) {
	const navigate = useNavigate()
	const now = useNow()
	const [removing, setRemoving] = useState<Meeting>()
	const isOa = useSite(site => site.info?.isOa)
	const { isSharing, share } = useShareMeeting(viewer)
	const way = joinAvailability(meeting, viewer)
	const asksPassword = meeting.needsPassword && !isHostOrCreator(meeting, viewer)

	function join() {
		shownMeeting.set(meeting)
		void navigate({
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			params: { meetingId: meeting.meetingId, hasPwd: asksPassword ? 'true' : 'false' },
		})
	}

	const edit = () => openEditScreen(meeting, navigate)

	return (
		<Framed
			back={{ label: m.common_back(), onBack: onList }}
			bottom={
				way !== 'none' && (
					<>
						{way === 'closed' && <p className={styles.closed}>{m.meeting_join_closed()}</p>}
						<Button kind="primary" size="large" block disabled={way === 'closed'} onClick={join}>
							{m.meeting_join()}
						</Button>
					</>
				)
			}
		>
			<DetailCard meeting={meeting} viewer={viewer} now={now} />
			<div className={styles.acts}>
				{canShare(meeting) && (
					<Button loading={isSharing && m.meeting_sharing()} onClick={() => share(meeting)}>
						{m.meeting_share()}
					</Button>
				)}
				{canEdit(meeting, viewer, isOa) && <Button onClick={() => void edit()}>{m.meeting_edit()}</Button>}
				{canRemove(meeting, viewer) && (
					<Button kind="destructive" onClick={() => setRemoving(meeting)}>
						{meeting.status === 2 ? m.meeting_end() : m.meeting_delete()}
					</Button>
				)}
			</div>
			<RemoveMeeting meeting={removing} onClose={() => setRemoving(undefined)} onRemoved={onList} onOutdated={again} />
		</Framed>
	)
}

function Loading() {
	return (
		<Skeleton label={m.meeting_loading()}>
			<div className={styles.loading}>
				<SkeletonLine width={30} />
				<SkeletonLine width={80} />
				<SkeletonLine width={55} />
				<SkeletonLine width={66} />
				<SkeletonLine width={48} />
			</div>
		</Skeleton>
	)
}
