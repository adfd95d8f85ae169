import {
	canDeleteMeeting,
	canSchedule,
	isHostOrCreator,
	isScanner,
	type MeetingStatus,
	meetingStatus,
} from '@parley/core'
import { expect, test } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import {
	canEdit,
	canListCompanyMeetings,
	canShare,
	hostDisplayName,
	joinAvailability,
	toMeetingReader,
} from './permissions.ts'

const { notStarted, inProgress, ended } = meetingStatus
const creator = { userId: 'creator', userType: 1 }
const host = { userId: 'host', userType: 1, displayName: 'Mei' }
const other = { userId: 'other', userType: 1 }
const guest = {}

test('[ROLE-03] host and creator are told from everybody else', () => {
	expect([host, creator, other, guest].map(reader => isHostOrCreator(reader, aMeeting()))).toEqual([
		true,
		true,
		false,
		false,
	])
})

test('[ROLE-03] a guest is neither, even of a meeting whose host is not known', () => {
	expect(isHostOrCreator(guest, aMeeting({ hostId: undefined as never }))).toBe(false)
})

test('[LIST-10] everybody may schedule but type 5 and guests', () => {
	const may = [0, 1, 5, 6, 7].filter(userType => canSchedule({ userId: 'x', userType }))
	expect(may).toEqual([0, 1, 6, 7])
	expect(canSchedule(guest)).toBe(false)
})

test('[DEL-06] types 0 and 7 may delete any meeting, 6 may not', () => {
	const may = [0, 1, 5, 6, 7].filter(userType => canDeleteMeeting({ userId: 'x', userType }, aMeeting()))
	expect(may).toEqual([0, 7])
})

test('[DEL-07] host and creator may delete their own', () => {
	expect(canDeleteMeeting(host, aMeeting())).toBe(true)
	expect(canDeleteMeeting(creator, aMeeting())).toBe(true)
})

test('[LIST-33] a one-off meeting can be joined until it is over', () => {
	const availability = [notStarted, inProgress, ended].map(status => joinAvailability(aMeeting({ status }), other))
	expect(availability).toEqual(['open', 'open', 'none'])
})

test('[LIST-34] a recurring meeting can be joined by host and creator, by others once it is in progress', () => {
	const availability = (reader: typeof other) =>
		[notStarted, inProgress, ended].map(status => joinAvailability(aMeeting({ status, isRecurring: true }), reader))
	expect(availability(host)).toEqual(['open', 'open', 'none'])
	expect(availability(creator)).toEqual(['open', 'open', 'none'])
	expect(availability(other)).toEqual(['closed', 'open', 'none'])
})

test('[LIST-38] the host reads their present name, others the one of the meeting', () => {
	expect(hostDisplayName(aMeeting(), host)).toBe('Mei')
	expect(hostDisplayName(aMeeting(), other)).toBe('Han Mei')
	expect(hostDisplayName(aMeeting(), { ...creator, displayName: 'Li Lei' })).toBe('Han Mei')
})

test('the user type is that of the company the person works in', () => {
	const user = { id: 'u', userType: 1, displayName: 'U' } as never
	const company = { userType: 7 } as never
	expect(toMeetingReader({ kind: 'member', user, company })).toEqual({ userId: 'u', userType: 7, displayName: 'U' })
	expect(toMeetingReader({ kind: 'member', user, company: undefined }).userType).toBe(1)
	expect(toMeetingReader({ kind: 'guest' })).toEqual({})
})

const ofType = (userType: number) => ({ userId: 'x', userType })

test('[LIST-09] [ROLE-04] [OP-013] types 0, 6 and 7 see all meetings, where the site shows them', () => {
	const see = (isShown: boolean | undefined) =>
		[0, 1, 5, 6, 7].filter(type => canListCompanyMeetings(ofType(type), isShown))
	expect(see(true)).toEqual([0, 6, 7])
	expect(see(false)).toEqual([])
	expect(see(undefined)).toEqual([])
	expect(canListCompanyMeetings(guest, true)).toBe(false)
})

test('[LIST-06] [LIST-11] type 5 only scans', () => {
	expect([0, 1, 5, 6, 7].filter(type => isScanner(ofType(type)))).toEqual([5])
	expect(isScanner(guest)).toBe(false)
})

test('[EDIT-04] host and creator edit until it is over, on sites of the OA kind types 0 and 7 too', () => {
	const edit = (status: MeetingStatus, isOa: boolean) =>
		[host, creator, other, ofType(0), ofType(6), ofType(7), guest].map(reader =>
			canEdit(aMeeting({ status }), reader, isOa),
		)
	expect(edit(notStarted, false)).toEqual([true, true, false, false, false, false, false])
	expect(edit(inProgress, true)).toEqual([true, true, false, true, false, true, false])
	expect(edit(ended, true)).toEqual(Array(7).fill(false))
})

test('[LIST-33] [SHARE-06] everybody shares until it is over', () => {
	expect([notStarted, inProgress, ended].map(status => canShare(aMeeting({ status })))).toEqual([true, true, false])
})
