import type { Scheduler } from './scheduler.ts'

/** Returns a function that runs what is sent in one direction once it has travelled, in order. */
export function createOrderedTravel(scheduler: Scheduler, travelMs: () => number): (act: () => void) => void {
	let arrivesAt = 0
	return act => {
		arrivesAt = Math.max(arrivesAt, scheduler.now() + travelMs())
		scheduler.after(arrivesAt - scheduler.now(), act)
	}
}
