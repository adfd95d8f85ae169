import { expect, test } from 'vitest'
import { type JoinConditions, joinRefusal } from './policy.ts'

const meeting = { status: 1, startAt: 100, isPrivate: false, isLocked: false, hostMustOpen: false }
const at = (who: Partial<Omit<JoinConditions, 'meeting'>> = {}, of: Partial<JoinConditions['meeting']> = {}) =>
	joinRefusal({
		now: 50,
		isHost: false,
		isGuest: false,
		isSameCompany: true,
		isInvited: true,
		siteAllowsGuests: true,
		knowsPassword: true,
		isRemoved: false,
		isKnownInRoom: false,
		isFull: false,
		...who,
		meeting: { ...meeting, ...of },
	})

test('[JOIN-23] nothing in the way: come in', () => {
	expect(at()).toBeUndefined()
	expect(at({ isGuest: true, isSameCompany: false })).toBeUndefined()
})

test('[JERR-01, ROLE-02] 801: a guest at a private meeting, or on a site that takes none', () => {
	expect(at({ isGuest: true }, { isPrivate: true })).toBe('loginOnly')
	expect(at({ isGuest: true, siteAllowsGuests: false })).toBe('loginOnly')
	expect(at({ siteAllowsGuests: false }, { isPrivate: true })).toBeUndefined()
})

test('[JERR-02, JERR-03] 802 before the start, 806 from the start on; neither for the host or once it is open', () => {
	expect(at({ now: 99 }, { hostMustOpen: true })).toBe('notStarted')
	expect(at({ now: 100 }, { hostMustOpen: true })).toBe('notOpened')
	expect(at({ isHost: true }, { hostMustOpen: true })).toBeUndefined()
	expect(at({}, { hostMustOpen: true, status: 2 })).toBeUndefined()
})

test('[JERR-04, ROLE-05] 803: no or another password; the host needs none', () => {
	expect(at({ knowsPassword: false })).toBe('wrongPassword')
	expect(at({ knowsPassword: false, isHost: true })).toBeUndefined()
})

test('[JERR-06, JERR-08, JERR-09, JERR-10, JERR-11] 804, 807, 808, 809, 810', () => {
	expect(at({ isHost: true }, { status: 9 })).toBe('over')
	expect(at({}, { isLocked: true })).toBe('locked')
	expect(at({ isHost: true }, { isLocked: true })).toBeUndefined()
	expect(at({ isKnownInRoom: true }, { isLocked: true })).toBeUndefined()
	expect(at({ isKnownInRoom: true, isRemoved: true }, { isLocked: true })).toBe('removed')
	expect(at({ isSameCompany: false }, { isPrivate: true })).toBe('otherCompany')
	expect(at({ isSameCompany: false, isHost: true }, { isPrivate: true })).toBeUndefined()
	expect(at({ isFull: true })).toBe('full')
	expect(at({ isFull: true, isHost: true })).toBe('full')
	expect(at({ isRemoved: true })).toBe('removed')
})
