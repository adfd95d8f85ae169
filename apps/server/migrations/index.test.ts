import { expect, test } from 'vitest'
import { migrations } from './index.ts'

test('migrations are numbered from 1 without a gap, and no two have the same number', () => {
	const numbers = Object.keys(migrations).map(name => Number.parseInt(name, 10))
	expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
