import type { Meeting } from '@parley/api'
import { canDeleteMeeting, isHostOrCreator, meetingStatus, unreachable } from '@parley/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { shownMeeting } from '../../features/joining/index.ts'
import {
	canEdit,
	canShare,
	DetailCard,
	joinAvailability,
	type MeetingReader,
	momentsOf,
	PasswordGuessNotice,
	RemoveMeeting,
	toMeetingReader,
	useMeetingDetail,
	useNow,
	useShareMeeting,
} from '../../features/meeting/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { useOngoingMeetingId } from '../../navigation/globalOverlay.ts'
import { useIsInPane } from '../../navigation/panes.ts'
import { useBackTo } from '../../navigation/useBack.ts'
import { useEditNavigation } from '../../navigation/useMeetingActions.ts'
import { refetchShown } from '../../query/index.ts'
import {
	AccessDeniedIllustration,
	MeetingNotFoundIllustration,
	OfflineIllustration,
} from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, ErrorPanel, lazyComponent, Page, Skeleton, SkeletonLine } from '../../ui/index.ts'
import styles from './MeetingDetail.module.css'

export const title = () => m.meeting_detail_title()

// Few meetings have one.
const KeptChat = lazyComponent(async () => (await import('../../features/keptChat/index.ts')).KeptChat)

// Only hosts of meetings that were held have one.
const MeetingReport = lazyComponent(async () => (await import('../../features/meetingReport/index.ts')).MeetingReport)

const Recordings = lazyComponent(async () => (await import('../../features/recording/index.ts')).Recordings)

/** /detail/{meetingId}: one meeting, and what can be done with it. */
export function MeetingDetail() {
	const { meetingId } = useParams({ from: '/detail/$meetingId' })
	const { week } = useSearch({ from: '/detail/$meetingId' })
	const navigate = useNavigate()
	const reader = toMeetingReader(useSession())
	const { detail, refetch } = useMeetingDetail(meetingId, reader.userId)
	const isInPane = useIsInPane()
	const backToList = useBackTo('/MeetingList')
	function toList() {
		if (!isInPane) return backToList()
		// The list is in sight, and may show what is gone.
		refetchShown()
		void navigate({ to: '/MeetingList', search: { week }, replace: true, resetScroll: false })
	}
	const back = isInPane ? undefined : { label: m.common_back(), onBack: toList }

	switch (detail.status) {
		case 'loaded':
			return (
				<LoadedMeeting
					key={meetingId}
					meeting={detail.meeting}
					reader={reader}
					back={back}
					onList={toList}
					refetch={refetch}
				/>
			)
		case 'loading':
			return (
				<DetailPage back={back}>
					<Loading />
				</DetailPage>
			)
		case 'missing':
			return (
				<DetailPage back={back}>
					<EmptyState
						picture={<MeetingNotFoundIllustration />}
						title={m.meeting_missing_title()}
						text={m.meeting_missing_text()}
						action={
							<Button kind="primary" onClick={toList}>
								{m.common_to_list()}
							</Button>
						}
					/>
				</DetailPage>
			)
		case 'signInNeeded':
			return (
				<DetailPage back={back}>
					<EmptyState
						picture={<AccessDeniedIllustration />}
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
				</DetailPage>
			)
		case 'offline':
		case 'failed':
			return (
				<DetailPage back={back}>
					<ErrorPanel
						picture={<OfflineIllustration />}
						title={m.meeting_unreachable_title()}
						text={m.meeting_unreachable_text()}
						retry={{ label: m.meeting_retry(), onRetry: () => void refetch() }}
					/>
				</DetailPage>
			)
		default:
			return unreachable(detail)
	}
}

interface DetailPageProps {
	/** Missing beside the list. */
	back: { label: string; onBack(): void } | undefined
	bottom?: ReactNode
	children: ReactNode
}

