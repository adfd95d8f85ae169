import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	charactersLost,
	cleanText,
	cleanWhileTyping,
	codePointLength,
	digitsWhileTyping,
	displayNameWhileTyping,
	formatListMeetingId,
	formatMeetingId,
	loginPasswordWhileTyping,
	maskPhone,
	stripEmoji,
	topicWhileTyping,
	truncate,
	userNameWhileTyping,
} from './text.ts'

describe('cleaning', () => {
	test.each(['😀', '👨‍👩‍👧‍👦', '🇨🇳', '1️⃣', '❤️', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☀️', '✈'])('[CREATE-12, JOIN-16] %s goes', emoji => {
		expect(stripEmoji(`a${emoji}b`)).toBe('ab')
		expect(cleanText(`${emoji}`)).toBe('')
	})

	test.each(['港口计划', 'Ångström', 'Привет', 'مرحبا', '100 % (a/b) #1 *2', 'a_b-c.d·e', '© ® ™', '‼', '㊗', '𠮷'])(
		'[CREATE-12, JOIN-16] %s stays',
		text => {
			expect(cleanText(text)).toBe(text)
		},
	)

	test('[CREATE-13, JOIN-17] whitespace of every kind becomes one space and goes at the ends', () => {
		expect(cleanText(' \t a \n\r  b\u3000\u00a0c \u2028')).toBe('a b c')
		expect(cleanWhileTyping('a  b ')).toBe('a b ')
		expect(cleanText('a 😀 b')).toBe('a b')
	})

	test('[CREATE-12] control, formatting and private characters go', () => {
		expect(cleanText('a\u0000b\u202ec\u200bd\ue000e\ud800f')).toBe('abcdef')
	})

	test('[JOIN-16] marks without a letter go, and so do the sixth and further ones on a letter', () => {
		const piled = (count: number) => `Z${'\u0351'.repeat(count)}o`
		expect(cleanText(piled(50))).toBe(piled(5))
		expect(cleanText(piled(5))).toBe(piled(5))
		expect(cleanText(`${'\u0351'.repeat(50)} \u0300a`)).toBe('a')
		expect(cleanText('\u0351'.repeat(50))).toBe('')
		// Vietnamese in single characters, Burmese with five marks, Hindi, Thai and Hebrew.
		for (const name of ['Nguye\u0302\u0303n', 'မြွှေ့', 'क्षत्रिय', 'น้ำ', 'שָׁלוֹם']) expect(cleanText(name)).toBe(name)
	})

	test('[CREATE-13] cleaned text stays clean', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), text => {
				const once = cleanText(text)
				expect(cleanText(once)).toBe(once)
				expect(once).not.toMatch(/^\s|\s$|\s\s/)
			}),
			{ numRuns: 500 },
		)
	})
})

describe('length', () => {
	test('[OP-114] counts characters as people do', () => {
		expect(codePointLength('𠮷a')).toBe(2)
		expect(truncate('𠮷𠮷𠮷', 2)).toBe('𠮷𠮷')
		expect(truncate('ab', 2)).toBe('ab')
	})

	test('[CREATE-14, JOIN-15] fields stop at 200 and at 50', () => {
		expect(codePointLength(topicWhileTyping('𠮷'.repeat(201)))).toBe(200)
		expect(codePointLength(displayNameWhileTyping('𠮷'.repeat(51)))).toBe(50)
	})
})

describe('while typing', () => {
	test('[LOGIN-06, LOGIN-07, LOGIN-08] a user name keeps its characters only, at most 20', () => {
		expect(userNameWhileTyping('Han Mei@韩_.-·!😀')).toBe('HanMei韩_.-·')
		expect(userNameWhileTyping('a'.repeat(21))).toHaveLength(20)
	})

	test('[LOGIN-13, LOGIN-14] a sign-in password has no whitespace and at most 20 characters', () => {
		expect(loginPasswordWhileTyping(' a\tb c ')).toBe('abc')
		expect(loginPasswordWhileTyping('x'.repeat(21))).toHaveLength(20)
	})

	test('[JOIN-07, JOIN-10, JOIN-20] digits only, as many as fit', () => {
		expect(digitsWhileTyping('12a 34５6', 4)).toBe('1234')
		expect(digitsWhileTyping('abc', 4)).toBe('')
	})
})

describe('showing', () => {
	test('[JOIN-08, LIST-25, OP-006] an id in groups of three, on the list eleven characters of it', () => {
		expect(formatMeetingId('123456789')).toBe('123 456 789')
		expect(formatMeetingId('123456789012')).toBe('123 456 789 012')
		expect(formatMeetingId('1234')).toBe('123 4')
		expect(formatMeetingId('')).toBe('')
		expect(formatListMeetingId('123456789012')).toBe('123 456 789')
	})

	test('[STORE-06, OP-129] a phone number with its middle hidden', () => {
		expect(maskPhone('13812345678')).toBe('138****5678')
		expect(maskPhone('1234567')).toBe('1****67')
		expect(maskPhone('123456')).toBe('123456')
	})
})

test('of the characters removed from a text, the visible ones are reported, once each', () => {
	expect(charactersLost('Ada 😀 King 😀🎉 🇨🇳')).toEqual(['😀', '🎉', '🇨', '🇳'])
	expect(charactersLost('a\ue000b')).toEqual(['\ue000'])
	for (const text of ['', ' 李雷\u3000𠮷 ', 'José©™', 'Jose\u0301', 'a\u200bb\u200d\ufeff\ufe0f', 'a\tb', '10 #*'])
		expect(charactersLost(text)).toEqual([])
})
