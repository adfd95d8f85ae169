import { expect, test } from 'vitest'
import { lazyMethods } from './lazyMethods.ts'

const part = async () => ({
	one: async () => 1,
	two: async () => 2,
	async *pages() {
		yield 3
	},
})

test('the methods of a part can be called before it is loaded', async () => {
	const methods = lazyMethods(part, ['one', 'two'], ['pages'])
	expect(await methods.one()).toBe(1)
	expect(await methods.two()).toBe(2)
	expect(await methods.pages().next()).toEqual({ value: 3, done: false })
})

test('a missing method does not compile', () => {
	// @ts-expect-error: a call
	expect(lazyMethods(part, ['one'], ['pages'])).not.toHaveProperty('two')
	// @ts-expect-error: pages
	expect(lazyMethods(part, ['one', 'two'], [])).not.toHaveProperty('pages')
})
