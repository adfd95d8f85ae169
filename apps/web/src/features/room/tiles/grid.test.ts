import { expect, test } from 'vitest'
import { computeGrid } from './grid.ts'

const phone = { width: 359, height: 630 }
const onItsSide = { width: 700, height: 320 }

const columns = (count: number, { width, height }: { width: number; height: number }) =>
	computeGrid(count, width, height).columns

test('[ROOM-70] in portrait tiles are in one column, then in two and three', () => {
	expect([1, 2, 3, 4, 6, 8, 12].map(count => columns(count, phone))).toEqual([1, 1, 1, 2, 2, 2, 3])
})

test('[ROOM-70] in landscape tiles are in one row', () => {
	expect([1, 2, 3].map(count => columns(count, onItsSide))).toEqual([1, 2, 3])
	expect(columns(12, onItsSide)).toBeGreaterThanOrEqual(4)
})

test('[ROOM-70] everybody has a tile, whatever the stage', () => {
	for (const stage of [phone, onItsSide, { width: 0, height: 0 }, { width: 1, height: 4000 }]) {
		for (let count = 1; count <= 12; count++) {
			const { columns, rows } = computeGrid(count, stage.width, stage.height)
			expect(columns * rows).toBeGreaterThanOrEqual(count)
			expect(columns * (rows - 1)).toBeLessThan(count)
		}
	}
})
