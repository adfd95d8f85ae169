import sharp from 'sharp'
import { expect, test } from 'vitest'
import { positionTolerance } from '../answerCheck.ts'
import { pieceOutlinePath, pieceSize, randomEdges } from './pieceOutline.ts'
import { drawPuzzlePicture, type PuzzlePicture, pictureSize } from './puzzlePicture.ts'

const raw = async (image: Buffer) => {
	const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
	return { data, ...info }
}
const light = (data: Buffer, at: number) =>
	(data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.6 + (data[at + 2] ?? 0) * 0.1

/** Position of the piece in its strip: non-empty rows, and how much they contain. */
async function pieceIn({ piece }: PuzzlePicture) {
	const { data, width, height } = await raw(piece)
	const solid = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 200
	const cells = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)] as const)
	return { width, height, cells: cells.filter(([x, y]) => solid(x, y)) }
}

test('[LOGIN-35] it has a picture, and a piece of the same height', async () => {
	const drawing = await drawPuzzlePicture()
	expect(await raw(drawing.picture)).toMatchObject(pictureSize)
	const piece = await pieceIn(drawing)
	expect([piece.width, piece.height]).toEqual([drawing.pieceWidth, pictureSize.height])
	// A square of 38 with knobs and holes: a fifth to half of its box.
	expect(piece.cells.length).toBeGreaterThan(700)
	expect(piece.cells.length).toBeLessThan(2_400)
	expect(drawing.picture.length + drawing.piece.length).toBeLessThan(24_000)
})

test('[LOGIN-35] the hole is at the answer: the picture shows the outline of the piece there', async () => {
	const puzzles = 12
	let found = 0
	for (let i = 0; i < puzzles; i++) {
		const drawing = await drawPuzzlePicture()
		const [picture, rim] = [await raw(drawing.picture), rimOf(await pieceIn(drawing))]
		const at = (x: number, y: number) => light(picture.data, (y * picture.width + x) * 4)
		/** Difference in brightness between the outline and the picture next to it. */
		const edge = (left: number) =>
			rim.reduce((sum, [x, y]) => {
				const beside = at(left + x - 4, y) + at(left + x + 4, y) + at(left + x, y - 4) + at(left + x, y + 4)
				return sum + at(left + x, y) - beside / 4
			}, 0)
		const lefts = Array.from({ length: pictureSize.width - pieceSize - 8 }, (_, left) => left + 4)
		const best = lefts.toSorted((a, b) => edge(b) - edge(a))[0] ?? 0
		if (Math.abs(best - drawing.left) <= 2) found++
	}
	// Strokes of the scene may occasionally match better; people see the colours as well.
	expect(found).toBeGreaterThan(puzzles / 2)
})

function rimOf({ cells }: Awaited<ReturnType<typeof pieceIn>>) {
	const known = new Set(cells.map(([x, y]) => `${x},${y}`))
	return cells.filter(
		([x, y]) => !known.has(`${x - 1},${y}`) || !known.has(`${x + 1},${y}`) || !known.has(`${x},${y - 1}`),
	)
}

test('[LOGIN-35] a threshold does not find the hole: neither the darkest nor the lightest window is it as a rule', async () => {
	const puzzles = 24
	const found = { darkest: 0, lightest: 0 }
	for (let i = 0; i < puzzles; i++) {
		const { picture, left } = await drawPuzzlePicture()
		const { data, width, height } = await raw(picture)
		const columns = Array.from({ length: width }, (_, x) => {
			let sum = 0
			for (let y = 0; y < height; y++) sum += light(data, (y * width + x) * 4)
			return sum
		})
		const windows = columns.slice(0, width - pieceSize).map((_, at) => ({
			at,
			sum: columns.slice(at, at + pieceSize).reduce((sum, one) => sum + one, 0),
		}))
		windows.sort((a, b) => a.sum - b.sum)
		if (Math.abs((windows[0]?.at ?? 0) - left) <= positionTolerance) found.darkest++
		if (Math.abs((windows.at(-1)?.at ?? 0) - left) <= positionTolerance) found.lightest++
	}
	expect(found.darkest).toBeLessThan(puzzles / 2)
	expect(found.lightest).toBeLessThan(puzzles / 2)
})

test('[LOGIN-35] no two are alike, and the place is anywhere', async () => {
	const drawings = await Promise.all(Array.from({ length: 12 }, () => drawPuzzlePicture()))
	expect(new Set(drawings.map(({ picture }) => picture.toString('base64'))).size).toBe(12)
	expect(new Set(drawings.map(({ left }) => left)).size).toBeGreaterThan(5)
	for (const { left } of drawings) {
		expect(left).toBeGreaterThanOrEqual(72)
		expect(left).toBeLessThanOrEqual(pictureSize.width - pieceSize)
	}
})

test('[LOGIN-35] an outline is closed, and never that of another', () => {
	const edges = randomEdges(Math.random)
	expect(randomEdges(Math.random, edges)).not.toEqual(edges)
	expect(pieceOutlinePath(edges)).toMatch(/^M[\d.]+ [\d.]+l.*z$/)
})
