import type { MeetingPassword } from '@parley/core'
import { clsx } from 'clsx'
import { CameraOff, KeyRound, MicOff, Volume2, Wifi } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'
import { type DeviceKind, deviceChoices, isBlurError } from '../../media/index.ts'
import { Button, toast } from '../../ui/index.ts'
import { BlockedHelp, deviceErrorTexts, deviceErrorTitles } from '../devices/index.ts'
import { type AnnouncementLevel, isNoticeAnnounced } from './announcements/announcementLevel.ts'
import { EndingNotice } from './hosting/EndingNotice.tsx'
import { QualityIcon } from './network/QualityIcon.tsx'
import styles from './RoomNotices.module.css'
import type { RoomController } from './roomController.ts'
import {
	type DeviceProblem,
	getDeviceProblem,
	getHandPlaces,
	getOthers,
	getOwnQuality,
	type JoinedRoom,
	type MediaStatus,
	type Notice,
} from './roomState.ts'

const noticeMs = 4_000

/** Notices that answer an action of a sheet, which covers the stage: they are shown over everything (ROOM-129). */
const answers: readonly Notice['type'][] = [
	'role.not-allowed',
	'participant.missing',
	'participant.self',
	'name.invalid',
	'name.locked',
	'failed',
	'room.full',
	'waiting-gone',
	'you-muted-all',
	'allowed-again',
	'all-muted-before',
]

export interface RoomNoticesProps {
	room: JoinedRoom
	controller: RoomController
	/** How much screen readers are told. */
	announcements: AnnouncementLevel
	/** Shows the meeting with its password; missing where this person cannot change it. */
	onShowMeeting?: (() => void) | undefined
	/** Shows the invitation to the meeting. */
	onInvite?: (() => void) | undefined
}

/** Notices over the tiles: problems with connection, devices and sound, with a remedy each, and events. */
export function RoomNotices({ room, controller, announcements, onShowMeeting, onInvite }: RoomNoticesProps) {
	const connectionProblem = connectionProblemText(room)
	const lineProblem = connectionProblem ? undefined : lineProblemText(room)
	const permissionPrompt = permissionPromptText(room)
	const problem = getDeviceProblem(room)
	return (
		<div className={clsx(styles.notes, getHandPlaces(room).size > 0 && styles.belowHands)}>
			<EndingNotice room={room} controller={controller} />
			<div role="status" className={styles.stack}>
				{connectionProblem && (
					<p className={styles.strip}>
						<Wifi aria-hidden="true" />
						{connectionProblem}
					</p>
				)}
				{lineProblem && (
					<p className={styles.strip}>
						<span aria-hidden="true" className={styles.bars}>
							<QualityIcon quality="poor" />
						</span>
						{lineProblem}
					</p>
				)}
				{permissionPrompt && <p className={styles.strip}>{permissionPrompt}</p>}
			</div>
			{room.isSoundBlocked && (
				<div className={styles.sound} role="alert">
					<Volume2 aria-hidden="true" />
					<p>{m.room_sound_blocked()}</p>
					<Button kind="primary" onClick={controller.resumeSound}>
						{m.room_sound_on()}
					</Button>
				</div>
			)}
			{problem && (
				<DeviceProblemCard
					problem={problem}
					onRetry={() => controller.retryDevices(problem.kinds)}
					onContinueWithout={() => controller.continueWithoutDevices(problem.kinds)}
				/>
			)}
			{room.triedPassword && (
				<PasswordWarning
					password={room.triedPassword}
					onDismiss={controller.dismissPasswordWarning}
					onChange={
						onShowMeeting &&
						(() => {
							controller.dismissPasswordWarning()
							onShowMeeting()
						})
					}
				/>
			)}
			{!problem && !room.triedPassword && !room.waiting?.count && getOthers(room).length === 0 && (
				<div className={styles.alone}>
					<p className={styles.aloneTitle}>{m.room_alone_title()}</p>
					<p>{m.room_alone_text()}</p>
					{onInvite && (
						<Button kind="primary" className={styles.invite} onClick={onInvite}>
							{m.room_invite()}
						</Button>
					)}
				</div>
			)}
			<NoticeToast
				notice={room.notice}
				isAnnounced={room.notice !== undefined && isNoticeAnnounced(announcements, room.notice, room)}
			/>
		</div>
	)
}

