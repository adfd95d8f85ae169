import { describe, expect, test } from 'vitest'
import { meetingStatus } from './meetingRules.ts'
import {
	canDeleteMeeting,
	canEditAttendees,
	canEditMeeting,
	canSchedule,
	canSeeAllMeetings,
	isDisplayNameLocked,
	isHostOrCreator,
	isJoinNameLocked,
	isScanner,
	isUserType,
	type Role,
} from './roles.ts'

const meeting = { hostId: 'host', creatorId: 'creator' }
const colleague = (userType: number): Role => ({ userId: 'colleague', userType })
const userTypes = [0, 1, 5, 6, 7]
test('only user types with a meaning may be assigned', () => {
	const given = Array.from({ length: 1_000 }, (_, number) => number).filter(isUserType)
	expect(given).toEqual(userTypes)
	for (const number of [-1, 1.5, Number.NaN]) expect(isUserType(number)).toBe(false)
})

const typesWith = (right: (role: Role) => boolean) => userTypes.filter(userType => right(colleague(userType)))
const guest: Role = {}

test('[ROLE-03] host and creator, and no one else', () => {
	expect(isHostOrCreator({ userId: 'host' }, meeting)).toBe(true)
	expect(isHostOrCreator({ userId: 'creator' }, meeting)).toBe(true)
	expect(isHostOrCreator(colleague(0), meeting)).toBe(false)
	expect(isHostOrCreator(guest, { hostId: undefined as never, creatorId: undefined as never })).toBe(false)
	expect(isHostOrCreator(undefined, meeting)).toBe(false)
})

test('[LIST-10] every signed-in person schedules, except user type 5', () => {
	expect(typesWith(canSchedule)).toEqual([0, 1, 6, 7])
	expect(typesWith(isScanner)).toEqual([5])
	expect(canSchedule(guest)).toBe(false)
})

test('[LIST-09] user types 0, 6 and 7 see all meetings of their company', () => {
	expect(typesWith(canSeeAllMeetings)).toEqual([0, 6, 7])
	expect(canSeeAllMeetings({ userId: 'admin of another company' })).toBe(false)
})

test('[DEL-06, DEL-07] user types 0 and 7, host and creator delete', () => {
	expect(typesWith(role => canDeleteMeeting(role, meeting))).toEqual([0, 7])
	expect(canDeleteMeeting({ userId: 'host', userType: 1 }, meeting)).toBe(true)
	expect(canDeleteMeeting({ userId: 'creator' }, meeting)).toBe(true)
})

test('[ROLE-05] host and creator edit until the meeting is over', () => {
	const { notStarted, inProgress, ended } = meetingStatus
	const host = { userId: 'host', userType: 1 }
	expect([notStarted, inProgress, ended].map(status => canEditMeeting(host, meeting, status))).toEqual([
		true,
		true,
		false,
	])
	expect(typesWith(role => canEditMeeting(role, meeting, notStarted))).toEqual([])
})

test('[EDIT-03] on OA sites user types 0 and 7 edit the attendees', () => {
	expect(typesWith(role => canEditAttendees(role, { isOa: true }))).toEqual([0, 7])
	expect(typesWith(role => canEditAttendees(role, { isOa: false }))).toEqual([])
})

describe('[JOIN-18, JOIN-19, OP-021] the name a member joins under is locked', () => {
	test.each([
		['a guest', undefined, { isOa: true, type: 1 }, false],
		['a member on an OA site', { type: 2 }, { isOa: true, type: 2 }, true],
		['a member of a company on a corporate site', { type: 1 }, { isOa: false, type: 1 }, true],
		['a personal edition on a corporate site', { type: 2 }, { isOa: false, type: 1 }, false],
		['a member on a mixed site', { type: 1 }, { isOa: false, type: 2 }, false],
	])('%s', (_, company, site, expected) => {
		expect(isJoinNameLocked(company, site)).toBe(expected)
	})
})

test('[PERS-19, ROLE-08] a display name from a directory is locked, and on OA sites every display name', () => {
	expect(isDisplayNameLocked({ source: 'ldap' }, { isOa: false })).toBe(true)
	expect(isDisplayNameLocked({ source: null }, { isOa: true })).toBe(true)
	expect(isDisplayNameLocked({}, { isOa: false })).toBe(false)
})
