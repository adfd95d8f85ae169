import type { company, Invitation } from '@parley/api'
import type { ApiFailure } from '../../api/index.ts'

/** The invitations that wait for an answer; the first of them is in front of the person (CORP-03). */
export interface Queue {
	waiting: readonly Invitation[]
	/** The answer that is on its way. */
	giving?: 'accept' | 'refuse' | undefined
}

export type QueueEvent =
	| { type: 'came'; invitations: readonly Invitation[] }
	| { type: 'giving'; answer: 'accept' | 'refuse' }
	/** It has its answer, or is not there any more. */
	| { type: 'settled' }
	/** It could not be answered, and is asked about again. */
	| { type: 'stuck' }
	/** Not now: all of them wait for the next time. */
	| { type: 'putOff' }

export const noInvitations: Queue = { waiting: [] }

export function queued(queue: Queue, event: QueueEvent): Queue {
	switch (event.type) {
		case 'came':
			return { waiting: event.invitations }
		case 'giving':
			return { ...queue, giving: event.answer }
		case 'settled':
			return { waiting: queue.waiting.slice(1) }
		case 'stuck':
			return { waiting: queue.waiting }
		case 'putOff':
			return noInvitations
	}
}

export type TreatFailure = ApiFailure<typeof company.treatInvitation>

/** What became of an answer: given, not there to be answered any more, or not given. */
export type Treated = 'given' | 'gone' | 'unreachable' | 'failed'

export function treatedOf(failure: Pick<TreatFailure, 'refusal'> | undefined): Treated {
	switch (failure?.refusal) {
		case undefined:
			return 'given'
		case 'missing':
			return 'gone'
		case 'offline':
		case 'timeout':
			return 'unreachable'
		default:
			return 'failed'
	}
}
