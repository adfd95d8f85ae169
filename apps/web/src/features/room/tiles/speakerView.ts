import { type Box, isWide, type Stage } from './grid.ts'

const column = { width: 208, ratio: 16 / 9, lowStageWidth: 120, lowStageBelow: 420 }
const squares = 4

/** One large tile, and a strip of small ones: as many as there is room for. */
export interface SpeakerView {
	large: Box
	strip: Box[]
}

/**
 * The places of the speaker view (ROOM-99): on a wide stage the strip is a column beside the large tile, otherwise a row of
 * squares below it.
 * @param small how many small tiles there are
 */
export function computeSpeakerView(small: number, { width, height, gap }: Stage): SpeakerView {
	if (isWide({ width, height })) {
		const tileWidth = height < column.lowStageBelow ? column.lowStageWidth : column.width
		const tileHeight = tileWidth / column.ratio
		const count = Math.min(small, Math.max(1, Math.floor((height + gap) / (tileHeight + gap))))
		return {
			large: { left: 0, top: 0, width: Math.max(0, width - tileWidth - gap), height },
			strip: Array.from({ length: count }, (_, index) => ({
				left: width - tileWidth,
				top: index * (tileHeight + gap),
				width: tileWidth,
				height: tileHeight,
			})),
		}
	}
	const side = Math.max(0, (width - gap * (squares - 1)) / squares)
	const count = Math.min(small, squares)
	const rowLeft = (width - count * side - (count - 1) * gap) / 2
	return {
		large: { left: 0, top: 0, width, height: Math.max(0, height - side - gap) },
		strip: Array.from({ length: count }, (_, index) => ({
			left: rowLeft + index * (side + gap),
			top: height - side,
			width: side,
			height: side,
		})),
	}
}
