import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeGrid, faceOf, faceOfGrid, isWide, type Stage } from './grid.ts'
import { gridLayout, speakerLayout } from './layout.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}`)
const phones = {
	portrait: { width: 359, height: 630, gap: 6 },
	side: { width: 560, height: 250, gap: 6 },
	small: { width: 309, height: 340, gap: 6 },
}
const shown = ({ boxes }: { boxes: ReadonlyMap<string, unknown> }) => [...boxes.keys()]

test('[ROOM-230] twelve on an upright phone have one page, and two on a small one and on one that is held on its side', () => {
	expect(gridLayout(phones.portrait, people(12), 0).pages).toBeUndefined()
	for (const stage of [phones.small, phones.side]) {
		const { pages } = gridLayout(stage, people(12), 0)
		expect([pages?.count, pages?.index]).toEqual([2, 0])
	}
	expect(gridLayout(phones.small, people(5), 0).pages).toBeUndefined()
})

test('[ROOM-230] each person is on one page, in their order, and the page that is shown is that of its first person', () => {
	const { pages } = gridLayout(phones.small, people(12), 0)
	const size = pages?.size ?? 0
	expect(shown(gridLayout(phones.small, people(12), 0))).toEqual(people(12).slice(0, size))
	const second = gridLayout(phones.small, people(12), size)
	expect([shown(second), second.pages?.index]).toEqual([people(12).slice(size), 1])
	// Everybody who left the second page, or a stage with room for all, leads back to the first.
	expect(shown(gridLayout(phones.small, people(size), size))).toEqual(people(size))
	expect(shown(gridLayout(phones.portrait, people(12), size))).toEqual(people(12))
})

test('[ROOM-230] a tile on the last page is as large as one on the others, and the pages beside are outside of the stage', () => {
	const first = gridLayout(phones.side, people(12), 0)
	const size = first.pages?.size ?? 0
	const last = gridLayout(phones.side, people(12), size)
	expect(faceOf(last.boxes.get('p12'))).toBe(faceOf(first.boxes.get('p1')))
	expect([...(first.pages?.beside.keys() ?? [])]).toEqual(people(12).slice(size))
	for (const { left } of first.pages?.beside.values() ?? []) expect(left).toBeGreaterThanOrEqual(phones.side.width - 50)
	for (const { left, width } of last.pages?.beside.values() ?? []) expect(left + width).toBeLessThanOrEqual(0)
})

/** The faces that so many tiles would have on one page, beside or above the buttons that turn pages. */
function faceOnPage(count: number, { width, height, gap }: Stage): number {
	const wide = isWide({ width, height })
	const area = wide ? { width: width - 44 - gap, height, gap } : { width, height: height - 44 - gap, gap }
	return faceOfGrid(computeGrid(count, area, wide, 96))
}

test('[ROOM-230] faces are at least 96 px, pages are as full as that allows, and all tiles are inside, beside the buttons that turn', () => {
	const stage = fc.record({
		width: fc.integer({ min: 300, max: 1_300 }),
		height: fc.integer({ min: 160, max: 900 }),
		gap: fc.constantFrom(6, 8),
	})
	fc.assert(
		fc.property(stage, fc.integer({ min: 2, max: 50 }), fc.nat(49), (stage, count, first) => {
			const { boxes, pages } = gridLayout(stage, people(count), first)
			for (const box of boxes.values()) {
				expect(faceOf(box)).toBeGreaterThanOrEqual(96 - 1e-5)
				expect(box.left).toBeGreaterThanOrEqual(-1e-6)
				expect(box.top).toBeGreaterThanOrEqual(-1e-6)
				const right = pages && pages.pager.left > 0 ? pages.pager.left : stage.width
				const bottom = pages && pages.pager.top > 0 ? pages.pager.top : stage.height
				expect(box.left + box.width).toBeLessThanOrEqual(right + 1e-6)
				expect(box.top + box.height).toBeLessThanOrEqual(bottom + 1e-6)
			}
			if (!pages) return
			expect(pages.count).toBe(Math.ceil(count / pages.size))
			expect(pages.count).toBeGreaterThan(1)
			expect(faceOnPage(pages.size + 1, stage)).toBeLessThan(96)
			expect(Math.min(pages.pager.width, pages.pager.height)).toBe(44)
		}),
		{ numRuns: 1_000 },
	)
})

test('[ROOM-230] on a stage that is lower than a face tiles are as high as it is', () => {
	const { boxes, pages } = gridLayout({ width: 560, height: 90, gap: 6 }, people(12), 0)
	expect([pages?.size, [...boxes.values()].map(({ height }) => height)]).toEqual([4, [90, 90, 90, 90]])
})

test('[ROOM-230] beside a shared screen the strip has pages, downwards in a column', () => {
	const upright = speakerLayout(phones.portrait, people(9), 'screen', 4)
	expect([shown(upright), upright.pages?.count, upright.pages?.axis]).toEqual([
		['p5', 'p6', 'p7', 'p8', 'screen'],
		3,
		'x',
	])
	const column = speakerLayout(phones.side, people(9), 'screen', 0)
	expect([column.pages?.axis, column.boxes.get('screen')?.height]).toEqual(['y', phones.side.height])
	for (const { top } of column.pages?.beside.values() ?? []) expect(top).toBeGreaterThanOrEqual(phones.side.height)
})

test('[ROOM-230] before the stage is measured there are no pages', () => {
	expect(gridLayout({ width: 0, height: 0, gap: 0 }, people(12), 0).pages).toBeUndefined()
})
