import { expect, test } from 'vitest'
import { appId, uidOf } from '../testing/messagingNodes.ts'
import { ByPerson } from './byPerson.ts'

const [ada, bob] = [uidOf('ada'), uidOf('bob')]
const [first, second, third] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }]

test('the objects of a person are found, one or several, until they are removed', () => {
	const values = new ByPerson<{ name: string }>()
	expect(values.of(appId, ada)).toEqual([])
	values.add(appId, ada, first)
	expect(values.of(appId, ada)).toEqual([first])
	values.add(appId, ada, second)
	values.add(appId, bob, third)
	expect(values.of(appId, ada)).toEqual([first, second])
	expect(values.all()).toEqual([first, second, third])
	expect(values.remove(appId, ada, first)).toBe(true)
	expect(values.remove(appId, ada, first)).toBe(false)
	expect(values.of(appId, ada)).toEqual([second])
	values.add(appId, ada, first)
	expect(values.of(appId, ada)).toEqual([second, first])
	for (const value of [first, second]) values.remove(appId, ada, value)
	expect(values.of(appId, ada)).toEqual([])
	expect(values.all()).toEqual([third])
})

test('items may be removed while the list of a person is iterated', () => {
	const values = new ByPerson<{ name: string }>()
	for (const value of [first, second, third]) values.add(appId, ada, value)
	const seen: object[] = []
	for (const value of values.of(appId, ada)) {
		seen.push(value)
		values.remove(appId, ada, value)
	}
	expect(seen).toEqual([first, second, third])
	expect(values.all()).toEqual([])
})
