import { useEffect, useState } from 'react'
import { type CallPlace, callPlace } from './callPlace.ts'

/** The position of this call. It does not change: nothing moves away from under a finger. */
export function useCallPlace(isBusy: boolean): CallPlace {
	const [place, setPlace] = useState(() => callPlace(isBusy))
	useEffect(() => {
		if (place !== 'none') return
		// In the next task: the focus is on its way.
		const look = () => void setTimeout(() => setPlace(callPlace(isBusy)))
		document.addEventListener('focusout', look)
		return () => document.removeEventListener('focusout', look)
	}, [place, isBusy])
	return place
}
