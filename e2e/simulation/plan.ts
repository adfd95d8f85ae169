import { type Chance, createChance } from './scheduler.ts'

/** Participants of a run; ids are the indexes of the arrays in it. */
export interface Cast {
	/** People, each with one device of one or two tabs. */
	people: number
	/** Groups with some of the people; the first person owns each. */
	groups: { members: number[]; kind: 'COMMON' | 'CHATROOM' }[]
	/** Server processes on one store. */
	nodes: 1 | 2
}

/** An action of a person, or a fault; `at` is in milliseconds from the beginning. */
export type Step = { at: number } & (Action | Fault)

/** Actions of people. `tab` 0 is there from the beginning. */
export type Action =
	| { kind: 'sendGroup'; person: number; tab: number; group: number; count: number }
	| { kind: 'sendChat'; person: number; tab: number; to: number; count: number }
	| { kind: 'revoke'; person: number; group: number }
	| { kind: 'silence'; group: number; member: number; seconds: number }
	| { kind: 'kick'; group: number; member: number }
	| { kind: 'invite'; group: number; member: number }
	| { kind: 'announce'; group: number }
	| { kind: 'leave'; person: number; group: number }
	| { kind: 'applyGroup'; person: number; group: number }
	| { kind: 'answerGroup'; group: number; accept: boolean }
	| { kind: 'read'; person: number; tab: number; group: number }
	| { kind: 'befriend'; person: number; to: number }
	| { kind: 'answerFriend'; person: number; tab: number; accept: boolean }
	| { kind: 'remark'; person: number; tab: number; to: number }
	| { kind: 'unfriend'; person: number; tab: number; to: number }
	/** A server module sends a person one notice, or several in a row; to everyone if no person is given. */
	| { kind: 'notify'; count: number; person?: number }
	| { kind: 'openTab'; person: number }
	| { kind: 'logout'; person: number; forMs: number }

/** Actions that end connections, after which a returning client has missed events. */
export const isInterruption = (step: Step): boolean =>
	step.kind === 'openTab' || step.kind === 'logout' || !isAction(step)

const actionKinds: Record<Action['kind'], true> = {
	sendGroup: true,
	sendChat: true,
	revoke: true,
	silence: true,
	kick: true,
	invite: true,
	announce: true,
	leave: true,
	applyGroup: true,
	answerGroup: true,
	read: true,
	befriend: true,
	answerFriend: true,
	remark: true,
	unfriend: true,
	notify: true,
	openTab: true,
	logout: true,
}
export const isAction = (step: Step): step is { at: number } & Action => step.kind in actionKinds

export type Fault =
	/** The connections of one person break. */
	| { kind: 'cut'; person: number }
	/** They become silent without breaking. */
	| { kind: 'silent'; person: number; forMs: number }
	| { kind: 'offline'; person: number; forMs: number }
	| { kind: 'slow'; person: number; forMs: number; delayMs: number }
	| { kind: 'duplicate'; person: number; forMs: number }
	| { kind: 'reorder'; person: number; forMs: number }
	| { kind: 'swallow'; person: number; forMs: number }
	/** A page is reloaded, and its memory lost. */
	| { kind: 'reload'; person: number; tab: number }
	| { kind: 'storageFails'; person: number; forMs: number }
	| { kind: 'clockJump'; person: number; ms: number }
	| { kind: 'elsewhere'; person: number }
	| { kind: 'tokenExpires'; person: number }
	/** A process is killed, and uncommitted data lost. */
	| { kind: 'kill'; node: number; forMs: number }
	| { kind: 'freeze'; node: number; forMs: number }
	| { kind: 'stop'; node: number; forMs: number }
	/** The store refuses to commit. */
	| { kind: 'storeFails'; forMs: number }
	| { kind: 'hintsLost'; forMs: number }

export interface Plan {
	seed: number
	cast: Cast
	steps: Step[]
	/** Time at which the last step has ended and every fault is repaired. */
	endsAt: number
}

const lengthMs = 60_000

/** Returns the plan of a seed, always the same. */
export function makePlan(seed: number): Plan {
	const chance = createChance(seed)
	const cast = makeCast(chance)
	const actions = Array.from({ length: chance.between(8, 40) }, () => createAction(chance, cast))
	const faults = Array.from({ length: chance.oneIn(5) ? 0 : chance.between(1, 10) }, () => makeFault(chance, cast))
	const steps = [...actions, ...faults]
		.map(what => ({ at: chance.upTo(lengthMs), ...what }))
		.sort((a, b) => a.at - b.at)
	return { seed, cast, steps, endsAt: lengthMs + 1 }
}

