import { useEffect, useRef, useState } from 'react'
import { type Answered, away, type CommonSaying, type TurnedAway } from './turnedAway.ts'

/** Where a form stands. */
export type Flow<S extends string> = { at: 'form' } | { at: 'asking' } | { at: 'turned-away'; why: TurnedAway<S> }

/** Not the network, which is an answer, but a part of the page that did not come: nothing was sent. */
const broke = (): { ok: false; failure: TurnedAway<'unreachable'> } => ({ ok: false, failure: away('unreachable') })

/** Sends a form once at a time and shows what became of it; what comes after the person has left changes nothing. */
export function useFlow<S extends string>() {
	const [state, setState] = useState<Flow<S | CommonSaying>>({ at: 'form' })
	const here = useRef(true)
	const asking = useRef(false)

	useEffect(() => {
		here.current = true
		return () => {
			here.current = false
		}
	}, [])

	/** What comes through keeps the button busy until the next screen stands, or until `rest` is called. */
	async function run<T>(act: () => Promise<Answered<T, S>>, onDone: (value: T) => void) {
		if (asking.current) return
		asking.current = true
		setState({ at: 'asking' })
		const answer = await act().catch(broke)
		asking.current = false
		if (!here.current) return
		if (!answer.ok) return setState({ at: 'turned-away', why: answer.failure })
		onDone(answer.value)
	}

	return {
		state,
		run,
		isAsking: state.at === 'asking',
		why: state.at === 'turned-away' ? state.why : undefined,
		turnAway: (why: TurnedAway<S>) => setState({ at: 'turned-away', why }),
		/** Something was changed, so what was said of it goes. */
		rest: () => setState(state => (state.at === 'asking' && asking.current ? state : { at: 'form' })),
	}
}
