import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { editRefusal, isFormFixed, mayDelete, maySchedule, readRefusal, runs } from './policy.ts'

const user = (id: string) => v.parse(UserId, id)
const company = (id: string) => v.parse(CompanyId, id)
const meeting = { hostId: user('host'), creatorId: user('creator'), companyId: company('x'), isPrivate: true }
const person = (userId: string, userType = 1, companyId = 'x') => ({
	userId: user(userId),
	userType,
	companyId: company(companyId),
})

test('[ROLE-03] host and creator run a meeting, nobody else', () => {
	expect(runs(person('host'), meeting)).toBe(true)
	expect(runs(person('creator'), meeting)).toBe(true)
	expect(runs(person('somebody', 0), meeting)).toBe(false)
	expect(runs(undefined, meeting)).toBe(false)
})

test.each([
	[0, true],
	[1, false],
	[5, false],
	[6, false],
	[7, true],
])('[DEL-06, ROLE-04] user type %i deletes meetings of others: %s', (userType, may) => {
	expect(mayDelete(person('somebody', userType), meeting)).toBe(may)
	expect(mayDelete(person('somebody', userType, 'y'), meeting)).toBe(false)
	expect(mayDelete(person('host', userType), meeting)).toBe(true)
	expect(mayDelete(person('creator', userType, 'y'), meeting)).toBe(true)
})

test('[LIST-10, ROLE-04] user type 5 schedules nothing', () => {
	expect([0, 1, 5, 6, 7].filter(userType => maySchedule(person('somebody', userType)))).toEqual([0, 1, 6, 7])
})

describe('editing', () => {
	const [waiting, running, over] = [{ status: 1 }, { status: 2 }, { status: 9 }] as const

	test('[EDIT-04, ROLE-05] is for host and creator while it is not over', () => {
		for (const id of ['host', 'creator']) {
			expect(editRefusal(person(id), meeting, waiting)).toBeUndefined()
			expect(editRefusal(person(id), meeting, running)).toBeUndefined()
			expect(editRefusal(person(id), meeting, over)).toBe('over')
		}
	})

	test('[EDIT-11] colleagues are told no, of whatever type they are, and strangers nothing', () => {
		for (const userType of [0, 1, 6, 7]) {
			expect(editRefusal(person('somebody', userType), meeting, waiting)).toBe('forbidden')
			expect(editRefusal(person('somebody', userType), meeting, over)).toBe('forbidden')
			expect(editRefusal(person('somebody', userType, 'y'), meeting, waiting)).toBe('missing')
		}
	})

	test('[EDIT-02] a form is fixed on sites of the OA kind, for whoever may not edit', () => {
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
		guestsWelcome = true,
		isPrivate = true,
	) => readRefusal({ person: who, companyIds: companyIds.map(company), guestsWelcome }, { ...meeting, isPrivate })

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
})
