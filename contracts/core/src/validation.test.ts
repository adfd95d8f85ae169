import { describe, expect, test } from 'vitest'
import {
	hostPasswordError,
	isDisplayName,
	isMeetingPassword,
	isTopic,
	isUserName,
	meetingIdError,
	newPasswordError,
} from './validation.ts'

test('[LOGIN-05, LOGIN-06] a user name has 2 to 20 letters, digits, Chinese characters or _ . - ·', () => {
	for (const name of ['ab', '韩梅', 'han_mei.1-2·3', 'a'.repeat(20)]) expect(isUserName(name)).toBe(true)
	for (const name of ['a', '', 'a'.repeat(21), 'a b', 'a@b', 'añb', '😀😀', 'ab\n'])
		expect(isUserName(name)).toBe(false)
})

test('[REG-07, REG-08, OP-042] a new password has 8 to 20 printable characters of at least two kinds', () => {
	for (const password of ['abcdefg1', 'abcdefg!', '1234567!', `${'a'.repeat(19)}1`]) {
		expect(newPasswordError(password, 'anna')).toBeUndefined()
	}
	for (const password of [
		'',
		'abcdef1',
		'abcdefgh',
		'12345678',
		'!!!!!!!!',
		'abc defg1',
		'密码密码密码a1',
		`${'a'.repeat(20)}1`,
	]) {
		expect(newPasswordError(password, 'anna')).toBe('formatError')
	}
	expect(newPasswordError('anna-1234', 'anna-1234')).toBe('User.tips10')
	expect(newPasswordError('anna-1234', undefined)).toBeUndefined()
})

test('[CREATE-19, CREATE-20] a host password is needed and strong', () => {
	expect(hostPasswordError('')).toBe('Meeting.tips4')
	for (const weak of ['abcdefgh', '12345678', 'abc 1234', 'abc1234', `${'a'.repeat(20)}1`, 'abcdefg１']) {
		expect(hostPasswordError(weak)).toBe('Meeting.tips5')
	}
	for (const good of ['abcd1234', 'abcd!!!!', '1234!!!!', `${'a'.repeat(19)}1`])
		expect(hostPasswordError(good)).toBeUndefined()
})

test('[CREATE-17, OP-001] a meeting password is nothing, or digits: as many as the site asks for, and 20 at most', () => {
	for (const password of ['', '1234', '1'.repeat(20)]) expect(isMeetingPassword(password, 4)).toBe(true)
	for (const password of ['123', '1'.repeat(21), 'abcd', '12 34', '１２３４', '-1234', '1234\n']) {
		expect(isMeetingPassword(password, 4)).toBe(false)
	}
	expect(isMeetingPassword('1', 1)).toBe(true)
	expect(isMeetingPassword('1234567', 8)).toBe(false)
})

test('[CREATE-17] a shorter one that is saved stays valid, and no other one', () => {
	expect(isMeetingPassword('123', 4, '123')).toBe(true)
	expect(isMeetingPassword('124', 4, '123')).toBe(false)
	expect(isMeetingPassword('', 4, '123')).toBe(true)
	expect(isMeetingPassword('12a', 4, '12a')).toBe(false)
})

describe('a typed meeting id', () => {
	test('[JOIN-11, JOIN-13, OP-005] none: tips11; fewer than nine digits: tips12', () => {
		expect(meetingIdError('')).toBe('tips11')
		expect(meetingIdError('abcdefghi')).toBe('tips11')
		expect(meetingIdError('12 345 678')).toBe('tips12')
		expect(meetingIdError('123 456 789')).toBeUndefined()
		expect(meetingIdError('123456789012')).toBeUndefined()
	})

	test('[JOIN-12, JOIN-34] if nine digits are required, anything else is tips24', () => {
		expect(meetingIdError('12345678', 'exactly')).toBe('tips24')
		expect(meetingIdError('1234567890', 'exactly')).toBe('tips24')
		expect(meetingIdError('123 456 789', 'exactly')).toBeUndefined()
		expect(meetingIdError('', 'exactly')).toBe('tips11')
	})
})

test('[JOIN-14, JOIN-15] a display name is clean and has 1 to 50 characters', () => {
	for (const name of ['x', '𠮷'.repeat(50), 'Han Mei']) expect(isDisplayName(name)).toBe(true)
	for (const name of ['', ' ', ' x', 'x  y', '😀', '𠮷'.repeat(51)]) expect(isDisplayName(name)).toBe(false)
})

test('[CREATE-11, CREATE-14] a topic is clean and has 1 to 200 characters', () => {
	for (const topic of ['x', '会'.repeat(200), '<b>']) expect(isTopic(topic)).toBe(true)
	for (const topic of ['', ' ', 'x ', '😀', '会'.repeat(201)]) expect(isTopic(topic)).toBe(false)
})
