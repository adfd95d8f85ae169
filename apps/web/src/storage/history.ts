import { limits } from '@parley/core'
import type { KeyValueStore } from './keyValueStore.ts'
import { parseJson } from './storage.ts'

export interface JoinedMeeting {
	id: string
	topic: string
}

export interface RecentMeeting {
	meeting_id: string
	topic: string
}

/** What a person did here before, each for itself; `user` is undefined for guests. Newest first, each once. */
export function createHistory(shelf: KeyValueStore) {
	const searchedIn = (name: string) => createHistoryList(shelf, name, limits.searchHistory, isText, words => words)
	return {
		/** Meetings joined, five of them. */
		joined: createHistoryList(shelf, 'joinHistory', limits.joinHistory, isJoinedMeeting, visited => visited.id),
		/** Words searched for, five of them in each place that is searched (STORE-05). */
		searched: {
			meetings: searchedIn('searchHistory'),
			hosts: searchedIn('hostSearchHistory'),
			members: searchedIn('memberSearchHistory'),
		},
		/** Meetings seen, twenty of them (STORE-07). */
		seen: createHistoryList(
			shelf,
			'recentMeetings',
			limits.recentMeetings,
			isRecentMeeting,
			meeting => meeting.meeting_id,
		),
	}
}

function createHistoryList<T>(
	shelf: KeyValueStore,
	name: string,
	max: number,
	isItem: (item: unknown) => item is T,
	keyOf: (item: T) => string,
) {
	const storageKey = (user: string | undefined) => (user === undefined ? name : `${name}.${user}`)

	function list(user: string | undefined): T[] {
		const stored = parseJson(shelf.getItem(storageKey(user)))
		return Array.isArray(stored) ? stored.filter(isItem) : []
	}

	return {
		list,
		add(user: string | undefined, item: T) {
			const others = list(user).filter(other => keyOf(other) !== keyOf(item))
			shelf.setItem(storageKey(user), JSON.stringify([item, ...others].slice(0, max)))
		},
		clear: (user: string | undefined) => shelf.removeItem(storageKey(user)),
	}
}

const isText = (item: unknown): item is string => typeof item === 'string'
const fieldOf = (item: unknown, key: string): unknown => (item as Record<string, unknown> | null)?.[key]
const isJoinedMeeting = (item: unknown): item is JoinedMeeting =>
	isText(fieldOf(item, 'id')) && isText(fieldOf(item, 'topic'))
const isRecentMeeting = (item: unknown): item is RecentMeeting =>
	isText(fieldOf(item, 'meeting_id')) && isText(fieldOf(item, 'topic'))
