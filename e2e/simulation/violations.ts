import type { ImUserId, ListedEvent } from '@parley/im'
import { chatId } from '../../apps/server/src/modules/messaging/model/conversation.ts'
import type { LoggedEvent } from '../../apps/server/src/modules/messaging/model/event.ts'
import type { MessagingStore } from '../../apps/server/src/modules/messaging/store/store.ts'
import type { App, Given, RunRecord, Written } from './app.ts'
import { appId, gidOf, uidOf } from './cast.ts'
import { isInterruption, type Plan } from './plan.ts'

export interface Evidence {
	store: MessagingStore
	record: RunRecord
	apps: Map<number, App>[]
}

/** Log of a conversation as stored at the end. */
interface Log {
	/** Name of the conversation for person `reader`. */
	nameFor(reader: number): string
	/** People who may currently read all of it from a position on. */
	readers: { person: number; start: number }[]
	events: LoggedEvent[]
	isRoom: boolean
}

/** Returns every promise that a run broke, with person, place and detail (I1 to I12). */
export async function findViolations(plan: Plan, { store, record, apps }: Evidence): Promise<string[]> {
	const logs = await readLogs(plan, store)
	const found: string[] = []
	for (const given of record.given) found.push(...orderViolations(given, logs))
	for (const log of logs) found.push(...coverageViolations(log, record, apps))
	found.push(...writtenViolations(record.written, logs, person => apps[person]?.size ?? 0))
	for (const [person, tabs] of apps.entries())
		for (const [tab, app] of tabs)
			if (app.im?.state !== 'ready') found.push(`I10: tab ${tab} of ${uidOf(person)} is ${app.im?.state} at the end`)
	if (plan.cast.nodes === 1 && !plan.steps.some(isInterruption)) found.push(...gapViolations(plan, apps))
	return found
}

/** Returns whether a person may have been removed before they had read a group they were added to: then they are told. */
const isRemovedWhileReading = ({ steps }: Plan, person: number): boolean =>
	steps.some(
		invited =>
			invited.kind === 'invite' &&
			invited.member === person &&
			steps.some(
				({ at, ...step }) =>
					((step.kind === 'kick' && step.member === person) || (step.kind === 'leave' && step.person === person)) &&
					Math.abs(at - invited.at) < readWithinMs,
			),
	)
const readWithinMs = 2_000

/**
 * Without faults, and unless a node waits for a hint of another, no message may be missing even for a moment: recovery must
 * not hide a bug of the protocol.
 */
const gapViolations = (plan: Plan, apps: Map<number, App>[]): string[] =>
	apps.flatMap((tabs, person) =>
		[...tabs.values()].flatMap(({ im }) => {
			const { repairs = 0, timeouts = 0, discontinuities = 0 } = im?.stats() ?? {}
			const announced = isRemovedWhileReading(plan, person) ? 0 : discontinuities
			const isClean = repairs + timeouts + announced === 0
			return isClean
				? []
				: [
						`I11: ${uidOf(person)} requested missing events ${repairs} times, had ${timeouts} timeouts and received ${announced} gaps although no fault occurred`,
					]
		}),
	)

async function readLogs(plan: Plan, store: MessagingStore): Promise<Log[]> {
	const logs: Log[] = []
	const everything = { after: 0, limit: 1_000_000, from: 'oldest' as const }
	const people = Array.from({ length: plan.cast.people }, (_, person) => person)
	for (const [index, { kind }] of plan.cast.groups.entries()) {
		const gid = gidOf(index)
		const isRoom = kind === 'CHATROOM'
		const members = isRoom
			? []
			: (await store.listMembers(appId, gid, { offset: 0, limit: 100, banned: false })).members
		logs.push({
			nameFor: () => gid,
			readers: members.map(({ uid, start }) => ({ person: people.findIndex(person => uidOf(person) === uid), start })),
			events: await store.readEvents(appId, gid, everything),
			isRoom,
		})
	}
	for (const a of people)
		for (const b of people.slice(a + 1))
			logs.push({
				nameFor: reader => `u:${uidOf(reader === a ? b : a)}`,
				readers: [a, b].map(person => ({ person, start: 0 })),
				events: await store.readEvents(appId, chatId(uidOf(a), uidOf(b)), everything),
				isRoom: false,
			})
	return logs
}

const logOf = (logs: Log[], { person, conversation }: { person: number; conversation: string }) =>
	logs.find(
		log =>
			log.nameFor(person) === conversation &&
			(!conversation.startsWith('u:') || log.readers.some(reader => reader.person === person)),
	)

/** I1, I2, I8: within one life of a page everything is delivered once, in log order, and gaps are announced. */
function orderViolations(given: Given, logs: Log[]): string[] {
	const found: string[] = []
	const { person, tab, life, conversation, events, announced } = given
	const where = `${uidOf(person)} tab ${tab} life ${life} in ${conversation}`
	const log = logOf(logs, given)
	const stored = new Map(log?.events.map(event => [event.hisId, event]))
	for (const { from, to, reason } of announced)
		if (!harmlessReasons.has(reason) && !wasRemoved(log, person))
			found.push(`I8: ${where} received a gap ${from} to ${to} (${reason}) that does not exist`)
	let last: number | undefined
	for (const { hisId, event } of events) {
		const original = stored.get(hisId)
		if (!original) found.push(`I1: ${where} received ${hisId}, which is not stored`)
		else if (!isSame(event, original)) found.push(`I1: ${where} received a different ${hisId} than stored`)
		if (last !== undefined && hisId <= last) found.push(`I2: ${where} received ${hisId} after ${last}`)
		if (last !== undefined && hisId > last + 1 && !isExplained(last + 1, hisId - 1, announced, log, person))
			found.push(`I8: ${where} misses ${last + 1} to ${hisId - 1} without a gap`)
		last = hisId
	}
	return found
}

