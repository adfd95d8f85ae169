import { useEffect, useRef } from 'react'

/** For what an asynchronous answer may still do: `current` is false once the component has been unmounted. */
export function useIsMounted() {
	const isMounted = useRef(true)
	useEffect(() => {
		isMounted.current = true
		return () => {
			isMounted.current = false
		}
	}, [])
	return isMounted
}
