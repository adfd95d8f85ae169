import { getBrowserSupport, prepareRoomSockets } from '../../media/index.ts'
import { preloadOverlays } from './lazyOverlays.ts'

/**
 * Loads what a room needs, and connects to it, while a person is about to join.
 * @returns a function to call when the form is left
 */
export function prepareRoom(): () => void {
	if (getBrowserSupport() !== 'ready') return () => {}
	preloadOverlays()
	return prepareRoomSockets()
}
