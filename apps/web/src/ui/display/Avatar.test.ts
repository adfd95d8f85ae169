import { describe, expect, test } from 'vitest'
import { getInitials, getTint } from './Avatar.tsx'

describe('[ROOM-125] getInitials', () => {
	test.each([
		['韩梅梅', '梅梅'],
		['李雷', '李雷'],
		['王', '王'],
		['司马相如', '相如'],
		['Ada Lovelace', 'AL'],
		['ada', 'A'],
		['Jean-Luc de Picard', 'JP'],
		['oa.wang', 'OW'],
		['José Ñuñez', 'JÑ'],
		['Kevin 王', '王'],
		['13800000001', '1'],
		['😀', ''],
		['😀 Ada', 'A'],
		['', ''],
		['李雷（研发部）', '李雷'],
		['李雷 (研发部)', '李雷'],
		['李雷（研发部）【外包】', '李雷'],
		['李雷（研发', '李雷'],
		['Ada Lovelace (QA)', 'AL'],
		['Ada (QA) Lovelace', 'AL'],
		['（研发部）李雷', '李雷'],
		['（研发部）', '发部'],
	])('%s is %s', (name, letters) => {
		expect(getInitials(name)).toBe(letters)
	})
})

test('a name keeps its tint, and names spread over all eight', () => {
	expect(getTint('韩梅梅')).toBe(getTint('韩梅梅'))
	const seen = new Set(Array.from({ length: 200 }, (_, at) => getTint(`person ${at}`)))
	expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