function makeCast(chance: Chance): Cast {
	const people = chance.between(2, 5)
	const everybody = Array.from({ length: people }, (_, person) => person)
	const common = {
		kind: 'COMMON' as const,
		members: everybody.filter(person => person === 0 || !chance.oneIn(4)),
	}
	const room = { kind: 'CHATROOM' as const, members: everybody }
	return { people, groups: [common, room], nodes: chance.oneIn(3) ? 2 : 1 }
}

function createAction(chance: Chance, cast: Cast): Action {
	const person = chance.upTo(cast.people - 1)
	const other = (person + chance.between(1, cast.people - 1)) % cast.people
	const group = chance.upTo(cast.groups.length - 1)
	const tab = chance.oneIn(6) ? 1 : 0
	const count = chance.oneIn(4) ? chance.between(2, 12) : 1
	const draw = chance.upTo(99)
	if (draw < 36) return { kind: 'sendGroup', person, tab, group, count }
	if (draw < 56) return { kind: 'sendChat', person, tab, to: other, count }
	if (draw < 60) return { kind: 'revoke', person, group }
	if (draw < 62) return { kind: 'silence', group, member: other, seconds: chance.between(0, 20) }
	if (draw < 64) return { kind: 'announce', group }
	if (draw < 68) return { kind: 'openTab', person }
	if (draw < 70) return { kind: 'logout', person, forMs: chance.between(500, 20_000) }
	return createListAction(chance, { person, other, tab })
}

/** Makes an action that changes a person's own lists: groups, friends, applications, notices, and read positions. */
function createListAction(
	chance: Chance,
	{ person, other, tab }: { person: number; other: number; tab: number },
): Action {
	const accept = !chance.oneIn(3)
	const draw = chance.upTo(29)
	if (draw < 3) return { kind: 'kick', group: 0, member: other }
	if (draw < 6) return { kind: 'invite', group: 0, member: other }
	if (draw < 7) return { kind: 'leave', person, group: 0 }
	if (draw < 10) return { kind: 'applyGroup', person, group: 0 }
	if (draw < 12) return { kind: 'answerGroup', group: 0, accept }
	if (draw < 15) return { kind: 'read', person, tab, group: 0 }
	if (draw < 19) return { kind: 'befriend', person, to: other }
	if (draw < 23) return { kind: 'answerFriend', person, tab, accept }
	if (draw < 25) return { kind: 'remark', person, tab, to: other }
	if (draw < 26) return { kind: 'unfriend', person, tab, to: other }
	const count = chance.oneIn(2) ? chance.between(2, 12) : 1
	return chance.oneIn(3) ? { kind: 'notify', count } : { kind: 'notify', count, person }
}

function makeFault(chance: Chance, cast: Cast): Fault {
	const person = chance.upTo(cast.people - 1)
	const node = chance.upTo(cast.nodes - 1)
	const forMs = chance.between(200, 30_000)
	if (cast.nodes > 1 && chance.oneIn(6)) return { kind: 'hintsLost', forMs }
	const draw = chance.upTo(103)
	if (draw < 22) return { kind: 'cut', person }
	if (draw < 36) return { kind: 'silent', person, forMs }
	if (draw < 43) return { kind: 'offline', person, forMs }
	if (draw < 48) return { kind: 'slow', person, forMs, delayMs: chance.between(100, 4_000) }
	if (draw < 53) return { kind: 'duplicate', person, forMs }
	if (draw < 58) return { kind: 'reorder', person, forMs }
	if (draw < 70) return { kind: 'reload', person, tab: chance.oneIn(4) ? 1 : 0 }
	if (draw < 74) return { kind: 'storageFails', person, forMs }
	if (draw < 77) return { kind: 'clockJump', person, ms: chance.between(-3_600_000, 3_600_000) }
	if (draw < 79) return { kind: 'elsewhere', person }
	if (draw < 81) return { kind: 'tokenExpires', person }
	if (draw < 90) return { kind: 'kill', node, forMs: chance.between(200, 8_000) }
	if (draw < 93) return { kind: 'freeze', node, forMs }
	if (draw < 96) return { kind: 'stop', node, forMs: chance.between(200, 8_000) }
	if (draw < 102) return { kind: 'swallow', person, forMs }
	return { kind: 'storeFails', forMs: chance.between(50, 3_000) }
}
