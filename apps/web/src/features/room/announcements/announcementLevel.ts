import { isManager } from '@parley/room'
import { getSelf, type JoinedRoom, type Notice } from '../roomState.ts'

/** How much of what happens in the room screen readers are told, most first (ROOM-226). */
export const announcementLevels = ['all', 'important', 'little'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]

/** `always` concerns the listener, or needs an answer. */
type Importance = 'routine' | 'important' | 'always'

const least: Record<AnnouncementLevel, readonly Importance[]> = {
	all: ['routine', 'important', 'always'],
	important: ['important', 'always'],
	little: ['always'],
}

export const isAnnounced = (level: AnnouncementLevel, importance: Importance): boolean =>
	least[level].includes(importance)

const importanceOfOthers: Partial<Record<Notice['type'], Importance>> = {
	joined: 'routine',
	left: 'routine',
	removed: 'routine',
	hand: 'important',
	sharing: 'important',
	'new-host': 'important',
	locked: 'important',
	unlocked: 'important',
	poll: 'important',
	'poll-ended': 'important',
}

/** Returns whether a notice is read out; those who run the meeting hear of each raised hand. */
export function isNoticeAnnounced(level: AnnouncementLevel, { type }: Notice, room: JoinedRoom): boolean {
	const role = getSelf(room)?.role
	const isForHost = type === 'hand' && role !== undefined && isManager(role)
	return isAnnounced(level, isForHost ? 'always' : (importanceOfOthers[type] ?? 'always'))
}
