import { type Chance, createChance } from '../scheduler.ts'

/** An action of a person, or a fault; `at` is in milliseconds from the beginning. Ids of people are indexes. */
export type Step = { at: number } & (Action | Fault)

export type Action =
	/** A person opens the page, and enters a moment later; a page of theirs that is in the meeting is replaced. */
	| { kind: 'enter'; person: number; waitsMs: number }
	| { kind: 'reload'; person: number; waitsMs: number }
	| { kind: 'leave'; person: number }

export type Fault =
	/** The socket breaks, and the page connects it again. */
	| { kind: 'cut'; person: number }
	/** No packet of media arrives. */
	| { kind: 'interrupt'; person: number; forMs: number }
	/** The process with the media ends, and is started again. */
	| { kind: 'crash' }
	/** The process with the media, and the network, are slow. */
	| { kind: 'slow'; forMs: number }

export interface Plan {
	seed: number
	people: number
	steps: Step[]
	/** Every fault is over by then. */
	endsAt: number
}

const lengthMs = 40_000

/** Returns the plan of a seed, always the same. */
export function makePlan(seed: number): Plan {
	const chance = createChance(seed)
	const people = chance.between(2, 3)
	const arrivals = Array.from({ length: people }, (_, person) => enter(chance, person))
	const actions = Array.from({ length: chance.between(3, 14) }, () => makeAction(chance, people))
	const faults = Array.from({ length: chance.oneIn(3) ? 0 : chance.between(1, 5) }, () => makeFault(chance, people))
	const steps = [
		...arrivals.map(what => ({ at: chance.upTo(4_000), ...what })),
		...[...actions, ...faults].map(what => ({ at: chance.upTo(lengthMs), ...what })),
	].sort((a, b) => a.at - b.at)
	return { seed, people, steps, endsAt: lengthMs + 25_000 }
}

/** A page that is loaded again enters at once; people who read the form enter later. */
function waitingTime(chance: Chance): number {
	if (chance.oneIn(2)) return chance.upTo(60)
	return chance.upTo(chance.oneIn(3) ? 20_000 : 2_000)
}

const enter = (chance: Chance, person: number): Action => ({ kind: 'enter', person, waitsMs: waitingTime(chance) })

function makeAction(chance: Chance, people: number): Action {
	const person = chance.upTo(people - 1)
	const draw = chance.upTo(9)
	if (draw < 5) return enter(chance, person)
	if (draw < 9) return { kind: 'reload', person, waitsMs: waitingTime(chance) }
	return { kind: 'leave', person }
}

function makeFault(chance: Chance, people: number): Fault {
	const person = chance.upTo(people - 1)
	const draw = chance.upTo(9)
	if (draw < 4) return { kind: 'cut', person }
	if (draw < 7) return { kind: 'interrupt', person, forMs: chance.between(200, 15_000) }
	if (draw < 8) return { kind: 'crash' }
	return { kind: 'slow', forMs: chance.between(500, 10_000) }
}
