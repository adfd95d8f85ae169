import { ok, type Result } from '@parley/core'
import { applyStatus, type CallData, type ImUserId, imLimits } from '@parley/im'
import { type CallContext, type CallHandlers, type Refusal, refuse } from '../calls/context.ts'
import { type GroupRow, isThere } from '../model/group.ts'
import type { NewListEntry } from '../model/list.ts'
import type { ApplicationRow } from '../model/person.ts'
import { wireUser } from '../people/users.ts'
import { arrival, findWhoMayJoin } from './arrival.ts'
import type { GroupAccessState, GroupWriteParts } from './groupAccess.ts'
import type { GroupDeps } from './groupDeps.ts'
import { groupKindOf } from './groupPolicy.ts'
import { isInvitation } from './invitation.ts'

type ApplicationCalls = 'groupApply' | 'groupOperateApply'

/** Handlers for joining a group. */
export const createGroupApplicationHandlers = (deps: GroupDeps): Pick<CallHandlers, ApplicationCalls> => ({
	groupApply: createApply(deps),
	groupOperateApply: createOperateApply(deps),
})

const createApply = (deps: GroupDeps): CallHandlers['groupApply'] => {
	const { access, words } = deps
	return async (context, data) => {
		const { appId, isGuest } = context.caller
		const stored = await access.write(context, 'groupApply', data.gid, async state => {
			const { group } = state
			const entry = await findEntry(deps, context, group, data.code)
			if (!entry.ok) return entry
			if (isGuest) return refuse('noPromise')
			if (words.refuses(appId, data.content)) return refuse('wordRefused')
			return entry.value === 'free' ? comeIn(deps, context, state) : apply(deps, context, group, data)
		})
		if (!stored.ok) return stored
		const { msgId, status } = stored.value.answer as Pick<ApplyAnswer, 'msgId' | 'status'>
		return ok({ status, ...(msgId === undefined ? {} : { msgId }) })
	}
}
type ApplyAnswer = Extract<Awaited<ReturnType<CallHandlers['groupApply']>>, { ok: true }>['value']

/** Returns whether a person joins at once or needs approval. A private group does not reveal its existence. */
async function findEntry(
	deps: GroupDeps,
	{ caller: { appId } }: CallContext,
	group: GroupRow,
	code: string,
): Promise<Result<'free' | 'application', Refusal>> {
	const { entry, isVisible } = groupKindOf(group)
	const closed = refuse(isVisible ? 'noPromise' : 'missing')
	if (code === '') return entry === 'invitation' ? closed : ok(entry)
	return (await isInvitation(deps, appId, group, code)) ? ok('free') : closed
}

async function comeIn(
	{ store, profiles, timers }: GroupDeps,
	{ caller: { appId, uid } }: CallContext,
	{ group, member }: GroupAccessState,
): Promise<Result<GroupWriteParts, Refusal>> {
	const people = await findWhoMayJoin({ store, profiles }, appId, [uid], 'themselves')
	if (people.length === 0 || group.memberCount >= imLimits.maxGroupMembers) return refuse('full')
	const before = await store.findGroupApplication(appId, group.id, uid)
	const rows = member ? [member] : []
	const { lists, ...conversation } = arrival(group, { people, by: uid, before: rows, now: timers.now() })
	return ok({
		conversation,
		lists,
		...(before?.status === 'waiting'
			? { applications: { handle: [{ id: before.id, status: 'accepted' as const, by: uid }] } }
			: {}),
		answer: { status: applyStatus.accepted },
	})
}

async function apply(
	{ store, profiles, timers, ids }: GroupDeps,
	{ caller: { appId, uid } }: CallContext,
	group: GroupRow,
	{ content }: CallData<'groupApply'>,
): Promise<Result<GroupWriteParts, Refusal>> {
	const before = await store.findGroupApplication(appId, group.id, uid)
	if (before?.status === 'waiting') return refuse('alreadyDone')
	const application: ApplicationRow = {
		id: ids.row('apply'),
		kind: 'group',
		from: uid,
		to: group.id,
		content,
		status: 'waiting',
		handledBy: null,
		ts: timers.now(),
	}
	const from = wireUser(uid, (await profiles.find(appId, [uid])).get(uid))
	const managers = await store.listManagers(appId, group.id)
	return ok({
		applications: { put: [application] },
		lists: managers.map(manager => ({
			uid: manager.uid,
			option: 'notice_group_sys',
			name: 'groupApplication',
			body: { gid: group.id, msgId: application.id, from, content },
		})),
		answer: { msgId: application.id, status: applyStatus.waiting },
	})
}

const createOperateApply = (deps: GroupDeps): CallHandlers['groupOperateApply'] => {
	const { store, access } = deps
	return async (context, { gid, msgId, accept }) => {
		const { appId, uid } = context.caller
		const stored = await access.write(context, 'groupOperateApply', gid, async ({ group }) => {
			const application = await store.findApplication(appId, msgId)
			if (application?.kind !== 'group' || application.to !== gid) return refuse('missing')
			if (application.status !== 'waiting') return refuse('alreadyDone')
			const arrived = accept ? await letIn(deps, context, group, application.from) : ok<GroupWriteParts>({})
			if (!arrived.ok) return arrived
			const status = accept ? 'accepted' : 'rejected'
			const result: NewListEntry = {
				uid: application.from,
				option: 'notice_group',
				name: 'groupApplicationResult',
				body: { gid, msgId, accept },
			}
			const { lists = [], conversation } = arrived.value
			return ok({
				...(conversation ? { conversation } : {}),
				applications: { handle: [{ id: msgId, status, by: uid }] },
				lists: [result, ...lists],
				audit: [
					{
						actor: uid,
						action: accept ? 'accept' : 'reject',
						gid,
						target: application.from,
						before: { msgId },
						after: { status },
					},
				],
			})
		})
		return stored.ok ? ok({}) : stored
	}
}

/** Admits applicants; people added meanwhile are members already. */
async function letIn(
	{ store, profiles, timers }: GroupDeps,
	{ caller: { appId, uid } }: CallContext,
	group: GroupRow,
	applicant: ImUserId,
): Promise<Result<GroupWriteParts, Refusal>> {
	const [row] = await store.findMembers(appId, group.id, [applicant])
	if (row?.banned) return refuse('banned')
	if (row && isThere(row)) return ok({})
	if (group.memberCount >= imLimits.maxGroupMembers) return refuse('full')
	const people = await findWhoMayJoin({ store, profiles }, appId, [applicant], 'themselves')
	if (people.length === 0) return refuse('full')
	const { lists, ...conversation } = arrival(group, { people, by: uid, before: row ? [row] : [], now: timers.now() })
	return ok({ conversation, lists })
}
