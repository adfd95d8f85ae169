import { expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import {
	type FieldErrorKey,
	fieldErrorText,
	isJoinFormComplete,
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

test('[JOIN-03] the form is complete with id and name, and with the password where one is required', () => {
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
])('[JOIN-11] [JOIN-13] id %j', (meetingId, key) => {
	expect(validateJoinForm(form({ meetingId }), false)).toEqual(key && { field: 'meetingId', key })
})

test('[JOIN-14] a name of spaces is invalid', () => {
	expect(validateJoinForm(form({ displayName: ' \t ' }), false)).toEqual({
		field: 'displayName',
		key: 'Meeting.tips13',
	})
})

test('[JOIN-21] a missing password has the message tips8', () => {
	expect(validateJoinForm(form(), true)).toEqual({ field: 'password', key: 'Meeting.tips8' })
	expect(validateJoinForm(form({ password: '1' }), true)).toBeUndefined()
})

test('[QJ-01] quick join validates the name first', () => {
	expect(validateQuickJoinForm(form({ displayName: '', meetingId: '' }))).toEqual({
		field: 'displayName',
		key: 'Meeting.tips13',
	})
})

test.each([
	['', 'Meeting.tips11'],
	['84239155', 'Meeting.tips24'],
	['8423915561', 'Meeting.tips24'],
	['842391556', undefined],
])('[JOIN-12] quick join requires nine digits: %j', (meetingId, key) => {
	expect(validateQuickJoinForm(form({ meetingId }))).toEqual(key && { field: 'meetingId', key })
})

test.each<FieldErrorKey>(['Meeting.tips8', 'Meeting.tips11', 'Meeting.tips12', 'Meeting.tips13', 'Meeting.tips24'])(
	'[I18N-07] the key %s is the message of this name',
	key => expect(fieldErrorText(key)).toBe(m[key]()),
)
