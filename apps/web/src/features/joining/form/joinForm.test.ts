import { expect, test } from 'vitest'
import {
	isJoinFormComplete,
	isNameLocked,
	type JoinFormValues,
	validateJoinForm,
	validateQuickJoinForm,
} from './joinForm.ts'

const form = (fields: Partial<JoinFormValues> = {}): JoinFormValues => ({
	meetingId: '842391556',
	displayName: 'Mei',
	password: '',
	...fields,
})

test('[JOIN-03] the button waits for id and name, and for the password where one is asked for', () => {
	expect(isJoinFormComplete(form(), false)).toBe(true)
	expect(isJoinFormComplete(form({ meetingId: '' }), false)).toBe(false)
	expect(isJoinFormComplete(form({ displayName: '  ' }), false)).toBe(false)
	expect(isJoinFormComplete(form(), true)).toBe(false)
	expect(isJoinFormComplete(form({ password: '1' }), true)).toBe(true)
})

test.each([
	['', 'Meeting.tips11'],
	['84239155', 'Meeting.tips12'],
	['842391556', undefined],
	['842391556123', undefined],
])('[JOIN-11] [JOIN-13] id %j', (meetingId, fault) => {
	expect(validateJoinForm(form({ meetingId }), false)?.fault).toBe(fault)
})

test('[JOIN-14] a name of blanks is none', () => {
	expect(validateJoinForm(form({ displayName: ' \t ' }), false)).toEqual({
		field: 'displayName',
		fault: 'Meeting.tips13',
	})
})

test('[JOIN-21] the password is asked for by tips8', () => {
	expect(validateJoinForm(form(), true)).toEqual({ field: 'password', fault: 'Meeting.tips8' })
})

test('[QJ-01] quick join looks at the name first', () => {
	expect(validateQuickJoinForm(form({ displayName: '', meetingId: '' }))?.fault).toBe('Meeting.tips13')
})

test.each([
	['', 'Meeting.tips11'],
	['84239155', 'Meeting.tips24'],
	['8423915561', 'Meeting.tips24'],
	['842391556', undefined],
])('[JOIN-12] quick join wants nine digits: %j', (meetingId, fault) => {
	expect(validateQuickJoinForm(form({ meetingId }))?.fault).toBe(fault)
})

const enterprise = { kind: 'member', company: { type: 1 } } as const
const personal = { kind: 'member', company: { type: 2 } } as const

test('[JOIN-18] on an OA site the name of a member is locked, that of a guest is not', () => {
	expect(isNameLocked(personal, { isOa: true, type: 2 })).toBe(true)
	expect(isNameLocked({ kind: 'guest' }, { isOa: true, type: 1 })).toBe(false)
})

test('[JOIN-19] on a corporate site the name is locked in a company, not in the personal edition', () => {
	expect(isNameLocked(enterprise, { isOa: false, type: 1 })).toBe(true)
	expect(isNameLocked(personal, { isOa: false, type: 1 })).toBe(false)
	expect(isNameLocked({ kind: 'guest' }, { isOa: false, type: 1 })).toBe(false)
})

test('on a mixed site members choose the name they are seen by', () => {
	expect(isNameLocked(enterprise, { isOa: false, type: 2 })).toBe(false)
	expect(isNameLocked(enterprise, undefined)).toBe(false)
})
