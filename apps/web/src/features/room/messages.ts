import { unreachable } from '@parley/core'
import { m } from '../../locales/index.ts'
import type { DeviceError, DeviceKind } from '../../media/index.ts'
import type { DeviceProblem, ExitReason, JoinedRoom, MediaStatus, Notice } from './roomState.ts'

/** What is said to somebody outside, and which way on there is beside the way home. */
export interface ExitMessage {
	title: string
	text: string
	remedy: 'rejoin' | 'here' | 'none'
}

export function getExitMessage(reason: ExitReason): ExitMessage {
	switch (reason) {
		case 'left':
			return { title: m.room_out_left_title(), text: m.room_out_left_text(), remedy: 'rejoin' }
		case 'ended-by-host':
			return { title: m.room_out_ended_by_host_title(), text: m.room_out_ended_text(), remedy: 'none' }
		case 'ended-by-you':
			return { title: m.room_out_ended_by_you_title(), text: m.room_out_ended_text(), remedy: 'none' }
		case 'ended':
		case 'room.ended':
			return { title: m.room_out_ended_title(), text: m.room_out_ended_text(), remedy: 'none' }
		case 'deleted':
			return { title: m.room_out_deleted_title(), text: m.room_out_deleted_text(), remedy: 'none' }
		case 'removed':
		case 'participant.removed':
			return { title: m.room_out_removed_title(), text: m.room_out_removed_text(), remedy: 'none' }
		case 'elsewhere':
			return { title: m.room_out_elsewhere_title(), text: m.room_out_elsewhere_text(), remedy: 'here' }
		case 'room.locked':
			return { title: m.room_out_locked_title(), text: m.room_out_locked_text(), remedy: 'rejoin' }
		case 'room.full':
			return { title: m.room_out_full_title(), text: m.room_out_full_text(), remedy: 'rejoin' }
		case 'ticket.unknown':
		case 'ticket.used':
		case 'ticket.expired':
		case 'resume.invalid':
		case 'no-ticket':
			return { title: m.room_out_ticket_title(), text: m.room_out_ticket_text(), remedy: 'rejoin' }
		case 'insecure':
			return { title: m.room_out_insecure_title(), text: m.room_out_insecure_text(), remedy: 'none' }
		case 'unsupported':
			return { title: m.room_out_unsupported_title(), text: m.room_out_unsupported_text(), remedy: 'none' }
		default:
			return unreachable(reason)
	}
}

export interface DeviceProblemText {
	title: string
	text: string
	continueLabel: string
}

const deviceErrorTitles = {
	microphone: {
		denied: m.room_fault_microphone_denied,
		missing: m.room_fault_microphone_missing,
		busy: m.room_fault_microphone_busy,
		insecure: m.room_out_insecure_title,
		failed: m.room_fault_microphone_failed,
	},
	camera: {
		denied: m.room_fault_camera_denied,
		missing: m.room_fault_camera_missing,
		busy: m.room_fault_camera_busy,
		insecure: m.room_out_insecure_title,
		failed: m.room_fault_camera_failed,
	},
	both: {
		denied: m.room_fault_both_denied,
		missing: m.room_fault_both_missing,
		busy: m.room_fault_both_busy,
		insecure: m.room_out_insecure_title,
		failed: m.room_fault_both_failed,
	},
} satisfies Record<DeviceKind | 'both', Record<DeviceError, () => string>>

const deviceErrorTexts = {
	denied: m.room_fault_how_to_allow,
	missing: m.room_fault_plug_in,
	busy: m.room_fault_close_others,
	insecure: m.room_out_insecure_text,
	failed: m.room_fault_try_later,
} satisfies Record<DeviceError, () => string>

const continueLabels = {
	microphone: m.room_fault_without_microphone,
	camera: m.room_fault_without_camera,
	both: m.room_fault_without_both,
} satisfies Record<DeviceKind | 'both', () => string>

export function deviceProblemText({ kinds, error }: DeviceProblem): DeviceProblemText {
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
	locked: m.room_notice_locked,
	unlocked: m.room_notice_unlocked,
	'you-locked': m.room_notice_you_locked,
	'you-unlocked': m.room_notice_you_unlocked,
	muted: m.room_notice_muted,
	'camera-stopped': m.room_notice_camera_stopped,
} satisfies Record<Notice['type'], (inputs: { name: string }) => string>

export const noticeText = ({ type, name }: Notice): string => noticeMessages[type]({ name })

const mediaStatusMessages = {
	connecting: m.room_media_connecting,
	interrupted: m.room_media_interrupted,
	unavailable: m.room_media_away,
} satisfies Record<Exclude<MediaStatus, 'live'>, () => string>

/** What is wrong with the connection, if anything; the socket comes first, for without it nothing mends. */
export function connectionProblemText(room: JoinedRoom): string | undefined {
	if (!room.isConnected) return m.room_link_down()
	return room.media === 'live' ? undefined : mediaStatusMessages[room.media]()
}

/** While the browser asks, its question is easy to miss. */
export function permissionPromptText({ devices: { microphone, camera } }: JoinedRoom): string | undefined {
	if (microphone.status === 'opening' && camera.status === 'opening') return m.room_asking_both()
	if (microphone.status === 'opening') return m.room_asking_microphone()
	return camera.status === 'opening' ? m.room_asking_camera() : undefined
}
