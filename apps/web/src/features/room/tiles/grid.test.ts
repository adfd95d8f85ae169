import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeGrid, gridBoxes } from './grid.ts'

const phone = { width: 359, height: 630, gap: 6 }

const shapes = (stage: typeof phone, counts: readonly number[]) =>
	counts.map(count => {
		const { columns, rows, tileWidth, tileHeight } = computeGrid(count, stage)
		return `${columns}×${rows} ${Math.round(tileWidth)}×${Math.round(tileHeight)}`
	})

test('[ROOM-70] in portrait tiles are in one column, then in two and three', () => {
	expect(shapes(phone, [1, 2, 3, 4, 6, 8, 12]).map(shape => shape.split(' ')[0])).toEqual([
		'1×1',
		'1×2',
		'1×3',
		'2×2',
		'2×3',
		'2×4',
		'3×4',
	])
})

test('[ROOM-70] on a wide window tiles are wide, two beside each other and three not as columns', () => {
	const laptop = { width: 1_248, height: 664, gap: 8 }
	expect(shapes(laptop, [1, 2, 3, 4, 9, 12])).toEqual([
		'1×1 1180×664',
		'2×1 620×465',
		'2×2 583×328',
		'2×2 583×328',
		'3×3 384×216',
		'4×3 306×216',
	])
})

test('[ROOM-70] every tile is inside the stage, with a ratio that shows a face, as large as in any other grid', () => {
	const stage = fc.record({
		width: fc.integer({ min: 320, max: 2_560 }),
		height: fc.integer({ min: 320, max: 1_440 }),
		gap: fc.constantFrom(6, 8),
	})
	fc.assert(
		fc.property(stage, fc.integer({ min: 1, max: 12 }), (stage, count) => {
			const { columns, rows, tileWidth, tileHeight } = computeGrid(count, stage)
			expect(columns * rows).toBeGreaterThanOrEqual(count)
			expect(columns * (rows - 1)).toBeLessThan(count)
			expect(columns * tileWidth + (columns - 1) * stage.gap).toBeLessThanOrEqual(stage.width + 1e-6)
			expect(rows * tileHeight + (rows - 1) * stage.gap).toBeLessThanOrEqual(stage.height + 1e-6)
			const ratio = tileWidth / tileHeight
			const min = stage.width > stage.height * 1.05 ? 4 / 3 : 0.62
			expect(ratio).toBeLessThanOrEqual(16 / 9 + 1e-6)
			expect(ratio).toBeGreaterThanOrEqual(min - 1e-6)
			for (let other = 1; other <= count; other++) {
				const lines = Math.ceil(count / other)
				const width = (stage.width - stage.gap * (other - 1)) / other
				const height = (stage.height - stage.gap * (lines - 1)) / lines
				const face = Math.min(width, height, height * (16 / 9), width / min)
				expect(Math.min(tileWidth, tileHeight)).toBeGreaterThanOrEqual(face * 0.98 - 1e-6)
			}
		}),
		{ numRuns: 2_000 },
	)
})

test('[ROOM-70] everybody has a cell before the stage is measured, too', () => {
	for (const stage of [
		{ width: 0, height: 0, gap: 6 },
		{ width: 1, height: 4_000, gap: 6 },
	]) {
		for (let count = 0; count <= 12; count++) {
			const { columns, rows } = computeGrid(count, stage)
			expect(columns * rows).toBeGreaterThanOrEqual(count)
		}
	}
})

test('[ROOM-70] the last row is in the middle, and the grid is in the middle of the stage', () => {
	const stage = { width: 1_248, height: 664, gap: 8 }
	const boxes = gridBoxes(3, computeGrid(3, stage), stage)
	expect(boxes.map(({ left, top }) => [Math.round(left), Math.round(top)])).toEqual([
		[37, 0],
		[628, 0],
		[332, 336],
	])
})

test('[ROOM-70] no tile lies on another', () => {
	for (let count = 1; count <= 12; count++) {
		const boxes = gridBoxes(count, computeGrid(count, phone), phone)
		for (const [index, a] of boxes.entries())
			for (const b of boxes.slice(index + 1))
				expect(a.left + a.width <= b.left + 1e-6 || a.top + a.height <= b.top + 1e-6).toBe(true)
	}
})
