import { useEffect, useRef, useState } from 'react'

/** Sends once at a time (CREATE-03). What comes of it after somebody has left must not move them: ask `isHere`. */
export function useSending() {
	const [isSending, setSending] = useState(false)
	const isUnderWay = useRef(false)
	const here = useRef(true)

	useEffect(() => {
		here.current = true
		return () => {
			here.current = false
		}
	}, [])

	async function once(send: () => Promise<void>) {
		if (isUnderWay.current) return
		isUnderWay.current = true
		setSending(true)
		try {
			await send()
		} finally {
			isUnderWay.current = false
			setSending(false)
		}
	}

	return { isSending, isHere: () => here.current, once }
}
