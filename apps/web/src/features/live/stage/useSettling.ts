import { useEffect, useRef, useState } from 'react'

/** A slider that is dragged says a position a frame: the player goes where it comes to rest. */
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
