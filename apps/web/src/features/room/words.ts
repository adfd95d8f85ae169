import { unreachable } from '@parley/core'
import { m } from '../../locales/index.ts'
import type { DeviceFault, DeviceKind } from '../../media/index.ts'
import type { Fault, Inside, Media, Notice, Outside } from './room.ts'

/** What is said to somebody outside, and which way on there is beside the way home. */
export interface OutsideWords {
	title: string
	text: string
	wayOn: 'rejoin' | 'here' | 'none'
}

export function outsideWords(why: Outside): OutsideWords {
	switch (why) {
		case 'left':
			return { title: m.room_out_left_title(), text: m.room_out_left_text(), wayOn: 'rejoin' }
		case 'ended-by-host':
			return { title: m.room_out_ended_by_host_title(), text: m.room_out_ended_text(), wayOn: 'none' }
		case 'ended-by-you':
			return { title: m.room_out_ended_by_you_title(), text: m.room_out_ended_text(), wayOn: 'none' }
		case 'ended':
		case 'room.ended':
			return { title: m.room_out_ended_title(), text: m.room_out_ended_text(), wayOn: 'none' }
		case 'deleted':
			return { title: m.room_out_deleted_title(), text: m.room_out_deleted_text(), wayOn: 'none' }
		case 'removed':
		case 'participant.removed':
			return { title: m.room_out_removed_title(), text: m.room_out_removed_text(), wayOn: 'none' }
		case 'elsewhere':
			return { title: m.room_out_elsewhere_title(), text: m.room_out_elsewhere_text(), wayOn: 'here' }
		case 'room.locked':
			return { title: m.room_out_locked_title(), text: m.room_out_locked_text(), wayOn: 'rejoin' }
		case 'room.full':
			return { title: m.room_out_full_title(), text: m.room_out_full_text(), wayOn: 'rejoin' }
		case 'ticket.unknown':
		case 'ticket.used':
		case 'ticket.expired':
		case 'resume.invalid':
		case 'no-ticket':
			return { title: m.room_out_ticket_title(), text: m.room_out_ticket_text(), wayOn: 'rejoin' }
		case 'insecure':
			return { title: m.room_out_insecure_title(), text: m.room_out_insecure_text(), wayOn: 'none' }
		case 'unsupported':
			return { title: m.room_out_unsupported_title(), text: m.room_out_unsupported_text(), wayOn: 'none' }
		default:
			return unreachable(why)
	}
}

export interface FaultWords {
	title: string
	text: string
	without: string
}

const faultTitles = {
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
} satisfies Record<DeviceKind | 'both', Record<DeviceFault, () => string>>

const faultTexts = {
	denied: m.room_fault_how_to_allow,
	missing: m.room_fault_plug_in,
	busy: m.room_fault_close_others,
	insecure: m.room_out_insecure_text,
	failed: m.room_fault_try_later,
} satisfies Record<DeviceFault, () => string>

const withoutSays = {
	microphone: m.room_fault_without_microphone,
	camera: m.room_fault_without_camera,
	both: m.room_fault_without_both,
} satisfies Record<DeviceKind | 'both', () => string>

export function faultWords({ kinds, fault }: Fault): FaultWords {
	const which = kinds.length > 1 ? 'both' : (kinds[0] ?? 'both')
	return { title: faultTitles[which][fault](), text: faultTexts[fault](), without: withoutSays[which]() }
}

const noticeSays = {
	joined: m.room_notice_joined,
	left: m.room_notice_left,
	removed: m.room_notice_removed,
	locked: m.room_notice_locked,
	unlocked: m.room_notice_unlocked,
	'you-locked': m.room_notice_you_locked,
	'you-unlocked': m.room_notice_you_unlocked,
	muted: m.room_notice_muted,
	'camera-stopped': m.room_notice_camera_stopped,
} satisfies Record<Notice['about'], (inputs: { name: string }) => string>

export const noticeWords = ({ about, name }: Notice): string => noticeSays[about]({ name })

const mediaSays = {
	connecting: m.room_media_connecting,
	interrupted: m.room_media_interrupted,
	away: m.room_media_away,
} satisfies Record<Exclude<Media, 'live'>, () => string>

/** What is wrong with the connection, if anything; the socket comes first, for without it nothing mends. */
export function troubleWords(room: Inside): string | undefined {
	if (room.link === 'down') return m.room_link_down()
	return room.media === 'live' ? undefined : mediaSays[room.media]()
}

/** While the browser asks, its question is easy to miss. */
export function askingWords({ devices: { microphone, camera } }: Inside): string | undefined {
	if (microphone.at === 'opening' && camera.at === 'opening') return m.room_asking_both()
	if (microphone.at === 'opening') return m.room_asking_microphone()
	return camera.at === 'opening' ? m.room_asking_camera() : undefined
}
