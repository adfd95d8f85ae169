import { hostPasswordError } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateHostPassword, randomIntBelow } from './hostPassword.ts'

test('[CREATE-09] whatever chance says, the password keeps the rule for host passwords', () => {
	fc.assert(
		fc.property(fc.infiniteStream(fc.nat()), chance => {
			const password = generateHostPassword(count => chance.next().value % count)
			expect(hostPasswordError(password)).toBeUndefined()
		}),
	)
})

test('[CREATE-09] two passwords differ', () => {
	const drawn = new Set(Array.from({ length: 50 }, () => generateHostPassword(randomIntBelow)))
	expect(drawn.size).toBe(50)
})

test('no two signs of it look alike', () => {
	const many = Array.from({ length: 200 }, () => generateHostPassword(randomIntBelow)).join('')
	expect(many).not.toMatch(/[01il o]/)
})

test('chance keeps below what it was given', () => {
	for (let count = 1; count < 60; count++) expect(randomIntBelow(count)).toBeLessThan(count)
})