interface PasswordWarningProps {
	password: MeetingPassword
	onDismiss: () => void
	onChange: (() => void) | undefined
}

const warnings = {
	meeting: {
		title: m.room_password_tried_meeting,
		text: m.room_password_tried_rejoin,
	},
	host: {
		title: m.room_password_tried_host,
		text: m.room_password_tried_longer,
	},
	live: { title: m.room_password_tried_live, text: m.room_password_tried_view },
} satisfies Record<MeetingPassword, { title(): string; text(): string }>

/** Tells a host which password of the meeting someone is trying (ROOM-34). */
function PasswordWarning({ password, onDismiss, onChange }: PasswordWarningProps) {
	const { title, text } = warnings[password]
	return (
		<div className={styles.card} role="status">
			<KeyRound aria-hidden="true" />
			<p className={styles.title}>{title()}</p>
			<p className={styles.text}>{onChange ? text() : m.room_password_tried_guest()}</p>
			<div className={styles.actions}>
				{onChange && (
					<Button kind="primary" onClick={onChange}>
						{m.room_password_details()}
					</Button>
				)}
				<Button kind="secondary" onClick={onDismiss}>
					{m.room_close()}
				</Button>
			</div>
		</div>
	)
}

interface DeviceProblemCardProps {
	problem: DeviceProblem
	onRetry: () => void
	onContinueWithout: () => void
}

function DeviceProblemCard({ problem, onRetry, onContinueWithout }: DeviceProblemCardProps) {
	const { title, text, continueLabel } = deviceProblemText(problem)
	const isBlocked = problem.error === 'denied'
	return (
		<div className={styles.card} role="alert">
			{problem.kinds.includes('microphone') ? <MicOff aria-hidden="true" /> : <CameraOff aria-hidden="true" />}
			<p className={styles.title}>{title}</p>
			{isBlocked ? (
				<div>
					<BlockedHelp kinds={problem.kinds} onGranted={onRetry} />
				</div>
			) : (
				<p className={styles.text}>{text}</p>
			)}
			<div className={styles.actions}>
				{isBlurError(problem.error) ? (
					<Button kind="primary" onClick={() => deviceChoices.set({ blursBackground: false })}>
						{m.room_fault_without_blur()}
					</Button>
				) : (
					<Button kind="primary" onClick={onRetry}>
						{m.room_fault_retry()}
					</Button>
				)}
				<Button kind="secondary" onClick={onContinueWithout}>
					{continueLabel}
				</Button>
			</div>
		</div>
	)
}

/** The latest event, shown for a moment and, unless the person wants to hear less, read out once (ROOM-72, ROOM-226). */
function NoticeToast({ notice, isAnnounced }: { notice: Notice | undefined; isAnnounced: boolean }) {
	const number = notice?.number ?? 0
	// One from before the room is shown again is old.
	const [expired, setExpired] = useState(number)
	useEffect(() => {
		const timer = setTimeout(() => setExpired(number), noticeMs)
		return () => clearTimeout(timer)
	}, [number])
	const isPending = notice !== undefined && notice.number !== expired
	const answer = isPending && answers.includes(notice.type) ? notice : undefined
	useEffect(() => {
		if (answer) toast.show(noticeText(answer), { durationMs: noticeMs })
	}, [answer])
	const isShown = isPending && answer === undefined
	return (
		<>
			{/* In the page from the start, as screen readers need it: its content alone depends on the choice. */}
			<div role="status" className={styles.stack}>
				{isShown && isAnnounced && <p className={styles.notice}>{noticeText(notice)}</p>}
			</div>
			{isShown && !isAnnounced && (
				<div className={styles.stack}>
					<p className={styles.notice}>{noticeText(notice)}</p>
				</div>
			)}
		</>
	)
}

interface DeviceProblemText {
	title: string
	text: string
	continueLabel: string
}

const continueLabels = {
	microphone: m.room_fault_without_microphone,
	camera: m.room_fault_without_camera,
	both: m.room_fault_without_both,
} satisfies Record<DeviceKind | 'both', () => string>

