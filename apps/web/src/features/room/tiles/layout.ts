import { type Box, isWide, type Stage } from './grid.ts'
import { computePageGrid, type PageGrid } from './pages.ts'
import { computeSpeakerView } from './speakerView.ts'

/** The places of all tiles. */
export interface Layout {
	/** By person; missing for a tile that is not shown. */
	boxes: ReadonlyMap<string, Box>
	/** Changes with another order or layout, but neither with the size of the window nor with the page. */
	arrangement: string
	/** Missing where all tiles have room. */
	pages?: Pages | undefined
}

/** The pages of the tiles, of which one is shown (ROOM-230). */
export interface Pages {
	/** Counted from 0. */
	index: number
	count: number
	/** Tiles on a full page. */
	size: number
	/** The place of the buttons that turn pages. */
	pager: Box
	/** Pages of a column follow one another downwards. */
	axis: 'x' | 'y'
	/** How far one page is from the next, in pixels. */
	extent: number
	/** Everybody on the pages, in their order. */
	ids: readonly string[]
	/** The places of the tiles of the page before and the one after, outside of the stage, where they are seen while a page is turned. */
	beside: ReadonlyMap<string, Box>
}

/**
 * All tiles equal.
 * @param first the place in the order of a person on the page that is shown
 */
export function gridLayout(stage: Stage, ids: readonly string[], first: number): Layout {
	const { width, height } = stage
	const grid = computePageGrid(ids.length, stage)
	const arrangement = `${ids.join()} ${grid.shape}`
	// One tile fills the stage.
	if (ids.length === 1) return { boxes: toMap(ids, [{ left: 0, top: 0, width, height }]), arrangement }
	return { ...paginate(ids, grid, 'x', first), arrangement }
}

/**
 * One tile is large, the others are in a strip.
 * @param first the place among the others of a person on the page that is shown
 */
export function speakerLayout(
	stage: Stage,
	ids: readonly string[],
	largeId: string | undefined,
	first: number,
): Layout {
	const small = ids.filter(id => id !== largeId)
	const { large, strip } = computeSpeakerView(small.length, stage)
	const { boxes, pages } = paginate(small, strip, isWide(stage) ? 'y' : 'x', first)
	if (largeId !== undefined) boxes.set(largeId, large)
	return { boxes, pages, arrangement: `${small.join()} ${largeId} ${strip.shape}` }
}

function paginate(ids: readonly string[], grid: PageGrid, axis: Pages['axis'], first: number) {
	const { size, boxesOf, pager, extent } = grid
	if (!pager) return { boxes: toMap(ids, boxesOf(ids.length)), pages: undefined }
	const count = Math.ceil(ids.length / size)
	const index = Math.min(Math.floor(first / size), count - 1)
	/** The tiles of a page, so many pages away from their places. */
	const tilesOf = (page: number, away: number) => {
		const onPage = ids.slice(page * size, (page + 1) * size)
		const [x, y] = axis === 'x' ? [away * extent, 0] : [0, away * extent]
		return onPage.length === 0
			? []
			: [
					...toMap(
						onPage,
						boxesOf(onPage.length).map(box => ({ ...box, left: box.left + x, top: box.top + y })),
					),
				]
	}
	const beside = new Map([...(index > 0 ? tilesOf(index - 1, -1) : []), ...tilesOf(index + 1, 1)])
	const pages: Pages = { index, count, size, pager, axis, extent, ids, beside }
	return { boxes: new Map(tilesOf(index, 0)), pages }
}

const toMap = (ids: readonly string[], boxes: readonly Box[]) =>
	new Map<string, Box>(ids.flatMap((id, index) => (boxes[index] ? [[id, boxes[index]]] : [])))
