import { randomInt } from 'node:crypto'
import { drawBackground, type Random } from './background.ts'
import { type Edges, pieceOutlinePath, pieceSize, randomEdges } from './pieceOutline.ts'

export const pictureSize = { width: 300, height: 150 } as const
/** Minimum distance to drag, in pixels. */
const minHoleLeft = 72
const margin = 4

export interface PuzzlePicture {
	/** WebP. */
	picture: Buffer
	/** WebP as high as the picture, with the piece at its final height. */
	piece: Buffer
	pieceWidth: number
	/** Left edge of the hole in pixels. */
	left: number
}

interface PiecePosition {
	left: number
	top: number
	edges: Edges
}

/** Draws a picture with a hole, a decoy hole of another shape and height, and the piece that fits the hole. */
export async function drawPuzzlePicture(random: Random = Math.random): Promise<PuzzlePicture> {
	// Loaded on first use: most servers rarely draw a puzzle.
	const { default: sharp } = await import('sharp')
	sharp.concurrency(1)
	sharp.cache(false)
	const { width, height } = pictureSize
	const hole = randomHolePosition(random)
	const other = randomDecoyPosition(hole, random)

	const scene = await sharp(Buffer.from(drawBackground(width, height, random)))
		.removeAlpha()
		.png({ compressionLevel: 0 })
		.toBuffer()
	const grain = (columns: number) => ({
		input: {
			create: {
				width: columns,
				height,
				channels: 3 as const,
				background: '#808080',
				noise: { type: 'gaussian' as const, mean: 128, sigma: 20 },
			},
		},
		blend: 'soft-light' as const,
	})
	const picture = sharp(scene)
		.composite([{ input: Buffer.from(drawHoles([hole, other], random)) }, grain(width)])
		.webp({ quality: 74, effort: 2 })
		.toBuffer()
	const cut = await sharp(scene)
		.extract({ left: hole.left, top: 0, width: pieceSize, height })
		.composite([grain(pieceSize)])
		.modulate({ brightness: 0.97 + random() * 0.08, saturation: 0.94 + random() * 0.12 })
		.png({ compressionLevel: 0 })
		.toBuffer()
	const piece = sharp(cut)
		.composite([{ input: Buffer.from(pieceMask(hole)), blend: 'dest-in' }, { input: Buffer.from(pieceRim(hole)) }])
		.webp({ quality: 80, alphaQuality: 90, effort: 2 })
		.toBuffer()
	return { picture: await picture, piece: await piece, pieceWidth: pieceSize, left: hole.left }
}

function randomHolePosition(random: Random): PiecePosition {
	return {
		// From a secure generator: `random` could be predicted from earlier pictures.
		left: randomInt(minHoleLeft, pictureSize.width - pieceSize - margin + 1),
		top: randomInt(margin, pictureSize.height - pieceSize - margin + 1),
		edges: randomEdges(random),
	}
}

/** Next to the hole, and clearly higher or lower. */
function randomDecoyPosition(hole: PiecePosition, random: Random): PiecePosition {
	const { width, height } = pictureSize
	const rightmost = width - pieceSize - margin
	const lefts = Array.from({ length: rightmost - margin + 1 }, (_, i) => margin + i).filter(
		left => Math.abs(left - hole.left) >= pieceSize,
	)
	const lowest = height - pieceSize - margin
	const top = hole.top < lowest / 2 ? hole.top + 26 + random() * 16 : hole.top - 26 - random() * 16
	return {
		left: lefts[randomInt(lefts.length)] ?? margin,
		top: Math.round(Math.min(lowest, Math.max(margin, top))),
		edges: randomEdges(random, hole.edges),
	}
}

const svg = (width: number, height: number, body: string): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`

function drawHoles(places: readonly PiecePosition[], random: Random): string {
	const body = places.map(({ left, top, edges }) => {
		const path = pieceOutlinePath(edges)
		const at = `transform="translate(${left} ${top})"`
		// Randomly darker or lighter, so that brightness does not reveal the hole.
		const fill = random() < 0.65 ? '#0c1424' : '#f4f6fb'
		const depth = 0.44 + random() * 0.14
		return `<path ${at} d="${path}" fill="${fill}" opacity="${depth}"/><path ${at} d="${path}" fill="none" stroke="#fff" stroke-width="1.6" opacity=".85"/><path ${at} d="${path}" fill="none" stroke="#0c1424" stroke-width=".7" opacity=".6"/>`
	})
	return svg(pictureSize.width, pictureSize.height, body.join(''))
}

const pieceMask = ({ top, edges }: PiecePosition): string =>
	svg(
		pieceSize,
		pictureSize.height,
		`<path transform="translate(0 ${top})" d="${pieceOutlinePath(edges)}" fill="#fff"/>`,
	)

const pieceRim = ({ top, edges }: PiecePosition): string =>
	svg(
		pieceSize,
		pictureSize.height,
		`<g transform="translate(0 ${top})" fill="none"><path d="${pieceOutlinePath(edges)}" stroke="#0c1424" stroke-width="2.4" opacity=".5"/><path d="${pieceOutlinePath(edges)}" stroke="#fff" stroke-width="1.4"/></g>`,
	)
