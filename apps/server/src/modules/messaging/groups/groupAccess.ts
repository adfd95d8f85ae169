import { type Instant, ok, type Result } from '@parley/core'
import type { EffectiveRole, GroupId, GroupRightsCall, ImAppId } from '@parley/im'
import { LRUCache } from 'lru-cache'
import type { Timers } from '../../../platform/timers.ts'
import { type CallContext, type Refusal, refuse, type Stored, type Write, type WriteParts } from '../calls/context.ts'
import type { Commit } from '../model/commit.ts'
import type { ConversationId } from '../model/conversation.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import type { Participation } from '../ports/participation.ts'
import type { MessagingStore } from '../store/store.ts'
import type { AddressHolds } from './addressHolds.ts'
import { effectiveRoleOf, isChatRoom, participantRole, rightsRefusal } from './groupPolicy.ts'

/** If a node message is lost, nothing else announces a group's change on another node. */
const maxAgeMs = 5_000
const usuallyKept = 20_000

/** A person's effective role in a group, and the rows it follows from. */
export interface GroupAccessState {
	group: GroupRow
	member: MemberRow | undefined
	effectiveRole: EffectiveRole
	/** Earlier events are hidden from this person. Missing where nothing is. */
	seesFrom?: Instant
	/** False for a participant whose host has turned off the chat. */
	mayWrite: boolean
}

/** A write to a group: its id, and the version it was decided with, are filled in. */
export type GroupWriteParts = Omit<WriteParts, 'conversation'> & {
	conversation?: Omit<NonNullable<Commit['conversation']>, 'id' | 'version' | 'create'>
}

interface Kept {
	group: GroupRow
	member: MemberRow | undefined
	/** For guests who came after another one was banned at their address. */
	isHeld: boolean
	readAt: number
}

interface GroupAccessDeps {
	store: Pick<MessagingStore, 'findGroupAndMember'>
	addressHolds: Pick<AddressHolds, 'isHeld'>
	participation: Participation
	timers: Timers
	write: Write
	/** Maximum number of cached groups and members; memory for all of them is allocated at once. */
	maxKept?: number
}

/**
 * Decides who may do what in a group. Rows are cached, so that most messages cost no read: a write names the version it
 * was decided on, which the store compares, and refusals are never based on cached rows.
 */
