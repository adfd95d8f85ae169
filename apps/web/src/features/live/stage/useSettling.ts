import { useEffect, useRef, useState } from 'react'

/** A dragged slider reports a position per frame: the player seeks only where it is released. */
const settleMs = 150

/**
 * Tracks the position of a finger on a slider, until it is lifted.
 * @param onSettle called with the slider's final value
 */
export function useSettling(
	onSettle: (value: number) => void,
): [dragged: number | undefined, drag: (to: number) => void] {
	const [dragged, setDragged] = useState<number>()
	const latest = useRef(onSettle)
	latest.current = onSettle
	useEffect(() => {
		if (dragged === undefined) return
		const timer = setTimeout(() => {
			latest.current(dragged)
			setDragged(undefined)
		}, settleMs)
		return () => clearTimeout(timer)
	}, [dragged])
	return [dragged, setDragged]
}
