/** Aspect ratios of a tile, width to height: outside of them a face is cut, or most of the tile is empty. */
const ratios = { upright: 0.62, wide: 4 / 3, max: 16 / 9 }
/** A stage is wide from this ratio on. */
const wideFrom = 1.05
export const isWide = ({ width, height }: Pick<Stage, 'width' | 'height'>): boolean => width > height * wideFrom
/** Faces and areas that differ by less are taken for the same. */
const same = { face: 0.98, area: 0.97 }

export interface Grid {
	columns: number
	rows: number
	/** Size of each tile, in the unit of the stage. */
	tileWidth: number
	tileHeight: number
}

/** Place of a tile in its stage. */
export interface Box {
	left: number
	top: number
	width: number
	height: number
}

export interface Stage {
	width: number
	height: number
	gap: number
}

/**
 * The grid whose tiles show the largest faces: a face is as large as the shorter side of its tile. Among grids with equal
 * faces the tiles are as large as possible, then as few cells as possible are empty, then the columns are few (ROOM-70).
 * @param wide tiles are wide, too: from the whole stage where these tiles have a part of it
 * @param minFace faces are at least this large where that is possible
 */
export function computeGrid(count: number, stage: Stage, wide = isWide(stage), minFace = 0): Grid {
	const minRatio = wide ? ratios.wide : ratios.upright
	const grids = Array.from({ length: Math.max(1, count) }, (_, index) => gridOf(count, index + 1, stage, minRatio))
	const large = grids.filter(grid => faceOfGrid(grid) >= minFace)
	const bySize = within(large.length > 0 ? large : grids, same.face, faceOfGrid)
	const byArea = within(bySize, same.area, ({ tileWidth, tileHeight }) => tileWidth * tileHeight)
	const byCells = byArea.toSorted((a, b) => a.columns * a.rows - b.columns * b.rows || a.columns - b.columns)
	return byCells[0] as Grid
}

/** The size of the faces of its tiles. */
export const faceOfGrid = ({ tileWidth, tileHeight }: Grid): number => Math.min(tileWidth, tileHeight)

function gridOf(count: number, columns: number, { width, height, gap }: Stage, minRatio: number): Grid {
	const rows = Math.max(1, Math.ceil(count / columns))
	const cellWidth = Math.max(0, (width - gap * (columns - 1)) / columns)
	const cellHeight = Math.max(0, (height - gap * (rows - 1)) / rows)
	return {
		columns,
		rows,
		tileWidth: Math.min(cellWidth, cellHeight * ratios.max),
		tileHeight: Math.min(cellHeight, cellWidth / minRatio),
	}
}

/** Those whose value is the largest, or nearly. */
function within(grids: readonly Grid[], part: number, measure: (grid: Grid) => number): Grid[] {
	const largest = Math.max(...grids.map(measure))
	return grids.filter(grid => measure(grid) >= largest * part)
}

/** The places of the tiles of a grid: in the middle of the stage, the last row in the middle of its line. */
export function gridBoxes(count: number, grid: Grid, { width, height, gap }: Stage): Box[] {
	const { columns, rows, tileWidth, tileHeight } = grid
	const blockTop = (height - rows * tileHeight - (rows - 1) * gap) / 2
	return Array.from({ length: count }, (_, index) => {
		const row = Math.floor(index / columns)
		const inRow = Math.min(columns, count - row * columns)
		const rowLeft = (width - inRow * tileWidth - (inRow - 1) * gap) / 2
		return {
			left: rowLeft + (index - row * columns) * (tileWidth + gap),
			top: blockTop + row * (tileHeight + gap),
			width: tileWidth,
			height: tileHeight,
		}
	})
}

/** The size of a tile as far as pictures and faces go: its shorter side, 0 for one without a place. */
export const faceOf = (box: Box | undefined): number => (box ? Math.min(box.width, box.height) : 0)
