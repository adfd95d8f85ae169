/** Aspect ratios of a tile that shows a whole face. */
const shape = { min: 0.62, max: 1.6 }

export interface Grid {
	columns: number
	rows: number
}

/** The columns and rows in which tiles are biggest, in a stage of this size in pixels (ROOM-70). */
export function computeGrid(count: number, width: number, height: number): Grid {
	let best: Grid & { area: number } = { columns: 1, rows: Math.max(1, count), area: -1 }
	for (let columns = 1; columns <= count; columns++) {
		const rows = Math.ceil(count / columns)
		const area = faceArea(width / columns, height / rows)
		if (area > best.area) best = { columns, rows, area }
	}
	return { columns: best.columns, rows: best.rows }
}

/** The area of a tile that can show a face: outside of the aspect ratios, that of the largest rectangle within them. */
function faceArea(width: number, height: number): number {
	if (height <= 0 || width <= 0) return 0
	const ratio = width / height
	if (ratio < shape.min) return width * (width / shape.min)
	if (ratio > shape.max) return height * (height * shape.max)
	return width * height
}
