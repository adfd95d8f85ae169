import { useEffect } from 'react'
import type { TileHeights } from '../mediaConnection.ts'
import type { RoomController } from '../roomController.ts'

/**
 * Tells the engine how large the tiles are, and that none is shown while the page is in the background (ROOM-86).
 * @param heights in CSS pixels, 0 for a tile that is not shown; undefined before the layout is measured
 */
export function useShownTiles(controller: Pick<RoomController, 'setTiles'>, heights: TileHeights | undefined) {
	const key = heights && JSON.stringify([...heights])
	useEffect(() => {
		if (key === undefined) return
		const named: [string, number][] = JSON.parse(key)
		const shown = new Map(named.map(([id, heightPx]) => [id, heightPx * devicePixelRatio]))
		const show = () => controller.setTiles(document.visibilityState === 'hidden' ? 'hidden' : shown)
		show()
		document.addEventListener('visibilitychange', show)
		return () => document.removeEventListener('visibilitychange', show)
	}, [controller, key])
	useEffect(() => () => controller.setTiles('hidden'), [controller])
}
