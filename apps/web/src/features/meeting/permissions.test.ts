import { meetingStatus } from '@parley/core'
import { expect, test } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import {
	canEdit,
	canListCompanyMeetings,
	canRemove,
	canSchedule,
	canShare,
	hostDisplayName,
	isHostOrCreator,
	isScanner,
	joinAvailability,
	toViewer,
} from './permissions.ts'

const { notStarted, inProgress, over } = meetingStatus
const creator = { id: 'creator', userType: 1 }
const host = { id: 'host', userType: 1, displayName: 'Mei' }
const other = { id: 'other', userType: 1 }
const guest = {}

test('[ROLE-03] the host and the creator run a meeting, nobody else does', () => {
	expect([host, creator, other, guest].map(viewer => isHostOrCreator(aMeeting(), viewer))).toEqual([
		true,
		true,
		false,
		false,
	])
})

test('[ROLE-03] a guest runs nothing, even a meeting whose host is not known', () => {
	expect(isHostOrCreator(aMeeting({ hostId: undefined as never }), guest)).toBe(false)
})

test('[LIST-10] everybody may schedule but type 5 and guests', () => {
	const may = [0, 1, 5, 6, 7].filter(userType => canSchedule({ id: 'x', userType }))
	expect(may).toEqual([0, 1, 6, 7])
	expect(canSchedule(guest)).toBe(false)
})

test('[DEL-06] types 0 and 7 may delete any meeting, 6 may not', () => {
	const may = [0, 1, 5, 6, 7].filter(userType => canRemove(aMeeting(), { id: 'x', userType }))
	expect(may).toEqual([0, 7])
})

test('[DEL-07] host and creator may delete their own', () => {
	expect(canRemove(aMeeting(), host)).toBe(true)
	expect(canRemove(aMeeting(), creator)).toBe(true)
})

test('[LIST-33] the way into a one-off meeting is open until it is over', () => {
	const ways = [notStarted, inProgress, over].map(status => joinAvailability(aMeeting({ status }), other))
	expect(ways).toEqual(['open', 'open', 'none'])
})

test('[LIST-34] a room opens to whoever runs it, to others once it is in progress', () => {
	const ways = (viewer: typeof other) =>
		[notStarted, inProgress, over].map(status => joinAvailability(aMeeting({ status, isRecurring: true }), viewer))
	expect(ways(host)).toEqual(['open', 'open', 'none'])
	expect(ways(creator)).toEqual(['open', 'open', 'none'])
	expect(ways(other)).toEqual(['closed', 'open', 'none'])
})

test('[LIST-38] the host reads the name they go by now, others the one of the meeting', () => {
	expect(hostDisplayName(aMeeting(), host)).toBe('Mei')
	expect(hostDisplayName(aMeeting(), other)).toBe('Han Mei')
	expect(hostDisplayName(aMeeting(), { ...creator, displayName: 'Li Lei' })).toBe('Han Mei')
})

test('the type that counts is the one in the company one works in', () => {
	const user = { id: 'u', userType: 1, displayName: 'U' } as never
	const company = { userType: 7 } as never
	expect(toViewer({ kind: 'member', user, company })).toEqual({ id: 'u', userType: 7, displayName: 'U' })
	expect(toViewer({ kind: 'member', user, company: undefined }).userType).toBe(1)
	expect(toViewer({ kind: 'guest' })).toEqual({})
})

const ofType = (userType: number) => ({ id: 'x', userType })

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
	const edit = (status: 1 | 2 | 9, isOa: boolean) =>
		[host, creator, other, ofType(0), ofType(6), ofType(7), guest].map(viewer =>
			canEdit(aMeeting({ status }), viewer, isOa),
		)
	expect(edit(notStarted, false)).toEqual([true, true, false, false, false, false, false])
	expect(edit(inProgress, true)).toEqual([true, true, false, true, false, true, false])
	expect(edit(over, true)).toEqual(Array(7).fill(false))
})

test('[LIST-33] [SHARE-06] everybody shares until it is over', () => {
	expect([notStarted, inProgress, over].map(status => canShare(aMeeting({ status })))).toEqual([true, true, false])
})