export function createGroupAccess({
	store,
	addressHolds,
	participation,
	timers,
	write,
	maxKept = usuallyKept,
}: GroupAccessDeps) {
	const kept = new LRUCache<string, Kept>({ max: maxKept })
	/** Newest version known to this node. */
	const versions = new LRUCache<string, number>({ max: maxKept })

	const groupKey = (appId: ImAppId, gid: ConversationId) => `${appId} ${gid}`

	/** Address of each guest when their row was read: after a change of network the row is read again. */
	const keyOf = ({ appId, uid, isGuest, address }: CallContext['caller'], gid: GroupId) =>
		`${groupKey(appId, gid)} ${uid}${isGuest ? ` ${address}` : ''}`

	function findKept(caller: CallContext['caller'], gid: GroupId): Kept | undefined {
		const { appId } = caller
		const entry = kept.get(keyOf(caller, gid))
		if (!entry || timers.now() - entry.readAt >= maxAgeMs) return undefined
		return entry.group.version >= (versions.get(groupKey(appId, gid)) ?? 0) ? entry : undefined
	}

	async function load(caller: CallContext['caller'], gid: GroupId): Promise<Kept | undefined> {
		const { appId, uid } = caller
		const readAt = timers.now()
		const found = await store.findGroupAndMember(appId, gid, uid)
		const key = keyOf(caller, gid)
		if (!found) {
			kept.delete(key)
			return undefined
		}
		const isHeld = caller.isGuest && isChatRoom(found.group) && (await addressHolds.isHeld(appId, gid, caller))
		const entry = { ...found, isHeld, readAt }
		kept.set(key, entry)
		noteVersion(appId, gid, found.group.version)
		return entry
	}

	function noteVersion(appId: ImAppId, id: ConversationId, version: number): void {
		const key = groupKey(appId, id)
		if (version > (versions.get(key) ?? 0)) versions.set(key, version)
	}

	const judge = (
		call: GroupRightsCall,
		{ group, member, isHeld }: Kept,
		caller: CallContext['caller'],
	): Result<GroupAccessState, Refusal> => {
		const now = timers.now()
		// Not cached: who leaves the room of a meeting has left its chat at once.
		const participant = participation.find(caller.appId, caller.uid)
		const effectiveRole =
			participantRole(group, caller, participant) ?? (isHeld ? 'banned' : effectiveRoleOf(group, member, caller, now))
		const refusal = rightsRefusal(call, group, effectiveRole)
		if (!refusal) {
			const { mayWrite = true, seesFrom } = participant ?? {}
			return ok({ group, member, effectiveRole, mayWrite, ...(seesFrom !== undefined && { seesFrom }) })
		}
		const silencedFor = refusal === 'silenced' && member?.silencedUntil ? member.silencedUntil - now : undefined
		return refuse(refusal, silencedFor)
	}

	type Entered = GroupAccessState & { isFresh: boolean }

	/** Decides from cached rows, if they allow the call. */
	function enterKept({ caller }: CallContext, call: GroupRightsCall, gid: GroupId): Result<Entered, never> | undefined {
		const entry = findKept(caller, gid)
		const judged = entry && judge(call, entry, caller)
		return judged?.ok ? ok({ ...judged.value, isFresh: false }) : undefined
	}

	async function enterFresh(
		{ caller }: CallContext,
		call: GroupRightsCall,
		gid: GroupId,
	): Promise<Result<Entered, Refusal>> {
		const found = await load(caller, gid)
		if (!found) return refuse('missing')
		const judged = judge(call, found, caller)
		return judged.ok ? ok({ ...judged.value, isFresh: true }) : judged
	}

	/** Returns the group for a person who may make this call, or why they may not. */
	async function enter(
		context: CallContext,
		call: GroupRightsCall,
		gid: GroupId,
		isFresh = false,
	): Promise<Result<Entered, Refusal>> {
		return (isFresh ? undefined : enterKept(context, call, gid)) ?? enterFresh(context, call, gid)
	}

	type Decide = (
		state: GroupAccessState,
	) => Promise<Result<GroupWriteParts, Refusal>> | Result<GroupWriteParts, Refusal>

	async function decideOnce(
		context: CallContext,
		{ call, gid, decide, isFresh }: { call: GroupRightsCall; gid: GroupId; decide: Decide; isFresh: boolean },
	): Promise<Result<WriteParts, Refusal>> {
		const entered = (isFresh ? undefined : enterKept(context, call, gid)) ?? (await enterFresh(context, call, gid))
		if (!entered.ok) return entered
		const deciding = decide(entered.value)
		const decided = deciding instanceof Promise ? await deciding : deciding
		if (!decided.ok) {
			return entered.value.isFresh ? decided : decideOnce(context, { call, gid, decide, isFresh: true })
		}
		const { conversation, ...parts } = decided.value
		const version = entered.value.group.version
		return ok({ ...parts, conversation: { events: [], ...conversation, id: gid, version } })
	}

	return {
		enter,
		noteVersion,
		/**
		 * Decides on a write to a group and stores it; it is decided again if the group changed in between, so that the
		 * current rights apply when it is stored.
		 */
		write: (
			context: CallContext,
			call: GroupRightsCall,
			gid: GroupId,
			decide: Decide,
			options?: { named: boolean },
		): Promise<Result<Stored, Refusal>> =>
			write(context, isFresh => decideOnce(context, { call, gid, decide, isFresh }), options),
	}
}

export type GroupAccess = ReturnType<typeof createGroupAccess>
