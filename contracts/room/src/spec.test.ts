import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CloseReason, EnterRefusal, presenceInputs } from './index.ts'

const spec = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8')
const presence = spec.split(/^## /m).find(section => section.startsWith('`/room`')) ?? ''
const rows = presence.split('\n').filter(line => line.startsWith('| `'))
const words = (text: string) => [...text.matchAll(/`([a-z.-]+)`/g)].map(([, word = '']) => word)
const sorted = (names: readonly string[]) => [...names].sort()

test('SPEC.md names every call of a room, once', () => {
	const named = rows.flatMap(row => words(row.split(' | ')[0] ?? '')).filter(word => word in presenceInputs)
	expect(sorted(named)).toEqual(sorted(Object.keys(presenceInputs)))
})

test('[ROOM-71] SPEC.md names the refusals of entering, and nothing else', () => {
	const [, , refusals = ''] = rows.find(row => row.startsWith('| `enter`'))?.split(' | ') ?? []
	expect(sorted(words(refusals))).toEqual(sorted([...EnterRefusal.options, 'waiting', 'other-node']))
})

test('[ROOM-71] SPEC.md names the reasons for which a room is closed, and nothing else', () => {
	const reasons = /`room\.closed` with\n(.*); after `room\.closed`/.exec(presence)?.[1]?.replace(/\([^)]*\)/g, '') ?? ''
	expect(sorted(words(reasons))).toEqual(sorted(CloseReason.options))
})
