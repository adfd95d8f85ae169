import { type Box, computeGrid, faceOfGrid, type Grid, gridBoxes, isWide, type Stage } from './grid.ts'

/** A face in the grid is at least this large; people for whom that leaves no room are on further pages (ROOM-230). */
export const minFacePx = 96
/** The buttons that turn pages are this high and wide. */
export const pagerPx = 44

/** The places of one page: as many as there are tiles on a full one. */
export interface PageGrid {
	/** Tiles on a full page. */
	size: number
	/** Differs where tiles stand in other columns or rows. */
	shape: string
	/** The places of a page with so many tiles, of which the last page may have fewer. */
	boxesOf(count: number): Box[]
	/** The place of the buttons that turn pages; missing where all tiles fit on one. */
	pager?: Box
	/** How far one page is from the next, in pixels. */
	extent: number
}

/**
 * The grid of a page: that of all tiles where their faces are large enough, else that of as many as possible (ROOM-230). A
 * stage that is too low for one such face has tiles as high as it is.
 */
export function computePageGrid(count: number, stage: Stage): PageGrid {
	const whole = computeGrid(count, stage, isWide(stage), minFacePx)
	const isMeasured = stage.width > 0 && stage.height > 0
	if (count <= 1 || !isMeasured || faceOfGrid(whole) >= minFacePx)
		return { ...pageOf(Math.max(1, count), whole, stage), extent: stage.width }
	const { area, pager } = withPager(stage)
	const gridOf = (tiles: number) => computeGrid(tiles, area, isWide(stage), minFacePx)
	const enough = Math.min(minFacePx, faceOfGrid(gridOf(1))) - 1e-6
	let size = count - 1
	while (size > 1 && faceOfGrid(gridOf(size)) < enough) size--
	return { ...pageOf(size, gridOf(size), area), pager, extent: area.width + stage.gap }
}

const pageOf = (size: number, grid: Grid, stage: Stage) => ({
	size,
	shape: `${grid.columns}×${grid.rows}`,
	boxesOf: (tiles: number) => gridBoxes(tiles, grid, stage),
})

/** Divides the stage between tiles and pager, which stands beside them on a wide stage, whose height is scarce, and below them otherwise. */
function withPager({ width, height, gap }: Stage): { area: Stage; pager: Box } {
	const left = Math.max(0, width - pagerPx)
	const top = Math.max(0, height - pagerPx)
	return isWide({ width, height })
		? { area: { width: Math.max(0, left - gap), height, gap }, pager: { left, top: 0, width: pagerPx, height } }
		: { area: { width, height: Math.max(0, top - gap), gap }, pager: { left: 0, top, width, height: pagerPx } }
}
