import { expect, test } from 'vitest'
import { nameSkeletons } from './nameSkeleton.ts'

const look = (a: string, b: string) => nameSkeletons(a).some(skeleton => nameSkeletons(b).includes(skeleton))

test.each([
	['another case', 'Han Mei', 'hAN mEI'],
	['no space, or other spaces', 'Han Mei', 'Han\u00a0\u3000M\u200bei'],
	['full width', 'Han Mei 2', 'Ｈａｎ　Ｍｅｉ　２'],
	['half width', 'カナ', 'ｶﾅ'],
	['Cyrillic letters', 'Copa', 'Сора'],
	['Greek letters', 'AHNOX', 'ΑΗΝΟΧ'],
	['I for l', 'paul', 'pauI'],
	['1 for l', 'paul', 'pau1'],
	['0 for O', 'OTTO', '0TT0'],
	['rn for m', 'mona', 'rnona'],
	['accents', 'Anna', 'Ànnä'],
	['punctuation', 'Han Mei', '·Han_Mei.'],
	['mathematical letters', 'Anna', '𝓐𝓷𝓷𝓪'],
	['a radical for a character', '石小明', '⽯小明'],
])('names that look alike have a skeleton in common: %s', (_, name, alike) => {
	expect(look(name, alike)).toBe(true)
})

test.each([
	['韩梅', '韩梅梅'],
	['韩梅', '李雷'],
	['Anna', 'Anne'],
	['Anna', 'Anna B'],
	['Иван', 'Ivan'],
])('%s and %s do not', (a, b) => {
	expect(look(a, b)).toBe(false)
})

test('a name made of punctuation resembles no other', () => {
	expect(nameSkeletons('...')).toEqual([])
	expect(look('...', '---')).toBe(false)
})
