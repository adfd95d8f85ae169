/** A face wants to be seen whole: tiles are neither slimmer nor wider than this. */
const shape = { slimmest: 0.62, widest: 1.6 }

export interface Grid {
	columns: number
	rows: number
}

/** The arrangement in which the tiles are biggest, in a stage of this size (ROOM-70). */
export function computeGrid(count: number, width: number, height: number): Grid {
	let best: Grid & { area: number } = { columns: 1, rows: Math.max(1, count), area: -1 }
	for (let columns = 1; columns <= count; columns++) {
		const rows = Math.ceil(count / columns)
		const area = faceArea(width / columns, height / rows)
		if (area > best.area) best = { columns, rows, area }
	}
	return { columns: best.columns, rows: best.rows }
}

/** What of a tile can show a face: a strip is as good as the square that fits into it. */
function faceArea(width: number, height: number): number {
	if (height <= 0 || width <= 0) return 0
	const ratio = width / height
	if (ratio < shape.slimmest) return width * (width / shape.slimmest)
	if (ratio > shape.widest) return height * (height * shape.widest)
	return width * height
}
