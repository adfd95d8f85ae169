import { expect, test } from 'vitest'
import { comparableText, createFindWord } from './wordFilter.ts'

test.each([
	['a word', ['casino'], 'to the casino!', 'casino'],
	['capitals', ['casino'], 'CaSiNo', 'casino'],
	['capitals in the list', ['CASINO'], 'casino', 'casino'],
	['full width', ['casino'], 'ｃａｓｉｎｏ', 'casino'],
	['full width in the list', ['ＣＡＳＩＮＯ'], 'casino', 'casino'],
	['invisible characters', ['赌博'], '赌\u200b博', '赌博'],
	['a word within a longer one', ['ass'], 'class', undefined],
	['a word at the beginning of a longer one', ['ass'], 'assembly', undefined],
	['a longer word after one it begins with', ['ass', 'assembly'], 'an assembly', 'assembly'],
	['a word between punctuation', ['ass'], '(ass)', 'ass'],
	['a number within a longer one', ['89'], '1989', undefined],
	['Chinese among Chinese', ['赌博'], '网上赌博网站', '赌博'],
	['a Latin word among Chinese', ['vpn'], '请用vpn上网', 'vpn'],
	['Chinese among Latin letters', ['赌博'], 'abc赌博def', '赌博'],
	['a word that overlaps the beginning of another', ['赌博网', '博彩'], '赌博彩', '博彩'],
	['a shorter word at the end of a longer one that does not fit', ['x博', '博'], 'ax博', '博'],
	['several words with any space between', ['buy now'], 'Buy \n  now', 'buy now'],
	['outside the basic plane', ['𠮷野'], '在𠮷野家', '𠮷野'],
	['no word of the list', ['casino'], 'a quiet evening', undefined],
	['an empty list', [], 'casino', undefined],
	['blank words', ['', ' \u200b'], 'casino', undefined],
	['an empty text', ['casino'], '', undefined],
])('the filter handles %s', (_what, words, text, found) => {
	expect(createFindWord(words)(text)).toBe(found)
})

test('it finds the same as a search for each word, in random texts of few letters', () => {
	const random = seeded(7)
	const letters = ['赌', '博', '彩', '网']
	const randomText = (length: number) =>
		Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
	for (let round = 0; round < 2_000; round++) {
		const words = Array.from({ length: 5 }, () => randomText(2 + Math.floor(random() * 4)))
		const text = randomText(12)
		const found = createFindWord(words)(text)
		expect(found !== undefined, `${words} in ${text}`).toBe(words.some(word => text.includes(word)))
		if (found !== undefined) expect(words).toContain(found)
	}
})

test('a message of 255 characters against 5,000 words takes 50 µs at most', () => {
	const random = seeded(3)
	const character = () => String.fromCharCode(0x4e00 + Math.floor(random() * 2_000))
	const words = Array.from({ length: 5_000 }, () => Array.from({ length: 4 }, character).join(''))
	const text = Array.from({ length: 255 }, character).join('')
	const find = createFindWord(words)
	const rounds = Array.from({ length: 400 }, () => {
		const before = performance.now()
		find(text)
		return (performance.now() - before) * 1_000
	})
	// The median excludes other load of the machine.
	expect(rounds.sort((a, b) => a - b)[200]).toBeLessThan(50)
})

test('compared text has no capitals, full width or invisible characters', () => {
	expect(comparableText(' Ｆｕｌｌ\u00ad  WIDTH ')).toBe('full width')
})

/** Numbers between 0 and 1, the same in every run. */
function seeded(seed: number): () => number {
	let state = seed
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
		return state / 2_147_483_648
	}
}
