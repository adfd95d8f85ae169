import type { MeetingStatus } from '@parley/core'
import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { canDelete, canSeeAll, canSeeAttendees, editRefusal, isFormFixed, readRefusal } from './policy.ts'

const user = (id: string) => v.parse(UserId, id)
const company = (id: string) => v.parse(CompanyId, id)
const meeting = { hostId: user('host'), creatorId: user('creator'), companyId: company('x'), isPrivate: true }
const person = (userId: string, userType = 1, companyId = 'x') => ({
	userId: user(userId),
	userType,
	companyId: company(companyId),
})

test.each([
	[0, true],
	[1, false],
	[5, false],
	[6, false],
	[7, true],
])('[DEL-06, ROLE-04] user type %i deletes meetings of others: %s', (userType, may) => {
	expect(canDelete(person('somebody', userType), meeting)).toBe(may)
	expect(canDelete(person('somebody', userType, 'y'), meeting)).toBe(false)
	expect(canDelete(person('host', userType), meeting)).toBe(true)
	expect(canDelete(person('creator', userType, 'y'), meeting)).toBe(true)
})

test.each([2, 3, 4, 8, 99, -1])('[ROLE-11] user type %i, which has no name, is an ordinary member', userType => {
	const [somebody, ordinary] = [person('somebody', userType), person('somebody', 1)]
	const rights = (who: typeof somebody) => [
		canDelete(who, meeting),
		canSeeAll(who, meeting.companyId),
		editRefusal(who, meeting, { status: 1, isOa: true, attendeesOnly: true }),
	]
	expect(rights(somebody)).toEqual(rights(ordinary))
})

describe('editing', () => {
	const [waiting, running, over] = [{ status: 1 }, { status: 2 }, { status: 9 }] as const
	const edit = { isOa: false, attendeesOnly: false }
	const refused = (who: ReturnType<typeof person>, on: { status: MeetingStatus }, more: object = {}) =>
		editRefusal(who, meeting, { ...edit, ...on, ...more })

	test('[EDIT-04, ROLE-05] is for host and creator while it is not over', () => {
		for (const id of ['host', 'creator']) {
			expect(refused(person(id), waiting)).toBeUndefined()
			expect(refused(person(id), running)).toBeUndefined()
			expect(refused(person(id), over)).toBe('over')
		}
	})

	test('[EDIT-11] no one else does, whatever their type', () => {
		for (const userType of [0, 1, 6, 7]) {
			expect(refused(person('somebody', userType), waiting)).toBe('forbidden')
			expect(refused(person('somebody', userType), over)).toBe('forbidden')
			expect(refused(person('somebody', userType), waiting, { isOa: true })).toBe('forbidden')
			expect(refused(person('somebody', userType), waiting, { attendeesOnly: true })).toBe('forbidden')
		}
	})

	test.each([
		[0, undefined],
		[1, 'forbidden'],
		[5, 'forbidden'],
		[6, 'forbidden'],
		[7, undefined],
	])('[EDIT-03] user type %i changes who is invited on sites of the OA kind: %s', (userType, expected) => {
		const attendees = { isOa: true, attendeesOnly: true }
		expect(refused(person('somebody', userType), waiting, attendees)).toBe(expected)
		expect(refused(person('somebody', userType), over, attendees)).toBe(expected ?? 'over')
		expect(refused(person('somebody', userType, 'y'), waiting, attendees)).toBe('forbidden')
	})

	test('[EDIT-02] a form is fixed on OA sites, for people who may not edit', () => {
		expect(isFormFixed(person('somebody'), meeting, waiting, { isOa: true })).toBe(true)
		expect(isFormFixed(person('host'), meeting, over, { isOa: true })).toBe(true)
		expect(isFormFixed(person('host'), meeting, waiting, { isOa: true })).toBe(false)
		expect(isFormFixed(person('somebody'), meeting, waiting, { isOa: false })).toBe(false)
	})
})

describe('reading', () => {
	const read = (
		who: ReturnType<typeof person> | undefined,
		companyIds: string[],
		guestsAllowed = true,
		isPrivate = true,
		isInvited = true,
	) =>
		readRefusal(
			{ person: who, companyIds: companyIds.map(company), guestsAllowed, isInvited },
			{ ...meeting, isPrivate },
		)

	test('[ROLE-01, ROLE-02] a guest reads public meetings of a site that takes guests', () => {
		expect(read(undefined, [], true, false)).toBeUndefined()
		expect(read(undefined, [], true, true)).toBe('loginNeeded')
		expect(read(undefined, [], false, false)).toBe('loginNeeded')
	})

	test('[ROLE-05] a private one is for its company, its host and its creator', () => {
		expect(read(person('somebody'), ['x'])).toBeUndefined()
		expect(read(person('somebody'), ['y'])).toBe('missing')
		expect(read(person('somebody'), ['y'], false, false)).toBeUndefined()
		expect(read(person('host'), ['y'])).toBeUndefined()
	})

	test('[ROLE-05] an invitation-only meeting is for the attendees of its company, and for those who see all of its meetings', () => {
		const [uninvited, invited] = [false, true].map(
			isInvited => (who: ReturnType<typeof person>, companies: string[]) => read(who, companies, true, true, isInvited),
		) as [typeof read, typeof read]
		expect(uninvited(person('somebody'), ['x'])).toBe('missing')
		expect(invited(person('somebody'), ['x'])).toBeUndefined()
		expect(invited(person('somebody'), ['y'])).toBe('missing')
		expect(uninvited(person('creator'), ['y'])).toBeUndefined()
		expect([0, 1, 5, 6, 7].filter(type => !uninvited(person('somebody', type), ['x']))).toEqual([0, 6, 7])
		expect(uninvited(person('somebody', 0, 'y'), ['y', 'x'])).toBe('missing')
		expect(read(person('somebody'), ['y'], true, false, false)).toBeUndefined()
	})
})

test('[ROLE-04] [LIST-09] user types 0, 6 and 7 see all meetings of their company', () => {
	expect([0, 1, 5, 6, 7].filter(type => canSeeAll(person('somebody', type), company('x')))).toEqual([0, 6, 7])
	expect(canSeeAll(person('somebody', 0, 'y'), company('x'))).toBe(false)
	expect(canSeeAll(undefined, company('x'))).toBe(false)
})

test.each([
	['host', 1, 'y', false, true],
	['creator', 1, 'y', false, true],
	['somebody', 0, 'x', false, true],
	['somebody', 7, 'x', false, true],
	['somebody', 6, 'x', false, false],
	['somebody', 1, 'x', false, false],
	['somebody', 1, 'x', true, true],
	['somebody', 0, 'y', true, false],
])('[EDIT-02] %s of type %i in company %s, OA %s, is told who is invited: %s', (id, userType, companyId, isOa, may) => {
	expect(canSeeAttendees(person(id, userType, companyId), meeting, { isOa })).toBe(may)
})
