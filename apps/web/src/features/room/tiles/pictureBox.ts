/** A landscape picture is cut to this ratio at most, width to height; an upright one to a square. */
const minRatio = { landscape: 0.8, upright: 1 }

/** Part of the tile that a picture takes, from 0 to 1; the rest is filled with a colour. */
export interface PictureBox {
	width: number
	height: number
}

/**
 * The box of a picture in a tile: it fills the tile, unless that would cut more of it than a head can lose (ROOM-96).
 * @param picture ratio of the picture, width to height
 * @param tile ratio of the tile
 */
export function pictureBox(picture: number, tile: number): PictureBox {
	const shown = picture < 1 ? Math.min(tile, minRatio.upright) : Math.max(tile, minRatio.landscape)
	return { width: Math.min(1, shown / tile), height: Math.min(1, tile / shown) }
}
