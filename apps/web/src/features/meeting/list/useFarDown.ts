import { delays } from '@parley/core'
import { useEffect, useState } from 'react'

/** Whether the list is scrolled by more than a screen; looked at once a second (LIST-14, PAGE-22). */
export function useIsScrolledDown(): boolean {
	const [isFar, setFar] = useState(false)
	useEffect(() => {
		const timer = setInterval(() => setFar(window.scrollY > window.innerHeight), delays.scrollCheckMs)
		return () => clearInterval(timer)
	}, [])
	return isFar
}
