import { useEffect, useState } from 'react'
import { type CallPlace, callPlace } from './callPlace.ts'

/** Where this call is shown. It stays there: nothing moves away from under a finger. */
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
