import { groupTypes } from '@parley/im'
import type { Commit, CommitResult } from '../model/commit.ts'
import { chatPeople, epochOf, type HeadRow } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import { type GroupRow, isThere, memberRow } from '../model/group.ts'
import type { StoredListEntry } from '../model/list.ts'
import type { FriendRow } from '../model/person.ts'
import {
	type ConversationMemberRow,
	type ConversationRow,
	type OfApp,
	rowKey,
	type StagedCommits,
	waitingKey,
} from './commitRows.ts'
import { storableText } from './storableText.ts'

type ConversationChange = NonNullable<Commit['conversation']>

/**
 * Applies a commit, the same in every store: decided on the current rows with the previous commits applied. A refused
 * one stages nothing.
 */
export function applyCommit(staged: StagedCommits, commit: Commit): CommitResult {
	const refused = repeated(staged, commit) ?? refusal(staged, commit)
	if (refused) return refused
	const stored = commit.conversation && stageConversation(staged, commit, commit.conversation)
	const lists = stageLists(staged, commit)
	stageApplications(staged, commit)
	stagePeople(staged, commit)
	for (const { actor, target, ...row } of commit.audit ?? []) {
		const { appId, now: ts } = commit
		staged.audit.push({ ...row, actor: storableText(actor), target: storableText(target), appId, ts })
	}
	const answer = commit.answer ?? {}
	if (commit.request) {
		const { uid, id } = commit.request
		staged.requests.put(rowKey(commit.appId, uid, id), { appId: commit.appId, uid, id, answer, ts: commit.now })
	}
	return {
		status: 'committed',
		...(stored ? { head: headOf(stored.conversation) } : {}),
		events: stored?.events ?? [],
		lists,
		answer,
	}
}

function repeated(staged: StagedCommits, { appId, request, conversation: change }: Commit): CommitResult | undefined {
	const done = request && staged.requests.get(rowKey(appId, request.uid, request.id))
	if (done) return { status: 'repeated', answer: done.answer }
	for (const { uid, cmid } of change?.events ?? []) {
		if (cmid === undefined || !change) continue
		const hisId = staged.cmids.get(rowKey(appId, change.id, uid, cmid))
		const event = hisId === undefined ? undefined : staged.events.get(rowKey(appId, change.id, hisId))
		const conversation = staged.conversations.get(rowKey(appId, change.id))
		if (event && conversation)
			return { status: 'repeated', event: loggedEvent(event), epoch: conversation.epoch, answer: {} }
	}
	return undefined
}

function refusal(staged: StagedCommits, commit: Commit): CommitResult | undefined {
	return conversationRefusal(staged, commit) ?? applicationsRefusal(staged, commit) ?? friendsRefusal(staged, commit)
}

function conversationRefusal(staged: StagedCommits, commit: Commit): CommitResult | undefined {
	const { appId, conversation: change } = commit
	if (!change) return undefined
	const found = staged.conversations.get(rowKey(appId, change.id))
	if (!found) return change.create ? undefined : { status: 'missing' }
	if (found.deletedAt !== null) return { status: 'missing' }
	if (change.create?.group) return { status: 'changed' }
	if (change.version !== undefined && change.version !== found.version) return { status: 'changed' }
	return undefined
}

function applicationsRefusal(staged: StagedCommits, { appId, applications }: Commit): CommitResult | undefined {
	for (const { id } of applications?.handle ?? []) {
		const found = staged.applications.get(rowKey(appId, id))
		if (!found) return { status: 'missing' }
		if (found.status !== 'waiting') return { status: 'changed' }
	}
	for (const row of applications?.put ?? []) {
		const waiting = staged.waiting.get(waitingKey(appId, row))
		if (row.status === 'waiting' && waiting !== undefined && waiting !== row.id) return { status: 'changed' }
	}
	return undefined
}

