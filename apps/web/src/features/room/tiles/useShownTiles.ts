import { useEffect } from 'react'
import type { RoomController } from '../roomController.ts'

/** Tells the engine how large the tiles are, and that none is shown while the page is in the background (ROOM-86). */
export function useShownTiles(controller: Pick<RoomController, 'setTiles'>, ids: readonly string[], heightPx: number) {
	const key = ids.join()
	useEffect(() => {
		// Before the layout is measured nothing is known.
		if (heightPx <= 0) return
		const heights = new Map(key.split(',').flatMap(id => (id ? [[id, heightPx * devicePixelRatio]] : [])))
		const show = () => controller.setTiles(document.visibilityState === 'hidden' ? 'hidden' : heights)
		show()
		document.addEventListener('visibilitychange', show)
		return () => document.removeEventListener('visibilitychange', show)
	}, [controller, key, heightPx])
	useEffect(() => () => controller.setTiles('hidden'), [controller])
}
