import { useEffect, useState } from 'react'

/** Less is not seen: a press would look as if nothing had happened. */
export const shownBusyMs = 600

/** The label of a busy button (its `loading`), kept long enough to be seen however quick the work was. */
export function useShownBusy(label: string | false): string | false {
	const [held, setHeld] = useState<string | false>(false)
	useEffect(() => {
		if (label !== false) setHeld(label)
	}, [label])
	useEffect(() => {
		if (held === false) return
		const timer = setTimeout(() => setHeld(false), shownBusyMs)
		return () => clearTimeout(timer)
	}, [held])
	return label === false ? held : label
}
