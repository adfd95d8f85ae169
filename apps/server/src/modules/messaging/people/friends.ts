import { ok, type Result } from '@parley/core'
import { applyStatus, type CallAnswer, type ImAppId, type ImUserId, imLimits } from '@parley/im'
import {
	type CallContext,
	type CallHandlers,
	type Refusal,
	refuse,
	refuseData,
	type WriteParts,
} from '../calls/context.ts'
import type { NewListEntry } from '../model/list.ts'
import type { ApplicationRow, FriendRow, UserProfile } from '../model/person.ts'
import type { PersonDeps } from './personDeps.ts'
import { wireUser } from './users.ts'

type FriendCalls =
	| 'friendApply'
	| 'friendHandleApply'
	| 'friendDelete'
	| 'friendList'
	| 'friendApplyStatus'
	| 'friendShield'
	| 'friendApplyList'
	| 'friendModifyInfo'

type People = Map<ImUserId, UserProfile>
type WireFriend = CallAnswer<'friendList'>['list'][number]
type WireApplication = CallAnswer<'friendApplyList'>['list'][number]

/**
 * Handlers of a person's friends and friend applications. A friendship has a row on each side, which are created and
 * removed together; after its end the shield stays.
 */
export const createFriendHandlers = (deps: PersonDeps): Pick<CallHandlers, FriendCalls> => ({
	friendApply: createApply(deps),
	friendHandleApply: createHandleApply(deps),
	friendDelete: createDelete(deps),
	friendShield: (context, { userId, shield }) => changeFriend(deps, context, userId, { shield }),
	friendModifyInfo: (context, { userId, remark }) => changeFriend(deps, context, userId, { remark }),
	...createReads(deps),
})

const wireFriend = ({ friendUid, remark, shield }: FriendRow, people: People): WireFriend => ({
	...wireUser(friendUid, people.get(friendUid)),
	remark,
	shield,
})

function wireApplication({ id, from, to, content, status, ts }: ApplicationRow, people: People): WireApplication {
	const other = to as ImUserId
	return {
		msgId: id,
		from: wireUser(from, people.get(from)),
		to: wireUser(other, people.get(other)),
		content,
		status: applyStatus[status],
		ts,
	}
}

const friendUpdated = (row: FriendRow, people: People): NewListEntry => ({
	uid: row.uid,
	option: 'friend',
	name: 'friendUpdated',
	body: { friend: wireFriend(row, people) },
})

const applicationEntry = (
	uid: ImUserId,
	name: 'friendApplication' | 'friendApplicationResult',
	application: WireApplication,
): NewListEntry => ({ uid, option: 'friend_apply', name, body: { application } })

const createApply = (deps: PersonDeps): CallHandlers['friendApply'] => {
	const { store, write, profiles, words } = deps
	return async (context, { userId, content }) => {
		const { appId, uid } = context.caller
		const stored = await write(context, async () => {
			if (userId === uid) return refuseData('userId: must be another person')
			const people = await profiles.findAccounts(appId, [uid, userId])
			if (!people.has(userId)) return refuse('missing')
			if ((await store.findFriend(appId, uid, userId))?.isFriend) return refuse('alreadyDone')
			const before = await store.findFriendApplication(appId, uid, userId)
			if (before?.status === 'waiting') {
				return before.from === uid ? refuse('alreadyDone') : accept(deps, context, before, people)
			}
			if (words.refuses(appId, content)) return refuse('wordRefused')
			if (await isFull(deps, appId, [uid])) return refuse('full')
			return ok(putApplication(deps, context, { userId, content, people }))
		})
		return stored.ok ? ok(stored.value.answer as CallAnswer<'friendApply'>) : stored
	}
}

function putApplication(
	{ ids, timers }: PersonDeps,
	{ caller: { uid } }: CallContext,
	{ userId, content, people }: { userId: ImUserId; content: string; people: People },
): WriteParts {
	const application: ApplicationRow = {
		id: ids.row('apply'),
		kind: 'friend',
		from: uid,
		to: userId,
		content,
		status: 'waiting',
		handledBy: null,
		ts: timers.now(),
	}
	return {
		applications: { put: [application] },
		lists: [applicationEntry(userId, 'friendApplication', wireApplication(application, people))],
		answer: { msgId: application.id, status: applyStatus.waiting },
	}
}

async function isFull({ store }: PersonDeps, appId: ImAppId, uids: readonly ImUserId[]): Promise<boolean> {
	for (const uid of uids) {
		if ((await store.listFriends(appId, uid)).length >= imLimits.maxFriends) return true
	}
	return false
}

