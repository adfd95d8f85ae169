import { getCurrentPerson, type Person, readStoredPerson, useSession } from './store.ts'

// In a file of its own: it comes in a quiet moment behind the first picture.

/** Everything outside that following the other tabs touches. */
interface TabSyncDeps {
	/** Where this page is. */
	path(): string
	/** The page has gone somewhere else. */
	onMove(act: () => void): () => void
	reload(): void
}

const keys: readonly (string | null)[] = ['accessToken', 'userInfo', 'corpId', null]
/** Screens that show a company and write nothing in it: they follow by themselves. */
const pathsThatFollow: readonly string[] = [
	'/',
	'/Index',
	'/MeetingList',
	'/allMeetings',
	'/companies',
	'/MeetingList/Personal',
]

/**
 * Requests go out as whoever is kept in this browser, so the page must show the same: another person starts it anew,
 * another company of the same person is theirs here too. Looked at when another tab says so, and whenever the page is
 * shown again.
 */
export function syncWithOtherTabs({ path, onMove, reload }: TabSyncDeps): () => void {
	function look() {
		if (document.hidden) return
		// A meeting goes on as whoever went in; it is looked at on leaving.
		if (path().startsWith('/room/')) return
		const here = getCurrentPerson()
		const kept = readStoredPerson()
		if (isSame(here, kept)) return
		if (idOf(here) === idOf(kept) && (companyIdOf(here) === companyIdOf(kept) || pathsThatFollow.includes(path())))
			return useSession.setState(kept, true)
		reload()
	}
	const onStorage = ({ key }: StorageEvent) => {
		if (keys.includes(key)) look()
	}
	const onShow = ({ persisted }: PageTransitionEvent) => {
		if (persisted) look()
	}

	look()
	const stop = onMove(look)
	window.addEventListener('storage', onStorage)
	window.addEventListener('pageshow', onShow)
	document.addEventListener('visibilitychange', look)
	return () => {
		stop()
		window.removeEventListener('storage', onStorage)
		window.removeEventListener('pageshow', onShow)
		document.removeEventListener('visibilitychange', look)
	}
}

const idOf = (person: Person) => (person.kind === 'member' ? person.user.id : undefined)
const companyIdOf = (person: Person) => (person.kind === 'member' ? person.company?.companyId : undefined)
const isSame = (one: Person, other: Person) => JSON.stringify(one) === JSON.stringify(other)
