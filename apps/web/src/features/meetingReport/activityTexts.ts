import type { ActivityEntry } from '@parley/api'
import { type RoomActivityAction, roomActivityActions } from '@parley/core'
import type { Permissions } from '@parley/room'
import { m } from '../../locales/index.ts'

const actionTexts: Record<RoomActivityAction, () => string> = {
	joined: m.report_joined,
	left: m.report_left,
	waiting: m.report_waiting,
	'waiting-given-up': m.report_waiting_given_up,
	admitted: m.report_admitted,
	denied: m.report_denied,
	'moved-to-waiting': m.report_moved_to_waiting,
	removed: m.report_removed,
	'allowed-again': m.report_allowed_again,
	'made-co-host': m.report_made_co_host,
	'made-member': m.report_made_member,
	'made-host': m.report_made_host,
	'claimed-host': m.report_claimed_host,
	'reclaimed-host': m.report_reclaimed_host,
	muted: m.report_muted,
	'muted-all': m.report_muted_all,
	'asked-to-unmute': m.report_asked_to_unmute,
	'hand-raised': m.report_hand_raised,
	'hand-lowered': m.report_hand_lowered,
	'hands-lowered': m.report_hands_lowered,
	renamed: m.report_renamed,
	'spotlight-set': m.report_spotlight_set,
	'spotlight-ended': m.report_spotlight_ended,
	permitted: m.report_permitted,
	forbidden: m.report_forbidden,
	'chat-history-shown': m.report_chat_history_shown,
	'chat-history-hidden': m.report_chat_history_hidden,
	'message-removed': m.report_message_removed,
	locked: m.report_locked,
	unlocked: m.report_unlocked,
	'waiting-room-on': m.report_waiting_room_on,
	'waiting-room-off': m.report_waiting_room_off,
	'sharing-started': m.report_sharing_started,
	'sharing-stopped': m.report_sharing_stopped,
	'poll-started': m.report_poll_started,
	'poll-ended': m.report_poll_ended,
	'recording-started': m.report_recording_started,
	'recording-stopped': m.report_recording_stopped,
	'end-announced': m.report_end_announced,
	'end-taken-back': m.report_end_taken_back,
	ended: m.report_ended,
}

type Texts = Readonly<Record<string, () => string>>

/** The details that are words of the server; those of other actions are names and messages of people. */
const detailTexts: Partial<Record<RoomActivityAction, Texts>> = {
	left: {
		choice: m.report_by_choice,
		lost: m.report_lost,
		removed: m.report_removed,
		'moved-to-waiting': m.report_moved_to_waiting,
		ended: m.report_ended,
	},
	'recording-stopped': {
		'too-long': m.report_too_long,
		'disk-full': m.report_disk_full,
		'media-elsewhere': m.report_media_elsewhere,
		failed: m.report_failed,
	},
	muted: { microphone: m.room_microphone, camera: m.room_camera },
	ended: {
		'ended-by-host': m.report_ended_by_host,
		'ended-by-admin': m.report_ended_by_admin,
		ended: m.report_ended_otherwise,
	},
}
const permissionTexts: Readonly<Record<keyof Permissions, () => string>> = {
	share: m.room_may_share,
	write: m.room_may_write,
	files: m.room_may_files,
	unmute: m.room_may_unmute,
	rename: m.room_may_rename,
	transfer: m.room_may_transfer,
}

const isAction = (action: string): action is RoomActivityAction =>
	(roomActivityActions as readonly string[]).includes(action)

/** Returns a reason, device or permission in the language of the reader; names and messages stay. */
export function detailText(action: string, detail = ''): string {
	if (!isAction(action)) return detail
	const texts: Texts | undefined =
		action === 'permitted' || action === 'forbidden' ? permissionTexts : detailTexts[action]
	return texts?.[detail]?.() ?? detail
}

/** An action that this page does not know keeps its own name: the server is newer. */
export const actionText = (action: string): string => (isAction(action) ? actionTexts[action]() : action)

export const nameOf = (person: ActivityEntry['actor']): string =>
	(person && (person.name || m.report_deleted_account())) || ''

export function kindOf(person: ActivityEntry['actor']): string {
	if (!person) return ''
	return person.isGuest ? m.report_guest() : m.report_member()
}