function friendsRefusal(staged: StagedCommits, { appId, friends }: Commit): CommitResult | undefined {
	const isOther = friends?.change?.some(
		row => staged.friends.get(rowKey(appId, row.uid, row.friendUid))?.isFriend !== row.isFriend,
	)
	return isOther ? { status: 'changed' } : undefined
}

function stageConversation(staged: StagedCommits, commit: Commit, change: ConversationChange) {
	const { appId, now } = commit
	const key = rowKey(appId, change.id)
	const found = staged.conversations.get(key)
	const before = found ?? newConversation(commit, change)
	if (!found) stageChatMembers(staged, before)
	const events = change.events.map((event, index) => ({ ...event, hisId: before.last + 1 + index, ts: now }))
	for (const event of events) {
		staged.events.put(rowKey(appId, change.id, event.hisId), { ...event, appId, conversationId: change.id })
		if (event.cmid !== undefined) staged.cmids.put(rowKey(appId, change.id, event.uid, event.cmid), event.hisId)
	}
	stageRevoked(staged, before, change)
	const memberCount = before.memberCount + stageMembers(staged, before, change)
	if (change.deleted) staged.emptied.add(key)
	const settings = before.settings && { ...before.settings, ...change.settings }
	const conversation: ConversationRow = {
		...before,
		kind: settings && change.settings ? conversationKindOf(settings) : before.kind,
		last: before.last + events.length,
		version: found && changesVersion(change) ? before.version + 1 : before.version,
		settings,
		memberCount: change.deleted ? 0 : memberCount,
		deletedAt: change.deleted ? now : null,
		oldestAt: before.oldestAt ?? (events.length > 0 ? now : null),
	}
	staged.conversations.put(key, conversation)
	return { conversation, events }
}

/** Returns whether a commit changes more of the conversation than its log. */
export const changesVersion = ({ settings, members, removedMembers, deleted }: ConversationChange): boolean =>
	settings !== undefined || (members?.length ?? 0) > 0 || (removedMembers?.length ?? 0) > 0 || deleted === true

const conversationKindOf = ({ mucType }: GroupRow['settings']): ConversationRow['kind'] =>
	mucType === groupTypes.CHATROOM ? 'room' : 'group'

function newConversation({ appId, now }: Commit, { id, create }: ConversationChange): ConversationRow {
	const isChat = chatPeople(id) !== undefined
	if (isChat === (create?.group !== undefined)) throw new Error(`${id} is a ${isChat ? 'chat' : 'group'}`)
	return {
		appId,
		id,
		kind: create?.group ? conversationKindOf(create.group) : 'chat',
		epoch: create?.epoch ?? epochOf(now),
		last: 0,
		min: 1,
		version: 1,
		settings: create?.group ?? null,
		memberCount: 0,
		deletedAt: null,
		createdAt: now,
		oldestAt: null,
	}
}

/** The members of a chat follow from its id. */
function stageChatMembers(staged: StagedCommits, { appId, id, createdAt }: ConversationRow): void {
	for (const uid of chatPeople(id) ?? []) {
		staged.members.put(rowKey(appId, id, uid), {
			appId,
			conversationId: id,
			...memberRow(uid, createdAt, 0),
		})
	}
}

/** Returns by how many the group grew. */
function stageMembers(staged: StagedCommits, before: ConversationRow, change: ConversationChange): number {
	const { appId, id, last } = before
	let growth = 0
	for (const { start, read, ...member } of change.members ?? []) {
		const key = rowKey(appId, id, member.uid)
		const found = staged.members.get(key)
		const row: ConversationMemberRow = {
			...member,
			nickName: member.nickName === null ? null : storableText(member.nickName),
			receiveState: found && isThere(found) ? found.receiveState : member.receiveState,
			start: start === 'here' ? last : start,
			read: Math.max(found?.read ?? 0, read === 'here' ? last : read),
			appId,
			conversationId: id,
		}
		growth += count(row) - count(found)
		staged.members.put(key, row)
	}
	for (const uid of change.removedMembers ?? []) {
		const key = rowKey(appId, id, uid)
		growth -= count(staged.members.get(key))
		staged.members.remove(key)
	}
	return growth
}

