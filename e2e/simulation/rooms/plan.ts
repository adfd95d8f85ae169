import { type Chance, createChance } from '../scheduler.ts'

/** The meeting of a run and its servers. Ids of people and nodes are indexes; the first person is its host. */
export interface Cast {
	people: number
	nodes: 2 | 3
	capacity: number
	/** An occurrence that ends is followed by another one. */
	isSeries: boolean
	/** Time at which the meeting is overdue, in milliseconds from the beginning; null for one without an end. */
	overdueAt: number | null
}

/** An action of a person, or a fault; `at` is in milliseconds from the beginning. */
export type Step = { at: number } & (Action | Fault)

export type Action =
	/** A person joins over a node. */
	| { kind: 'enter'; person: number; node: number }
	| { kind: 'leave'; person: number }
	/** The page is loaded again, and returns over a node with its token. */
	| { kind: 'reload'; person: number; node: number }
	/** A person who is out tries the last token of their page. */
	| { kind: 'returnWithToken'; person: number; node: number }
	/** A person continues on another device. */
	| { kind: 'transfer'; person: number; node: number }
	| { kind: 'lock'; locked: boolean }
	| { kind: 'remove'; person: number }
	| { kind: 'allowAgain'; person: number }
	| { kind: 'endByHost' }
	| { kind: 'keep' }
	/** The meeting is ended outside of its room, over a node. */
	| { kind: 'endOver'; node: number }

export type Fault =
	/** The connection of a person breaks. */
	| { kind: 'cut'; person: number }
	/** It becomes silent, and breaks when its ends notice. */
	| { kind: 'silent'; person: number }
	| { kind: 'kill'; node: number; forMs: number }
	/** SIGSTOP, then SIGCONT. */
	| { kind: 'freeze'; node: number; forMs: number }
	| { kind: 'restart'; node: number; forMs: number }
	/** PostgreSQL restarts: no connection survives. */
	| { kind: 'databaseDown'; forMs: number }
	/** One node loses the database: its connections break, or become silent. */
	| { kind: 'databaseCut'; node: number; forMs: number; isSilent: boolean }
	/** Nodes do not reach one another. */
	| { kind: 'linkCut'; node: number; other: number; forMs: number }
	| { kind: 'callsLost'; forMs: number }
	| { kind: 'callsLate'; forMs: number }
	| { kind: 'callsRepeated'; forMs: number }

const actionKinds: Record<Action['kind'], true> = {
	enter: true,
	leave: true,
	reload: true,
	returnWithToken: true,
	transfer: true,
	lock: true,
	remove: true,
	allowAgain: true,
	endByHost: true,
	keep: true,
	endOver: true,
}
export const isAction = (step: Step): step is { at: number } & Action => step.kind in actionKinds

export interface Plan {
	seed: number
	cast: Cast
	steps: Step[]
	/** Every fault is over by then. */
	endsAt: number
}

const lengthMs = 75_000

/** Returns the plan of a seed, always the same. */
export function makePlan(seed: number): Plan {
	const chance = createChance(seed)
	const people = chance.between(2, 6)
	const cast: Cast = {
		people,
		nodes: chance.oneIn(2) ? 2 : 3,
		capacity: chance.between(2, people + 1),
		isSeries: chance.oneIn(2),
		overdueAt: chance.oneIn(4) ? chance.between(5_000, lengthMs) : null,
	}
	const arrivals: Action[] = Array.from({ length: people }, (_, person) => enter(chance, cast, person))
	const actions = Array.from({ length: chance.between(6, 30) }, () => makeAction(chance, cast))
	const faults = Array.from({ length: chance.oneIn(4) ? 0 : chance.between(1, 6) }, () => makeFault(chance, cast))
	const steps = [
		...arrivals.map(what => ({ at: chance.upTo(8_000), ...what })),
		...[...actions, ...faults].map(what => ({ at: chance.upTo(lengthMs), ...what })),
	].sort((a, b) => a.at - b.at)
	return { seed, cast, steps, endsAt: lengthMs + 1 }
}

const enter = (chance: Chance, { nodes }: Cast, person: number): Action => ({
	kind: 'enter',
	person,
	node: chance.upTo(nodes - 1),
})

function makeAction(chance: Chance, cast: Cast): Action {
	const person = chance.upTo(cast.people - 1)
	const node = chance.upTo(cast.nodes - 1)
	const member = chance.between(1, cast.people - 1)
	const draw = chance.upTo(99)
	if (draw < 38) return { kind: 'enter', person, node }
	if (draw < 48) return { kind: 'leave', person }
	if (draw < 60) return { kind: 'reload', person, node }
	if (draw < 68) return { kind: 'returnWithToken', person, node }
	if (draw < 76) return { kind: 'transfer', person, node }
	if (draw < 82) return { kind: 'lock', locked: chance.oneIn(2) }
	if (draw < 88) return { kind: 'remove', person: member }
	if (draw < 91) return { kind: 'allowAgain', person: member }
	if (draw < 94) return { kind: 'endByHost' }
	if (draw < 96) return { kind: 'keep' }
	return { kind: 'endOver', node }
}

function makeFault(chance: Chance, cast: Cast): Fault {
	const person = chance.upTo(cast.people - 1)
	const node = chance.upTo(cast.nodes - 1)
	const other = (node + chance.between(1, cast.nodes - 1)) % cast.nodes
	const forMs = chance.oneIn(2) ? chance.between(200, 8_000) : chance.between(8_000, 40_000)
	const draw = chance.upTo(99)
	if (draw < 10) return { kind: 'cut', person }
	if (draw < 18) return { kind: 'silent', person }
	if (draw < 34) return { kind: 'kill', node, forMs }
	if (draw < 48) return { kind: 'freeze', node, forMs }
	if (draw < 56) return { kind: 'restart', node, forMs: chance.between(200, 5_000) }
	if (draw < 64) return { kind: 'databaseDown', forMs }
	if (draw < 78) return { kind: 'databaseCut', node, forMs, isSilent: chance.oneIn(2) }
	if (draw < 85) return { kind: 'linkCut', node, other, forMs }
	if (draw < 90) return { kind: 'callsLost', forMs }
	if (draw < 95) return { kind: 'callsLate', forMs }
	return { kind: 'callsRepeated', forMs }
}
