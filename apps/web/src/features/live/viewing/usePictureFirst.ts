import { useCallback, useEffect, useState } from 'react'
import type { LiveView } from './liveView.ts'

/** A picture that takes longer than this is not waited for. */
const waitMs = 5_000

/**
 * On a slow line the discussion would take the line from the picture: it is opened once the picture is shown, or does not
 * come soon.
 */
export function usePictureFirst({ status }: LiveView): { mayFollow: boolean; onPicture(): void } {
	const [isOver, setIsOver] = useState(false)
	const onPicture = useCallback(() => setIsOver(true), [])
	const isAwaited = status === 'onAir' && !isOver
	useEffect(() => {
		if (!isAwaited) return
		const timer = setTimeout(onPicture, waitMs)
		return () => clearTimeout(timer)
	}, [isAwaited, onPicture])
	return { mayFollow: !isAwaited, onPicture }
}