/** Banned and former members are not counted. */
const count = (member: ConversationMemberRow | undefined): number => (member && isThere(member) ? 1 : 0)

/** A revoked message keeps only its author, time and type. */
function stageRevoked(staged: StagedCommits, { appId, id }: ConversationRow, { revoked = [] }: ConversationChange) {
	for (const hisId of revoked) {
		const key = rowKey(appId, id, hisId)
		const event = staged.events.get(key)
		if (event?.name !== 'messagesReceived') continue
		const kept = Object.entries(event.body).filter(([field]) => keptOfRevoked.has(field))
		staged.events.put(key, { ...event, body: { ...Object.fromEntries(kept), content: '', revoked: true } })
	}
}
const keptOfRevoked: ReadonlySet<string> = new Set(['type', 'sendUserName', 'imgUrl', 'role'])

function stageLists(staged: StagedCommits, { appId, now, lists = [] }: Commit): StoredListEntry[] {
	return lists.map(entry => {
		const { uid, option } = entry
		const key = rowKey(appId, uid ?? '', option)
		const head = staged.listHeads.get(key) ?? {
			appId,
			uid,
			option,
			epoch: epochOf(now),
			last: 0,
			min: 1,
			oldestAt: null,
		}
		const stored: StoredListEntry = { ...entry, key: head.last + 1, ts: now }
		staged.listHeads.put(key, { ...head, last: stored.key, oldestAt: head.oldestAt ?? now })
		staged.entries.push({ ...stored, appId })
		return stored
	})
}

function stageApplications(staged: StagedCommits, { appId, applications }: Commit): void {
	const rows = [
		...(applications?.put ?? []).map(row => ({ ...row, content: storableText(row.content) })),
		...(applications?.handle ?? []).flatMap(({ id, status, by }) => {
			const found = staged.applications.get(rowKey(appId, id))
			return found ? [{ ...found, status, handledBy: by }] : []
		}),
	]
	for (const row of rows) {
		const between = waitingKey(appId, row)
		if (row.status === 'waiting') staged.waiting.put(between, row.id)
		else if (staged.waiting.get(between) === row.id) staged.waiting.remove(between)
		staged.applications.put(rowKey(appId, row.id), { ...row, appId })
	}
}

/** A row without a friendship exists for its shield only. */
function stageFriend(staged: StagedCommits, row: OfApp<FriendRow>): void {
	const key = rowKey(row.appId, row.uid, row.friendUid)
	if (row.isFriend || row.shield) staged.friends.put(key, { ...row, remark: storableText(row.remark) })
	else staged.friends.remove(key)
}

function stagePeople(staged: StagedCommits, { appId, friends, users = [] }: Commit): void {
	for (const row of [...(friends?.put ?? []), ...(friends?.change ?? [])]) stageFriend(staged, { ...row, appId })
	for (const { uid, friendUid } of friends?.remove ?? []) {
		const row = staged.friends.get(rowKey(appId, uid, friendUid))
		if (row) stageFriend(staged, { ...row, isFriend: false, remark: '' })
	}
	for (const row of users) {
		const key = rowKey(appId, row.uid)
		const tokensNotBefore = Math.max(row.tokensNotBefore, staged.users.get(key)?.tokensNotBefore ?? 0)
		const nickName = storableText(row.nickName)
		staged.users.put(key, { ...row, nickName, imgUrl: storableText(row.imgUrl), tokensNotBefore, appId })
	}
}

/** Only the fields of a head. */
export const headOf = ({ id, epoch, last, min, version }: HeadRow): HeadRow => ({ id, epoch, last, min, version })

/** Only the fields of an event. */
export const loggedEvent = ({ name, uid, cmid, body, hisId, ts }: LoggedEvent): LoggedEvent => ({
	name,
	uid,
	...(cmid === undefined ? {} : { cmid }),
	body,
	hisId,
	ts,
})
