import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createPresentAnywhere } from './presentAnywhere.ts'

const [appId, gid] = [v.parse(ImAppId, 'site'), v.parse(GroupId, 'room')]
const person = (name: string, isGuest = false) => ({ uid: v.parse(ImUserId, name.toLowerCase()), name, isGuest })

/** Two nodes that call each other, with these listeners; `cut` ends that. */
function openTwoNodes(listeners: Record<'one' | 'two', ReturnType<typeof person>[]>) {
	const handlers = new Map<string, (input: never) => unknown>()
	const state = { isCut: false }
	const open = (id: 'one' | 'two', other: 'one' | 'two') =>
		createPresentAnywhere({
			listHere: async () => listeners[id],
			nodes: { others: () => [{ id: other, url: `http://${other}` }] },
			nodeCalls: {
				handle: (call, _, answer) => void handlers.set(`${id} ${call}`, answer as (input: never) => unknown),
				async ask(node, call, input) {
					if (state.isCut) throw new Error('cut')
					return JSON.parse(JSON.stringify(await handlers.get(`${node.id} ${call}`)?.(input as never)))
				},
			},
			log: { info() {} },
		})
	return { one: open('one', 'two'), two: open('two', 'one'), state }
}

test('[NODE-20] the listeners of all nodes are listed, each once', async () => {
	const { one, two } = openTwoNodes({
		one: [person('Anna'), person('Guest', true)],
		two: [person('Li'), person('Anna')],
	})
	const names = async (list: typeof one) => (await list(appId, gid)).map(({ name, isGuest }) => [name, isGuest])
	expect(await names(one)).toEqual([
		['Anna', false],
		['Guest', true],
		['Li', false],
	])
	expect((await names(two)).map(([name]) => name).toSorted()).toEqual(['Anna', 'Guest', 'Li'])
})

test('[NODE-20] without a node that does not answer, its own listeners are listed', async () => {
	const { one, state } = openTwoNodes({ one: [person('Anna')], two: [person('Li')] })
	state.isCut = true
	expect((await one(appId, gid)).map(({ name }) => name)).toEqual(['Anna'])
})
