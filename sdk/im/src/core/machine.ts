import { answerCodes } from '@parley/im'
import type { Environment, Transition } from './environment.ts'
import type { Stats } from './stats.ts'

/** Transitions from a state. */
export type TransitionTable<S extends string> = Readonly<Record<S, readonly S[]>>

export interface Machine<S extends string> {
	readonly state: S
	/**
	 * Makes the transition if the table allows it. Staying in a state is always allowed. `reason` is the state
	 * itself if that is sufficient.
	 */
	to(next: S, reason?: string, code?: number): void
}

export interface MachineDeps {
	env: Pick<Environment, 'strict' | 'trace'>
	stats: Stats
}

/** A state machine whose table lists the allowed transitions. */
export function createMachine<S extends string>(
	name: string,
	initial: S,
	table: TransitionTable<S>,
	{ env, stats }: MachineDeps,
	onTransition?: (transition: Transition<S>) => void,
): Machine<S> {
	let state = initial
	return {
		get state() {
			return state
		},
		to(next, reason = next, code = answerCodes.ok) {
			if (next === state) return
			if (!table[state].includes(next)) {
				stats.illegalTransitions++
				if (env.strict) throw new Error(`${name}: ${state}, ${next}`)
				return
			}
			const transition = { from: state, to: next, code, reason }
			state = next
			env.trace?.(name, transition)
			onTransition?.(transition)
		},
	}
}
