// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import * as api from '@parley/api'
import { expect, test } from 'vitest'
import { callsOf, part } from './calls.ts'
import { loopIn } from './loops.ts'

const contracts = new URL('../../../contracts/api/src/', import.meta.url)
const sources = readdirSync(contracts)
	.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
	.map(file => readFileSync(new URL(file, contracts), 'utf8'))

const code = `import { call } from './call.ts'
import { field, shape } from './codec.ts'

const One = shape({ id: field('id', text) })
export const Meeting = shape({ topic: field('topic', text) })

/** Everything about meetings. */
export const meeting = {
	own: call({
		route: 'GET /own',
		output: Meeting,
	}),
	// Also for guests.
	detail: call({
		route: 'GET /meetings/:id',
		input: One,
	}),
}
`

test('each call of a contract is a part of its own, beside the shapes they share', () => {
	const file = './meeting.ts'
	expect(part(code, file, '')).toBe(
		"export * from './meeting.ts?shapes'\nexport * as meeting from './meeting.ts?calls'",
	)
	expect(part(code, file, 'calls')).toBe(
		"export { declared as own } from './meeting.ts?call=own'\nexport { declared as detail } from './meeting.ts?call=detail'",
	)
	const shapes = part(code, file, 'shapes')
	expect(shapes).toContain('export const One = shape(')
	expect(shapes).not.toContain('/own')
	const detail = part(code, file, 'call=detail')
	expect(detail).toContain("import { call } from './call.ts'")
	expect(detail).toContain("import { One, Meeting } from './meeting.ts?shapes'")
	expect(detail).toContain("export const declared = call({\n\t\troute: 'GET /meetings/:id',\n\t\tinput: One,\n\t})")
	expect(detail).not.toContain('/own')
})

test('what has another form stays whole', () => {
	expect(part(code.replace('\town: call({', '\t...others,\n\town: call({'), './meeting.ts', '')).toBeUndefined()
	expect(part('export const limits = { topic: 50 }\n', './limits.ts', '')).toBeUndefined()
})

test('of the contracts as they are, every call that is taken apart is one of its noun', () => {
	const apart = sources.flatMap(source => callsOf(source) ?? [])
	expect(apart.length).toBeGreaterThan(3)
	const nouns = new Map<string, object>(
		Object.entries(api).filter(([, value]) => typeof value === 'object') as [string, object][],
	)
	for (const { noun, calls } of apart) {
		expect([noun, [...calls.keys()]]).toEqual([noun, Object.keys(nouns.get(noun) ?? {})])
	}
})

test('files that wait for one another are found', () => {
	const page = { fileName: 'page.js', imports: ['runtime.js'] }
	const list = { fileName: 'list.js', imports: ['page.js', 'kit.js'] }
	const kit = { fileName: 'kit.js', imports: ['page.js'] }
	expect(loopIn([list, kit, page])).toBeUndefined()
	expect(loopIn([list, kit, { ...page, imports: ['kit.js'] }])).toEqual(['page.js', 'kit.js', 'page.js'])
})