function deviceProblemText({ kinds, error }: DeviceProblem): DeviceProblemText {
	const which = kinds.length > 1 ? 'both' : (kinds[0] ?? 'both')
	return {
		title: deviceErrorTitles[which][error](),
		text: deviceErrorTexts[error](),
		continueLabel: continueLabels[which](),
	}
}

const noticeMessages = {
	joined: m.room_notice_joined,
	left: m.room_notice_left,
	removed: m.room_notice_removed,
	'allowed-again': m.room_notice_allowed_again,
	hand: m.room_notice_hand,
	sharing: m.room_notice_sharing,
	'screen-stopped': m.room_notice_screen_stopped,
	'screen.taken': m.room_screen_taken,
	'screen.not-allowed': m.room_screen_not_allowed,
	'screen.failed': m.room_screen_failed,
	'room.full': m.waiting_full,
	'waiting-gone': m.waiting_gone,
	'recording-started': m.recording_notice_started,
	'recording-running': m.recording_notice_running,
	'recording-stopped': m.recording_notice_stopped,
	'recording-ends-soon': m.recording_notice_ends_soon,
	'recording-too-long': m.recording_notice_too_long,
	'recording-disk-full': m.recording_notice_disk_full,
	'recording-media-elsewhere': m.recording_notice_media_elsewhere,
	'recording-failed': m.recording_notice_failed,
	'recording.running': m.recording_problem_running,
	'recording.finishing': m.recording_problem_finishing,
	'recording.off': m.recording_problem_off,
	'recording.media-elsewhere': m.recording_problem_media_elsewhere,
	'recording.no-ffmpeg': m.recording_problem_no_ffmpeg,
	'recording.disk-full': m.recording_problem_disk_full,
	'recording.too-many': m.recording_problem_too_many,
	locked: m.room_notice_locked,
	unlocked: m.room_notice_unlocked,
	'you-locked': m.room_notice_you_locked,
	'you-unlocked': m.room_notice_you_unlocked,
	'role.not-allowed': m.room_problem_role,
	'participant.missing': m.room_problem_missing,
	'participant.self': m.room_problem_self,
	'name.invalid': m.room_problem_name,
	'name.locked': m.room_problem_name_locked,
	failed: m.room_problem_failed,
	'unmute-not-allowed': m.room_problem_unmute,
	'made-host': m.room_notice_made_host,
	'new-host': m.room_notice_new_host,
	'made-co-host': m.room_notice_made_co_host,
	'made-member': m.room_notice_made_member,
	muted: m.room_notice_muted,
	'you-muted-all': m.room_notice_you_muted_all,
	'all-muted-before': m.room_notice_all_muted_before,
	'camera-stopped': m.room_notice_camera_stopped,
	poll: m.room_notice_poll,
	'poll-ended': m.room_notice_poll_ended,
	'microphone-replaced': m.room_notice_microphone_replaced,
	'camera-replaced': m.room_notice_camera_replaced,
} satisfies Record<Notice['type'], (inputs: { name: string }) => string>

export const noticeText = ({ type, name }: Notice): string => noticeMessages[type]({ name })

const mediaStatusMessages = {
	connecting: m.room_media_connecting,
	interrupted: m.room_media_interrupted,
	unavailable: m.room_media_away,
} satisfies Record<Exclude<MediaStatus, 'live'>, () => string>

/** The connection to the room comes first: without it the media connection cannot recover. */
export function connectionProblemText(room: JoinedRoom): string | undefined {
	if (room.isServerRestarting) return m.room_server_restarting()
	if (!room.isConnected) return m.room_link_down()
	return room.media === 'live' ? undefined : mediaStatusMessages[room.media]()
}

/** Says that the person's own connection is slow, so that pictures are missing: sound comes first (ROOM-83). */
const lineProblemText = (room: JoinedRoom): string | undefined =>
	room.paused.size > 0 || room.isScreenPaused || getOwnQuality(room) === 'poor' ? m.room_line_poor() : undefined

/** Points to the permission prompt of the browser, which is easy to miss. */
function permissionPromptText({ devices: { microphone, camera } }: JoinedRoom): string | undefined {
	if (microphone.status === 'opening' && camera.status === 'opening') return m.room_asking_both()
	if (microphone.status === 'opening') return m.room_asking_microphone()
	return camera.status === 'opening' ? m.room_asking_camera() : undefined
}
