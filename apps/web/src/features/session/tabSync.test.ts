// @vitest-environment happy-dom
import { User } from '@parley/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getCurrentPerson, setMember } from './store.ts'
import { syncWithOtherTabs } from './tabSync.ts'

const corp = (corpId: string) => ({ corpId, corporationName: corpId, corpType: 1, userType: 0, isDefault: 0 })
const wireOf = (id: string, displayName: string) => ({
	id,
	name: displayName.toLowerCase(),
	display_name: displayName,
	is_completed_info: 1,
	user_type: 0,
	corps: [corp('c1'), corp('c2')],
})
const reload = vi.fn()
let place = '/MeetingList'
let move = () => {}
let isHidden = false
let isInRoom = false
let stop = () => {}

beforeEach(() => {
	localStorage.clear()
	place = '/MeetingList'
	isHidden = false
	isInRoom = false
	vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
	setMember(User.decode(wireOf('7', 'Hanmei') as never), 'tok', true)
	stop = syncWithOtherTabs({
		path: () => place,
		isInRoom: () => isInRoom,
		onNavigate(act) {
			move = act
			return () => (move = () => {})
		},
		reload,
	})
})
afterEach(() => {
	stop()
	vi.restoreAllMocks()
	reload.mockReset()
})

/** Another tab keeps something: only the others are told. */
function elsewhere(key: string, value: string | undefined) {
	value === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, value)
	window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
}
const company = () => {
	const person = getCurrentPerson()
	return person.kind === 'member' ? person.company?.companyId : undefined
}

test('[CORP-02] a company switched to in another tab is switched to here', () => {
	elsewhere('corpId', 'c2')
	expect([company(), reload.mock.calls.length]).toEqual(['c2', 0])
})

test('[ROOM-78] a call that goes on over another screen is not ended by a reload, which follows the call', () => {
	place = '/MeetingList/CreateMeeting'
	isInRoom = true
	elsewhere('corpId', 'c2')
	expect(reload).not.toHaveBeenCalled()
	isInRoom = false
	move()
	expect(reload).toHaveBeenCalledOnce()
})

test('a screen that may write for the old company reloads', () => {
	place = '/MeetingList/CreateMeeting'
	elsewhere('corpId', 'c2')
	expect(reload).toHaveBeenCalledOnce()
	expect(company()).toBe('c1')
})

test('the page reloads when somebody else signs in in another tab', () => {
	elsewhere('accessToken', 'tok2')
	expect(reload).not.toHaveBeenCalled()
	elsewhere('userInfo', JSON.stringify(wireOf('8', 'Lilei')))
	expect(reload).toHaveBeenCalledOnce()
})

test('the page reloads when another tab signs out', () => {
	elsewhere('accessToken', undefined)
	expect(reload).toHaveBeenCalledOnce()
})

test('the page reloads when another tab clears the storage', () => {
	localStorage.clear()
	window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))
	expect(reload).toHaveBeenCalledOnce()
})

test('[HTTP-13] a token renewed in another tab changes nothing here', () => {
	const before = getCurrentPerson()
	elsewhere('accessToken', 'tok2')
	expect(getCurrentPerson()).toBe(before)
	expect(reload).not.toHaveBeenCalled()
})

test('the same person with another name stays, with that name', () => {
	place = '/MeetingList/CreateMeeting'
	elsewhere('userInfo', JSON.stringify(wireOf('7', 'Meimei')))
	expect(getCurrentPerson()).toMatchObject({ user: { displayName: 'Meimei' } })
	expect(reload).not.toHaveBeenCalled()
})

test('other keys are ignored', () => {
	localStorage.setItem('corpId', 'c2')
	elsewhere('theme', 'dark')
	expect(company()).toBe('c1')
})

test('a hidden page checks when it becomes visible', () => {
	isHidden = true
	elsewhere('corpId', 'c2')
	expect(company()).toBe('c1')
	isHidden = false
	document.dispatchEvent(new Event('visibilitychange'))
	expect(company()).toBe('c2')
})

test('a page restored from the back-forward cache checks, a page just loaded does not', () => {
	const shown = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })
	localStorage.setItem('corpId', 'c2')
	window.dispatchEvent(shown(false))
	expect(company()).toBe('c1')
	window.dispatchEvent(shown(true))
	expect(company()).toBe('c2')
})

test('a room is left alone; leaving it checks', () => {
	place = '/room/123456789'
	elsewhere('accessToken', undefined)
	expect(reload).not.toHaveBeenCalled()
	place = '/MeetingList'
	move()
	expect(reload).toHaveBeenCalledOnce()
})

test('once it is stopped nothing is compared any more', () => {
	place = '/MeetingList/CreateMeeting'
	stop()
	localStorage.setItem('corpId', 'c2')
	elsewhere('accessToken', undefined)
	window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
	document.dispatchEvent(new Event('visibilitychange'))
	move()
	expect([company(), reload.mock.calls.length]).toEqual(['c1', 0])
})
