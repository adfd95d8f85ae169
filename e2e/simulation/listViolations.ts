import { isDeepStrictEqual } from 'node:util'
import {
	applyStatus,
	type GroupId,
	type ImUserId,
	type ListEntry,
	type ListOption,
	type ListPushName,
	optionOfPush,
	type PushData,
	packetNumber,
} from '@parley/im'
import type { MemberRow } from '../../apps/server/src/modules/messaging/model/group.ts'
import type { StoredListEntry } from '../../apps/server/src/modules/messaging/model/list.ts'
import type { MessagingStore } from '../../apps/server/src/modules/messaging/store/store.ts'
import type { IM } from '../../sdk/im/src/index.ts'
import type { App, GivenList, RunRecord } from './app.ts'
import { appId, uidOf } from './cast.ts'

/** Answers of one tab's SDK about its person's lists. */
interface Answer {
	friends: Awaited<ReturnType<IM['friend']['list']>>
	groups: Awaited<ReturnType<IM['groups']['list']>>
	applications: { msgId: string; status: number }[]
	notices: ListEntry[]
	/** Unread counts and read positions, by group of the person. */
	unread: Map<string, { unread: number; read: number }>
}

export interface Asked {
	person: number
	tab: number
	/** Missing until everything was answered. */
	answer?: Answer
	problem?: string
}

/** Small page size, so that lists span several pages. */
const pageSize = 3

/** Asks every tab for everything; the answers arrive some virtual time later. */
export const askEverybody = (apps: Map<number, App>[]): Asked[] =>
	apps.flatMap((tabs, person) =>
		[...tabs].map(([tab, { im }]) => {
			const asked: Asked = { person, tab }
			if (im)
				askAll(im).then(
					answer => Object.assign(asked, { answer }),
					error => Object.assign(asked, { problem: String(error) }),
				)
			return asked
		}),
	)

async function askAll(im: IM): Promise<Answer> {
	const [friends, groups, applications, notices] = await Promise.all([
		im.friend.list(),
		im.groups.list(),
		listAll(im.friend.applications({ limit: pageSize })),
		listAll(im.notice.search({ count: pageSize })),
	])
	const unread = await Promise.all(groups.map(async ({ gid }) => [gid, await im.group(gid).unread()] as const))
	return { friends, groups, applications, notices, unread: new Map(unread) }
}

async function listAll<T>(pages: AsyncIterable<{ list: T[] }>): Promise<T[]> {
	const all: T[] = []
	for await (const { list } of pages) all.push(...list)
	return all
}

interface ListEvidence {
	store: MessagingStore
	record: RunRecord
	apps: Map<number, App>[]
	asked: Asked[]
}

/**
 * I12: personal lists match the store. Each entry was delivered to the device unchanged and in order; friends and groups
 * derived from the entries equal those of the store, and so do the answers of the SDK.
 */
export async function findListViolations({ store, record, apps, asked }: ListEvidence): Promise<string[]> {
	const found: string[] = []
	for (const person of apps.keys()) {
		const uid = uidOf(person)
		const own = record.lists.filter(given => given.person === person)
		for (const option of new Set(Object.values(optionOfPush))) {
			const stored = await store.readList(appId, uid, option, { after: 0, limit: 1_000_000 })
			const lifeOf = (tab: number) => apps[person]?.get(tab)?.life
			found.push(
				...entryViolations(
					own.filter(given => given.option === option),
					stored,
					{ option, lifeOf },
				),
			)
		}
		found.push(...(await foldViolations(store, person, own)))
		for (const each of asked) if (each.person === person) found.push(...(await answerViolations(store, each)))
	}
	return found.map(what => `I12: ${what}`)
}

/** An entry as its push carries it. */
const asGiven = ({ name, body, key, ts }: StoredListEntry) => ({ ...body, messageType: packetNumber(name), key, ts })

function entryViolations(
	given: GivenList[],
	stored: StoredListEntry[],
	{ option, lifeOf }: { option: ListOption; lifeOf(tab: number): number | undefined },
): string[] {
	const found: string[] = []
	const seen = new Set<number>()
	for (const { person, tab, life, entries } of given) {
		const where = `${uidOf(person)} tab ${tab} life ${life}`
		let last: number | undefined
		for (const { entry } of entries) {
			const original = stored[entry.key - 1]
			if (!original || !isDeepStrictEqual(entry, asGiven(original)))
				found.push(`${where} received a different entry ${entry.key} of ${option} than stored`)
			if (last !== undefined && entry.key !== last + 1)
				found.push(`${where} received entry ${entry.key} of ${option} after ${last}`)
			last = entry.key
			seen.add(entry.key)
		}
		if (last !== undefined && last < stored.length && life === lifeOf(tab))
			found.push(`${where} reached ${last} of ${stored.length} in ${option}`)
	}
	// The tabs of a device share their position: an entry delivered to one need not reach the other.
	for (const { key } of stored) if (!seen.has(key)) found.push(`no tab received entry ${key} of ${option}`)
	return found
}

