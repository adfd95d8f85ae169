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

/** The last seen answer to the user's questions in a room of questions. */
export interface SeenAnswers {
	gid: string
	position: number
}

/** Rooms of as many lives are remembered. */
const maxSeenAnswers = 20

/** Lists of one person each, newest first and without repetition; `user` is undefined for guests. */
export function createHistory(store: KeyValueStore) {
	const createSearchList = (name: string) => createHistoryList(store, name, limits.searchHistory, isText, text => text)
	return {
		/** The last five meetings joined. */
		joined: createHistoryList(store, 'joinHistory', limits.joinHistory, isJoinedMeeting, visited => visited.id),
		/** The last five searches of each kind (STORE-05). */
		searched: {
			meetings: createSearchList('searchHistory'),
			hosts: createSearchList('hostSearchHistory'),
			members: createSearchList('memberSearchHistory'),
		},
		/** The last twenty meetings entered (STORE-07). */
		seen: createHistoryList(
			store,
			'recentMeetings',
			limits.recentMeetings,
			isRecentMeeting,
			meeting => meeting.meeting_id,
		),
		/** Seen answers of the lives watched last. */
		seenAnswers: createHistoryList(store, 'seenAnswers', maxSeenAnswers, isSeenAnswers, ({ gid }) => gid),
	}
}

function createHistoryList<T>(
	store: KeyValueStore,
	name: string,
	max: number,
	isItem: (item: unknown) => item is T,
	keyOf: (item: T) => string,
) {
	const storageKey = (user: string | undefined) => (user === undefined ? name : `${name}.${user}`)

	function list(user: string | undefined): T[] {
		const stored = parseJson(store.getItem(storageKey(user)))
		return Array.isArray(stored) ? stored.filter(isItem) : []
	}

	return {
		list,
		add(user: string | undefined, item: T) {
			const others = list(user).filter(other => keyOf(other) !== keyOf(item))
			store.setItem(storageKey(user), JSON.stringify([item, ...others].slice(0, max)))
		},
		clear: (user: string | undefined) => store.removeItem(storageKey(user)),
	}
}

const isText = (item: unknown): item is string => typeof item === 'string'
const fieldOf = (item: unknown, key: string): unknown => (item as Record<string, unknown> | null)?.[key]
const isJoinedMeeting = (item: unknown): item is JoinedMeeting =>
	isText(fieldOf(item, 'id')) && isText(fieldOf(item, 'topic'))
const isSeenAnswers = (item: unknown): item is SeenAnswers =>
	isText(fieldOf(item, 'gid')) && Number.isSafeInteger(fieldOf(item, 'position'))
const isRecentMeeting = (item: unknown): item is RecentMeeting =>
	isText(fieldOf(item, 'meeting_id')) && isText(fieldOf(item, 'topic'))