/** In logs as short as those of a run, nothing else is ever skipped. */
const harmlessReasons = new Set(['sampled', 'not listening'])

/** A person who left a group, or was removed, can't read messages that they had not read before. */
const wasRemoved = (log: Log | undefined, person: number): boolean =>
	log?.events.some(
		({ name, body }) => (name === 'memberKicked' || name === 'memberQuit') && body.member === uidOf(person),
	) === true

/** The content of a message that was revoked later is gone from the log. */
function isSame(event: ListedEvent, stored: LoggedEvent): boolean {
	if (event.userId !== stored.uid) return false
	if (stored.name !== 'messagesReceived') return true
	const { cmid, revoked } = event as { cmid?: string; revoked?: boolean }
	return cmid === stored.cmid || revoked === true
}

/** Returns whether they were announced as missing, or the reader was not in the group at that time. */
function isExplained(
	from: number,
	to: number,
	announced: Given['announced'],
	log: Log | undefined,
	person: number,
): boolean {
	for (let hisId = from; hisId <= to; hisId++) {
		const isAnnounced = announced.some(range => range.from <= hisId && hisId <= range.to)
		if (!isAnnounced && !wasOutside(hisId, log, person)) return false
	}
	return true
}

function wasOutside(hisId: number, log: Log | undefined, person: number): boolean {
	let isInside = true
	for (const { hisId: at, name, body } of log?.events ?? []) {
		if (at > hisId) break
		const uid: ImUserId = uidOf(person)
		const members = (body.members ?? []) as { userId: string }[]
		if (name === 'memberJoined' && members.some(({ userId }) => userId === uid)) isInside = at !== hisId
		if ((name === 'memberKicked' || name === 'memberQuit') && body.member === uid && at < hisId) isInside = false
	}
	const joins = log?.events.find(
		({ hisId: at, name, body }) =>
			at >= hisId &&
			name === 'memberJoined' &&
			((body.members ?? []) as { userId: string }[]).some(({ userId }) => userId === uidOf(person)),
	)
	return !isInside || joins !== undefined
}

/** I1: every reader of a log received all of it, in a life of one of their pages, or an announced gap. */
function coverageViolations(log: Log, { given }: RunRecord, apps: Map<number, App>[]): string[] {
	const found: string[] = []
	const head = log.events.at(-1)?.hisId ?? 0
	for (const { person, start } of log.readers) {
		if (!apps[person]) continue
		const conversation = log.nameFor(person)
		const own = given.filter(each => each.person === person && each.conversation === conversation)
		const seen = new Set(own.flatMap(({ events }) => events.map(({ hisId }) => hisId)))
		const announced = own.flatMap(each => each.announced)
		for (let hisId = start + 1; hisId <= head; hisId++) {
			const isKnown = seen.has(hisId) || announced.some(({ from, to }) => from <= hisId && hisId <= to)
			if (!isKnown) found.push(`I1: ${uidOf(person)} never received ${hisId} of ${head} in ${conversation}`)
		}
	}
	if (log.isRoom) found.push(...roomViolations(log, given, head))
	return found
}

/** A client that listens to a room at the end has received its whole log. */
function roomViolations(log: Log, given: Given[], head: number): string[] {
	const newest = new Map<string, Given>()
	for (const each of given)
		if (each.conversation === log.nameFor(each.person)) newest.set(`${each.person} ${each.tab}`, each)
	return [...newest.values()].flatMap(({ person, tab, life, events, announced }) => {
		const last = Math.max(events.at(-1)?.hisId ?? 0, ...announced.map(({ to }) => to))
		return last < head && last > 0
			? [`I1: ${uidOf(person)} tab ${tab} life ${life} reached ${last} of ${head} in the room`]
			: []
	})
}

/** I1, I3, I4: acknowledged messages are stored at their position, once, and in writing order. */
function writtenViolations(written: Written[], logs: Log[], tabCount: (person: number) => number): string[] {
	const found: string[] = []
	const places = new Map<string, number[]>()
	const placesOfContent = new Map<string, number[]>()
	for (const log of logs)
		for (const { cmid, hisId, body } of log.events) {
			if (cmid === undefined) continue
			places.set(cmid, [...(places.get(cmid) ?? []), hisId])
			const content = String(body.content)
			if (content !== '') placesOfContent.set(content, [...(placesOfContent.get(content) ?? []), hisId])
		}
	const newestOf = new Map<string, { cmid: string; hisId: number }>()
	for (const message of written) {
		const { person, tab, life, conversation, cmid, outcome, hisId, isKept } = message
		const what = `${cmid} of ${uidOf(person)} tab ${tab} in ${conversation}`
		const at = places.get(cmid) ?? []
		const times = Math.max(at.length, placesOfContent.get(message.content)?.length ?? 0)
		if (times > 1) found.push(`I4: ${what} is stored ${times} times`)
		if (outcome === 'acknowledged' && at[0] !== hisId)
			found.push(`I1: ${what} was acknowledged as ${hisId} and is stored as ${at[0]}`)
		if (outcome === 'unknown' && isKept && at.length === 0) found.push(`I1: ${what} was stored locally, and never sent`)
		const [place] = at
		if (place === undefined) continue
		// Messages left behind by a page are sent by the next page of its tab, or at the same time by another tab.
		const lane = `${person} ${tab} ${tabCount(person) > 1 ? life : ''} ${conversation}`
		const before = newestOf.get(lane)
		if (before && before.hisId > place) found.push(`I3: ${what} is stored before ${before.cmid}, written earlier`)
		newestOf.set(lane, { cmid, hisId: place })
	}
	return found
}
