import { useRef, useState } from 'react'
import { useIsMounted } from './useIsMounted.ts'

/**
 * An asynchronous action of a button or form. While it runs, starting it again does nothing. `onDone` gets the result,
 * unless the component has been unmounted; the action counts as running until a promise of `onDone` is settled, so that
 * a button stays busy until the next screen is there. An error of the action is thrown to the caller of `run`.
 */
export function useAction<A extends unknown[], T>(
	action: (...args: A) => Promise<T>,
	onDone?: (result: T) => unknown,
): [run: (...args: A) => Promise<void>, isRunning: boolean] {
	const [isRunning, setRunning] = useState(false)
	const isStarted = useRef(false)
	const isMounted = useIsMounted()

	async function run(...args: A) {
		if (isStarted.current) return
		isStarted.current = true
		setRunning(true)
		try {
			const result = await action(...args)
			if (isMounted.current) await onDone?.(result)
		} finally {
			isStarted.current = false
			if (isMounted.current) setRunning(false)
		}
	}
	return [run, isRunning]
}