const DetailPage = ({ children, ...page }: DetailPageProps) => (
	<Page title={m.meeting_detail_title()} top={44} {...page}>
		{children}
	</Page>
)

interface LoadedMeetingProps extends Pick<DetailPageProps, 'back'> {
	meeting: Meeting
	reader: MeetingReader
	onList(): void
	refetch(): Promise<void>
}

function LoadedMeeting({ meeting, reader, back, onList, refetch }: LoadedMeetingProps) {
	const navigate = useNavigate()
	const edit = useEditNavigation()
	const now = useNow()
	const [removing, setRemoving] = useState<Meeting>()
	const isOa = useSite(site => site.info?.isOa)
	const { isSharing, share, sheets } = useShareMeeting(reader)
	const availability = joinAvailability(meeting, reader)
	const isEditable = canEdit(meeting, reader, isOa)
	const isHeld = meeting.status !== meetingStatus.notStarted
	const isInCall = useOngoingMeetingId() === meeting.meetingId
	const moments = momentsOf(meeting)
	const asksPassword = meeting.needsPassword && !isHostOrCreator(reader, meeting)

	function join() {
		shownMeeting.set(meeting)
		void navigate({
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			params: { meetingId: meeting.meetingId, hasPwd: asksPassword ? 'true' : 'false' },
		})
	}

	const preview = () => void navigate({ to: '/preview', search: { from: 'detail', meetingId: meeting.meetingId } })
	const openDesk = () => void navigate({ to: '/liveDesk/$meetingId', params: { meetingId: meeting.meetingId } })
	const returnToCall = () => void navigate({ to: '/room/$meetingId', params: { meetingId: meeting.meetingId } })

	return (
		<DetailPage
			back={back}
			bottom={
				isInCall ? (
					<Button kind="primary" size="large" block onClick={returnToCall}>
						{m.room_bar_return()}
					</Button>
				) : (
					availability !== 'none' && (
						<>
							{availability === 'closed' && <p className={styles.closed}>{m.meeting_join_closed()}</p>}
							<Button kind="primary" size="large" block disabled={availability === 'closed'} onClick={join}>
								{m.meeting_join()}
							</Button>
						</>
					)
				)
			}
		>
			<PasswordGuessNotice
				meeting={meeting}
				now={now}
				onEdit={isEditable ? startsAtPassword => edit(meeting, { startsAtPassword }) : undefined}
			/>
			<DetailCard meeting={meeting} reader={reader} now={now} onPreview={preview} onDesk={openDesk} />
			{reader.userId !== undefined && (isHeld || meeting.isRecurring) && (
				<Recordings meetingId={meeting.meetingId} userId={reader.userId} moments={moments} />
			)}
			{reader.userId !== undefined && isHeld && (
				<KeptChat meetingId={meeting.meetingId} userId={reader.userId} moments={moments} />
			)}
			{reader.userId !== undefined && isHostOrCreator(reader, meeting) && (isHeld || meeting.isRecurring) && (
				<MeetingReport meetingId={meeting.meetingId} userId={reader.userId} moments={moments} />
			)}
			<div className={styles.acts}>
				{canShare(meeting) && (
					<Button loading={isSharing && m.meeting_sharing()} onClick={() => share(meeting)}>
						{m.meeting_share()}
					</Button>
				)}
				{isEditable && <Button onClick={() => edit(meeting)}>{m.meeting_edit()}</Button>}
				{canDeleteMeeting(reader, meeting) && (
					<Button kind="destructive" onClick={() => setRemoving(meeting)}>
						{meeting.status === meetingStatus.inProgress ? m.meeting_end() : m.meeting_delete()}
					</Button>
				)}
			</div>
			{sheets}
			<RemoveMeeting
				meeting={removing}
				onClose={() => setRemoving(undefined)}
				onRemoved={onList}
				onOutdated={refetch}
			/>
		</DetailPage>
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

export { MeetingDetail as Screen }
