import { type Box, isWide, type Stage } from './grid.ts'
import { type PageGrid, pagerPx } from './pages.ts'

const column = { width: 208, ratio: 16 / 9, lowStageWidth: 120, lowStageBelow: 420 }
const squares = 4

/** One large tile, and a strip of small ones, which has pages if there is no room for all. */
export interface SpeakerView {
	large: Box
	strip: PageGrid
}

/**
 * The places of the speaker view (ROOM-99): on a wide stage the strip is a column beside the large tile, otherwise a row of
 * squares below it. The strip ends with the buttons that turn its pages, where it has several (ROOM-230).
 * @param small how many small tiles there are
 */
export function computeSpeakerView(small: number, { width, height, gap }: Stage): SpeakerView {
	if (isWide({ width, height })) {
		const tileWidth = height < column.lowStageBelow ? column.lowStageWidth : column.width
		const tileHeight = tileWidth / column.ratio
		const fitting = (room: number) => Math.max(1, Math.floor((room + gap) / (tileHeight + gap)))
		const hasPages = small > fitting(height)
		const room = hasPages ? height - pagerPx - gap : height
		const left = width - tileWidth
		return {
			large: { left: 0, top: 0, width: Math.max(0, left - gap), height },
			strip: {
				size: Math.max(1, Math.min(small, fitting(room))),
				shape: 'column',
				boxesOf: count =>
					Array.from({ length: count }, (_, index) => ({
						left,
						top: index * (tileHeight + gap),
						width: tileWidth,
						height: tileHeight,
					})),
				...(hasPages && { pager: { left, top: Math.max(0, height - pagerPx), width: tileWidth, height: pagerPx } }),
				extent: height + gap,
			},
		}
	}
	const side = Math.max(0, (width - gap * (squares - 1)) / squares)
	const hasPages = small > squares
	const top = height - side - (hasPages ? pagerPx + gap : 0)
	const size = Math.max(1, Math.min(small, squares))
	const rowLeft = (width - size * side - (size - 1) * gap) / 2
	return {
		large: { left: 0, top: 0, width, height: Math.max(0, top - gap) },
		strip: {
			size,
			shape: 'row',
			boxesOf: count =>
				Array.from({ length: count }, (_, index) => ({
					left: rowLeft + index * (side + gap),
					top,
					width: side,
					height: side,
				})),
			...(hasPages && { pager: { left: 0, top: Math.max(0, height - pagerPx), width, height: pagerPx } }),
			extent: width + gap,
		},
	}
}
