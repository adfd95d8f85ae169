import { useEffect, useState } from 'react'
import { isForRoom } from './roomKeys.ts'

/** A mouse, or a window larger than that of a phone: a keyboard is likely. */
const query = '(pointer: fine), (min-width: 768px)'

/** Says whether this device probably has a keyboard, or shows that it has one: a key is pressed outside of a field (ROOM-97). */
export function useHasKeyboard(): boolean {
	const [hasKeyboard, setHasKeyboard] = useState(() => window.matchMedia(query).matches)
	useEffect(() => {
		if (hasKeyboard) return
		const list = window.matchMedia(query)
		const onChange = () => list.matches && setHasKeyboard(true)
		// Text in a field may be typed on the screen.
		const onKeyDown = (event: KeyboardEvent) => isForRoom(event) && setHasKeyboard(true)
		list.addEventListener('change', onChange)
		window.addEventListener('keydown', onKeyDown)
		return () => {
			list.removeEventListener('change', onChange)
			window.removeEventListener('keydown', onKeyDown)
		}
	}, [hasKeyboard])
	return hasKeyboard
}