const differ = (what: string, shown: unknown, stored: unknown): string[] =>
	isDeepStrictEqual(shown, stored) ? [] : [`${what}: ${JSON.stringify(shown)} instead of ${JSON.stringify(stored)}`]

const byUser = (a: { userId: string }, b: { userId: string }) => (a.userId < b.userId ? -1 : 1)

const storedFriends = async (store: MessagingStore, uid: ImUserId) =>
	(await store.listFriends(appId, uid))
		.map(({ friendUid, remark, shield }) => ({ userId: friendUid, remark, shield }))
		.sort(byUser)

/** Compares the lists with those an application builds from the entries it received, in the order of their lists. */
async function foldViolations(store: MessagingStore, person: number, own: GivenList[]): Promise<string[]> {
	const uid = uidOf(person)
	const entries = <N extends ListPushName>(...names: N[]) =>
		[
			...new Map(
				own.flatMap(given => given.entries).map(each => [`${optionOfPush[each.name]} ${each.entry.key}`, each]),
			).values(),
		]
			.filter(({ name }) => (names as string[]).includes(name))
			.sort((a, b) => a.entry.key - b.entry.key)
			.map(({ entry }) => entry as PushData<N>)

	const friends = new Map<string, { userId: string; remark: string; shield: boolean }>()
	for (const entry of entries('friendUpdated', 'friendDeleted')) {
		if ('friend' in entry) {
			const { userId, remark, shield } = entry.friend as PushData<'friendUpdated'>['friend']
			friends.set(userId, { userId, remark, shield })
		} else friends.delete((entry as PushData<'friendDeleted'>).userId)
	}
	const groups = new Set<string>()
	for (const { gid, group } of entries('groupListUpdated')) {
		if (group) groups.add(gid)
		else groups.delete(gid)
	}
	const applied = entries('friendApplication').map(({ application }) => application.msgId)
	const answered = entries('friendApplicationResult').map(({ application: { msgId, status } }) => `${msgId} ${status}`)
	const stored = await store.listFriendApplications(appId, uid, { offset: 0, limit: 1_000_000 })
	return [
		...differ(`${uid} has the friends`, [...friends.values()].sort(byUser), await storedFriends(store, uid)),
		...differ(
			`${uid} is in the groups`,
			[...groups].sort(),
			(await store.listGroups(appId, uid)).map(({ group }) => group.id as string).sort(),
		),
		...differ(`${uid} was asked`, applied.sort(), stored.flatMap(({ id, to }) => (to === uid ? [id] : [])).sort()),
		...differ(
			`${uid} was answered`,
			answered.sort(),
			stored
				.flatMap(({ id, from, status }) =>
					from === uid && status !== 'waiting' ? [`${id} ${applyStatus[status]}`] : [],
				)
				.sort(),
		),
	]
}

async function answerViolations(store: MessagingStore, { person, tab, answer, problem }: Asked): Promise<string[]> {
	const uid = uidOf(person)
	const who = `${uid} tab ${tab} is answered`
	if (!answer) return [`${uid} tab ${tab} has no answer about its lists (${problem ?? 'no answer'})`]
	const groups = await store.listGroups(appId, uid)
	const applications = await store.listFriendApplications(appId, uid, { offset: 0, limit: 1_000_000 })
	const notices = await Promise.all(
		(['notice', 'broadcast'] as const).map(option =>
			store.readList(appId, uid, option, { after: 0, limit: 1_000_000 }),
		),
	)
	const unread = await Promise.all(
		groups.map(async ({ group, member }) => [
			group.id as string,
			{ unread: await countUnread(store, group.id, member), read: member.read },
		]),
	)
	return [
		...differ(
			`${who} the friends`,
			answer.friends.map(({ userId, remark, shield }) => ({ userId, remark, shield })).sort(byUser),
			await storedFriends(store, uid),
		),
		...differ(
			`${who} the groups`,
			answer.groups.map(({ gid, head, memberCount, read, start }) => ({ gid, head, memberCount, read, start })),
			groups.map(({ group: { id, last, memberCount }, member: { read, start } }) => ({
				gid: id,
				head: last,
				memberCount,
				read,
				start,
			})),
		),
		...differ(
			`${who} the applications`,
			answer.applications.map(({ msgId, status }) => ({ msgId, status })),
			applications.map(({ id, status }) => ({ msgId: id, status: applyStatus[status] })),
		),
		...differ(
			`${who} the notices`,
			answer.notices.map(({ title }) => title).sort(),
			notices.flatMap(list => list.map(({ body }) => body.title)).sort(),
		),
		...differ(
			`${who} the unread`,
			[...answer.unread].map(([gid, { unread, read }]) => [gid, { unread, read }]),
			unread,
		),
	]
}

/** Counts unrevoked messages of others after the read position of a member. */
async function countUnread(store: MessagingStore, gid: GroupId, { uid, read, start }: MemberRow): Promise<number> {
	const events = await store.readEvents(appId, gid, { after: Math.max(read, start), limit: 1_000_000, from: 'oldest' })
	return events.filter(event => event.name === 'messagesReceived' && event.uid !== uid && event.body.revoked !== true)
		.length
}
