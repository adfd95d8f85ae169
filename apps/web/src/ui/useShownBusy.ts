import { useEffect, useState } from 'react'

/** Less is not seen: a press would look as if nothing had happened. */
export const shownBusyMs = 600

/** What a button says while it is busy (its `loading`), for long enough to be seen however quick that was. */
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
