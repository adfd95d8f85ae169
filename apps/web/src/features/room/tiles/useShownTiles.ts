import { useEffect } from 'react'
import type { TileHeights } from '../mediaConnection.ts'
import type { RoomController } from '../roomController.ts'

/** The height of a picture in the small window (ROOM-108). */
const miniHeightPx = 180

/**
 * Tells the engine how large the tiles are, and that none is shown while the page is in the background (ROOM-86), unless the
 * small window shows the call.
 * @param heights in CSS pixels, 0 for a tile that is not shown; undefined before the layout is measured
 */
export function useShownTiles(
	controller: Pick<RoomController, 'setTiles'>,
	heights: TileHeights | undefined,
	hasMiniWindow = false,
) {
	const key = heights && JSON.stringify([...heights])
	useEffect(() => {
		if (key === undefined) return
		const named: [string, number][] = JSON.parse(key)
		const shown = new Map(named.map(([id, heightPx]) => [id, heightPx * devicePixelRatio]))
		const small = new Map(named.map(([id]) => [id, miniHeightPx * devicePixelRatio]))
		const inBackground = hasMiniWindow ? small : 'hidden'
		const show = () => controller.setTiles(document.visibilityState === 'hidden' ? inBackground : shown)
		show()
		document.addEventListener('visibilitychange', show)
		return () => document.removeEventListener('visibilitychange', show)
	}, [controller, key, hasMiniWindow])
	useEffect(() => () => controller.setTiles('hidden'), [controller])
}
