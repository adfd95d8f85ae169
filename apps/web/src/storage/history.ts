import { limits } from '@parley/core'
import type { Shelf } from './shelf.ts'
import { parsed } from './storage.ts'

export interface Visited {
	id: string
	topic: string
}

export interface RecentMeeting {
	meeting_id: string
	topic: string
}

/** What a person did here before, each for itself; `user` is undefined for guests. Newest first, each once. */
export function createHistory(shelf: Shelf) {
	const searchedIn = (name: string) => listOf(shelf, name, limits.searchHistory, isText, words => words)
	return {
		/** Meetings joined, five of them. */
		joined: listOf(shelf, 'joinHistory', limits.joinHistory, isVisited, visited => visited.id),
		/** Words searched for, five of them in each place that is searched (STORE-05). */
		searched: {
			meetings: searchedIn('searchHistory'),
			hosts: searchedIn('hostSearchHistory'),
			members: searchedIn('memberSearchHistory'),
		},
		/** Meetings seen, twenty of them (STORE-07). */
		seen: listOf(shelf, 'recentMeetings', limits.recentMeetings, isRecent, meeting => meeting.meeting_id),
	}
}

function listOf<T>(
	shelf: Shelf,
	name: string,
	max: number,
	isItem: (item: unknown) => item is T,
	keyOf: (item: T) => string,
) {
	const place = (user: string | undefined) => (user === undefined ? name : `${name}.${user}`)

	function of(user: string | undefined): T[] {
		const kept = parsed(shelf.getItem(place(user)))
		return Array.isArray(kept) ? kept.filter(isItem) : []
	}

	return {
		of,
		remember(user: string | undefined, item: T) {
			const others = of(user).filter(other => keyOf(other) !== keyOf(item))
			shelf.setItem(place(user), JSON.stringify([item, ...others].slice(0, max)))
		},
		forget: (user: string | undefined) => shelf.removeItem(place(user)),
	}
}

const isText = (item: unknown): item is string => typeof item === 'string'
const fieldOf = (item: unknown, key: string): unknown => (item as Record<string, unknown> | null)?.[key]
const isVisited = (item: unknown): item is Visited => isText(fieldOf(item, 'id')) && isText(fieldOf(item, 'topic'))
const isRecent = (item: unknown): item is RecentMeeting =>
	isText(fieldOf(item, 'meeting_id')) && isText(fieldOf(item, 'topic'))
