import { describe, expect, test } from 'vitest'
import { editGroupedDigits, extractDigits, groupDigits } from './DigitsField.tsx'

test.each([
	['', ''],
	['8', '8'],
	['842', '842'],
	['8423', '842 3'],
	['842391556', '842 391 556'],
	['84239155678', '842 391 556 78'],
])('%s is shown as %s', (digits, text) => {
	expect(groupDigits(digits)).toBe(text)
})

test('full-width digits count, letters and spaces do not', () => {
	expect(extractDigits(' ８４２-391 abc')).toBe('842391')
})

describe('the caret', () => {
	/** `|` marks the caret in what the browser has just made of the field. */
	function after(before: string, raw: string, options = {}) {
		const caret = raw.indexOf('|')
		const next = editGroupedDigits(before, raw.replace('|', ''), caret, { max: 9, ...options })
		return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
	}

	test('follows what is typed at the end', () => {
		expect(after('842', '8423|')).toBe('842 3|')
	})

	test('stays where a digit is put into the middle', () => {
		expect(after('842391', '8492|2 391')).toBe('849 2|23 91')
	})

	test('stays where a digit is taken out of the middle', () => {
		expect(after('842391', '84| 391')).toBe('84|3 91')
	})

	test('deleting a space deletes the digit behind it', () => {
		expect(after('842391', '842|391')).toBe('84|3 91')
	})

	test('deleting ahead over a space deletes the digit in front', () => {
		expect(after('842391', '842|391', { ahead: true })).toBe('842| 91')
	})

	test('the same number filled in again without its spaces stays whole', () => {
		expect(after('842391556', '842391556|')).toBe('842 391 556|')
	})

	test('a paste with anything in it leaves nine digits', () => {
		expect(after('', '会议号：842-391-556-00|')).toBe('842 391 556|')
	})

	test('nothing is deleted in front of the first digit', () => {
		expect(after('842391', '|842391')).toBe('|842 391')
	})
})
