import type { Result } from '@parley/core'

/** The query library wants a failure thrown; this is the only place where one is. */
export class Unanswered<F> extends Error {
	readonly failure: F
	constructor(failure: F) {
		super('unanswered')
		this.name = 'Unanswered'
		this.failure = failure
	}
}

export function orThrow<T, F>(result: Result<T, F>): T {
	if (result.ok) return result.value
	throw new Unanswered(result.failure)
}
