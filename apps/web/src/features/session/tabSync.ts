import { getCurrentPerson, readStoredPerson, type SessionState, useSession } from './store.ts'

interface TabSyncDeps {
	/** The path of the current screen. */
	path(): string
	/** A person is in a room, shown or not. */
	isInRoom(): boolean
	onNavigate(listener: () => void): () => void
	reload(): void
}

const keys: readonly (string | null)[] = ['accessToken', 'userInfo', 'corpId', null]
/** Screens that only show a company: they switch without a reload. */
const pathsWithoutReload: readonly string[] = [
	'/',
	'/Index',
	'/MeetingList',
	'/allMeetings',
	'/companies',
	'/MeetingList/Personal',
]

/**
 * Requests are sent as the person stored in this browser, so the page has to show the same one: for another person it
 * reloads, another company of the same person is switched to. Checked when another tab changes the storage, on
 * navigation, and when the page becomes visible.
 */
export function syncWithOtherTabs({ path, isInRoom, onNavigate, reload }: TabSyncDeps): () => void {
	function check() {
		if (document.hidden) return
		// A room keeps the person who entered it, also while another screen is shown: a reload would end the call.
		if (path().startsWith('/room/') || isInRoom()) return
		const current = getCurrentPerson()
		const stored = readStoredPerson()
		if (isSame(current, stored)) return
		const isSamePerson = idOf(current) === idOf(stored)
		const isSameCompany = companyIdOf(current) === companyIdOf(stored)
		if (isSamePerson && (isSameCompany || pathsWithoutReload.includes(path()))) useSession.setState(stored, true)
		else reload()
	}
	const onStorage = ({ key }: StorageEvent) => {
		if (keys.includes(key)) check()
	}
	const onShow = ({ persisted }: PageTransitionEvent) => {
		if (persisted) check()
	}

	check()
	const stop = onNavigate(check)
	window.addEventListener('storage', onStorage)
	window.addEventListener('pageshow', onShow)
	document.addEventListener('visibilitychange', check)
	return () => {
		stop()
		window.removeEventListener('storage', onStorage)
		window.removeEventListener('pageshow', onShow)
		document.removeEventListener('visibilitychange', check)
	}
}

const idOf = (person: SessionState) => (person.kind === 'member' ? person.user.id : undefined)
const companyIdOf = (person: SessionState) => (person.kind === 'member' ? person.company?.companyId : undefined)
const isSame = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other)