/** Makes the two friends, and notifies the applicant. `people`: those of the two who have an account. */
async function accept(
	deps: PersonDeps,
	{ caller: { appId, uid } }: CallContext,
	application: ApplicationRow,
	people: People,
): Promise<Result<WriteParts, Refusal>> {
	const applicant = application.from
	if (!people.has(applicant)) return refuse('missing')
	if (await isFull(deps, appId, [uid, applicant])) return refuse('full')
	const since = deps.timers.now()
	const rows: FriendRow[] = [
		{ uid, friendUid: applicant, isFriend: true, remark: '', shield: false, since },
		{ uid: applicant, friendUid: uid, isFriend: true, remark: '', shield: false, since },
	]
	const accepted = wireApplication({ ...application, status: 'accepted' }, people)
	return ok({
		applications: { handle: [{ id: application.id, status: 'accepted', by: uid }] },
		friends: { put: rows },
		lists: [
			applicationEntry(applicant, 'friendApplicationResult', accepted),
			...rows.map(row => friendUpdated(row, people)),
		],
		answer: { msgId: application.id, status: applyStatus.accepted },
	})
}

const createHandleApply = (deps: PersonDeps): CallHandlers['friendHandleApply'] => {
	const { store, write, profiles } = deps
	return async (context, data) => {
		const { appId, uid } = context.caller
		const stored = await write(context, async () => {
			const application = await store.findApplication(appId, data.msgId)
			if (application?.kind !== 'friend' || application.to !== uid) return refuse('missing')
			if (application.status !== 'waiting') return refuse('alreadyDone')
			const people = await profiles.findAccounts(appId, [uid, application.from])
			if (data.accept) return accept(deps, context, application, people)
			const rejected = wireApplication({ ...application, status: 'rejected' }, people)
			return ok({
				applications: { handle: [{ id: application.id, status: 'rejected', by: uid }] },
				lists: [applicationEntry(application.from, 'friendApplicationResult', rejected)],
			})
		})
		return stored.ok ? ok({}) : stored
	}
}

const createDelete =
	({ store, write }: PersonDeps): CallHandlers['friendDelete'] =>
	async (context, { userId }) => {
		const { appId, uid } = context.caller
		const stored = await write(context, async () => {
			if (!(await store.findFriend(appId, uid, userId))?.isFriend) return refuse('missing')
			const sides = [
				{ uid, friendUid: userId },
				{ uid: userId, friendUid: uid },
			]
			return ok({
				friends: { remove: sides },
				lists: sides.map(side => ({
					uid: side.uid,
					option: 'friend',
					name: 'friendDeleted',
					body: { userId: side.friendUid },
				})),
			})
		})
		return stored.ok ? ok({}) : stored
	}

async function changeFriend(
	{ store, write, profiles }: PersonDeps,
	context: CallContext,
	friendUid: ImUserId,
	changes: Partial<Pick<FriendRow, 'shield' | 'remark'>>,
): Promise<Result<Record<string, never>, Refusal>> {
	const { appId, uid } = context.caller
	const stored = await write(context, async () => {
		const found = await store.findFriend(appId, uid, friendUid)
		if (!found) return refuse('missing')
		const row = { ...found, ...changes }
		if (!found.isFriend) {
			// No list shows shielded people who are not friends.
			return changes.shield === undefined ? refuse('missing') : ok({ friends: { change: [row] } })
		}
		const people = await profiles.find(appId, [friendUid])
		return ok({ friends: { change: [row] }, lists: [friendUpdated(row, people)] })
	})
	return stored.ok ? ok({}) : stored
}

function createReads({
	store,
	profiles,
}: PersonDeps): Pick<CallHandlers, 'friendList' | 'friendApplyStatus' | 'friendApplyList'> {
	const peopleOf = (appId: ImAppId, applications: readonly ApplicationRow[]) =>
		profiles.find(appId, [...new Set(applications.flatMap(({ from, to }) => [from, to as ImUserId]))])

	return {
		async friendList({ caller: { appId, uid } }) {
			const rows = await store.listFriends(appId, uid)
			const people = await profiles.find(
				appId,
				rows.map(row => row.friendUid),
			)
			return ok({ list: rows.map(row => wireFriend(row, people)) })
		},
		async friendApplyStatus({ caller: { appId, uid } }, { userId }) {
			const friend = (await store.findFriend(appId, uid, userId))?.isFriend ?? false
			const application = await store.findFriendApplication(appId, uid, userId)
			if (!application) return ok({ friend })
			const people = await peopleOf(appId, [application])
			return ok({ friend, application: wireApplication(application, people) })
		},
		async friendApplyList({ caller: { appId, uid } }, { page, count }) {
			const rows = await store.listFriendApplications(appId, uid, { offset: (page - 1) * count, limit: count + 1 })
			const shown = rows.slice(0, count)
			const people = await peopleOf(appId, shown)
			return ok({ list: shown.map(row => wireApplication(row, people)), more: rows.length > count })
		},
	}
}
