import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

function setUp() {
	const reads: number[][] = []
	let fails = false
	const read = async (keys: readonly number[]): Promise<string[]> => {
		reads.push([...keys])
		if (fails) throw new Error('the database is unavailable')
		return keys.map(key => `value ${key}`)
	}
	const find = gathered<number, string>({
		nameOf: key => `${key}`,
		readOne: async key => `${(await read([key]))[0]} alone`,
		readMany: read,
	})
	return {
		find,
		reads,
		fail: (now: boolean) => {
			fails = now
		},
	}
}

test('what is asked for in one turn is read once, each key of it once, and who asks alone gets a read of their own', async () => {
	const { find, reads } = setUp()
	expect(await Promise.all([1, 2, 1, 3].map(find))).toEqual(['value 1', 'value 2', 'value 1', 'value 3'])
	expect(await find(1)).toBe('value 1 alone')
	expect(reads).toEqual([[1, 2, 3], [1]])
})

test('what is asked for while others are read is read after it', async () => {
	const { find, reads } = setUp()
	const first = find(1)
	await nextTurn()
	await Promise.all([first, find(1)])
	expect(reads).toEqual([[1], [1]])
})

test('more than a hundred are read in parts', async () => {
	const { find, reads } = setUp()
	const keys = Array.from({ length: 201 }, (_, key) => key)
	expect((await Promise.all(keys.map(find))).slice(199)).toEqual(['value 199', 'value 200 alone'])
	expect(reads.map(part => part.length)).toEqual([100, 100, 1])
})

test('a read that fails fails for all who asked, and for nobody who asks later', async () => {
	const { find, fail } = setUp()
	fail(true)
	const failed = await Promise.allSettled([find(1), find(2)])
	expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
	fail(false)
	expect(await find(1)).toBe('value 1 alone')
})
