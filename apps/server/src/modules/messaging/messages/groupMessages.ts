import { ok, type Result } from '@parley/core'
import { type CallData, contentTypes, type GroupId, imLimits, memberRoles } from '@parley/im'
import { type CallContext, type CallHandlers, type Refusal, refuse, type Stored } from '../calls/context.ts'
import type { GroupAccessState } from '../groups/groupAccess.ts'
import { isOwnerOrManager, isSilencedWithAll, mayActOn, wireRole } from '../groups/groupPolicy.ts'
import type { AuditRow } from '../model/commit.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { MemberRow } from '../model/group.ts'
import { isParticipantId } from '../ports/participation.ts'
import { openAttachedFile, removeAttachedFile, withAttachedFile } from './attachedFile.ts'
import { cooldownMs } from './cooldown.ts'
import { pageFields, readHistory, seenFrom } from './history.ts'
import type { MessageDeps } from './messageDeps.ts'
import { composeMessage, sentAnswer } from './messageDraft.ts'
import { bytesOfAll } from './pageBytes.ts'
import { participantRevokeRefusal } from './revoking.ts'

/** Maximum number of events scanned for unread messages; older ones count as they are. */
const maxCounted = imLimits.maxMissed

const startOf = (member: MemberRow | undefined): number => member?.start ?? 0

/** Messages of groups and rooms. */
export function createGroupMessageHandlers(
	deps: MessageDeps,
): Pick<CallHandlers, 'groupSend' | 'groupHistory' | 'groupRevoke' | 'groupUnread'> {
	const { store, reader, access, readBudget, participation } = deps
	const sendToGroup = createSend(deps)

	/**
	 * A manager revokes messages of members, never those of the owner or another manager. In the chat of a meeting, its own
	 * rules decide.
	 */
	async function revokeRefusal(
		{ caller }: CallContext,
		{ group, effectiveRole }: GroupAccessState,
		target: LoggedEvent | undefined,
	): Promise<Result<never, Refusal> | undefined> {
		if (target?.name !== 'messagesReceived') return refuse('missing')
		if (target.body.revoked === true) return refuse('alreadyDone')
		if (isParticipantId(caller.uid)) return participantRevokeRefusal(participation, caller, target)
		if (target.uid === caller.uid) return undefined
		const author = await store.findGroupAndMember(caller.appId, group.id, target.uid)
		const role = author?.member?.role ?? memberRoles.common
		return mayActOn({ uid: caller.uid, effectiveRole }, { uid: target.uid, role }) ? undefined : refuse('noPromise')
	}

	return {
		groupSend: sendToGroup,
		async groupHistory(context, { gid, hisId, after, count }) {
			const admitted = readBudget.admit(context)
			if (!admitted.ok) return admitted
			const entered = await access.enter(context, 'groupHistory', gid)
			if (!entered.ok) return entered
			const { appId } = context.caller
			const [head] = await store.heads(appId, [gid])
			if (!head) return refuse('missing')
			const range = { before: hisId, after, count }
			const log = { appId, id: gid, epoch: head.epoch }
			const page = await readHistory(reader, log, head, range, startOf(entered.value.member))
			const { events, more } = seenFrom(page, range, entered.value.seesFrom)
			const taken = await readBudget.take(context, bytesOfAll(events))
			return taken.ok ? ok({ ...pageFields(head.epoch, head, events), more }) : taken
		},
		async groupRevoke(context, { gid, hisId }) {
			const { appId, uid } = context.caller
			let target: LoggedEvent | undefined
			const stored = await access.write(context, 'groupRevoke', gid, async state => {
				target = await store.findEvent(appId, gid, hisId)
				const refused = await revokeRefusal(context, state, target)
				if (refused) return refused
				const audit: AuditRow[] =
					target && target.uid !== uid
						? [{ actor: uid, action: 'revoke', gid, target: target.uid, before: { hisId }, after: {} }]
						: []
				return ok({
					conversation: {
						events: [{ name: 'messageRevoked', uid, body: { target: hisId } }],
						revoked: [hisId],
					},
					audit,
				})
			})
			if (!stored.ok) return stored
			if (target && target.uid !== uid && isParticipantId(uid)) participation.noteRemoved(appId, uid, target.uid)
			await removeAttachedFile(participation, target)
			return ok({})
		},
		async groupUnread(context, { gid, hisId }) {
			const entered = await access.enter(context, 'groupUnread', gid)
			if (!entered.ok) return entered
			const { appId, uid } = context.caller
			const read = await store.setRead(appId, gid, uid, hisId ?? 0)
			const [head] = await store.heads(appId, [gid])
			if (!head) return refuse('missing')
			const from = Math.max(read, startOf(entered.value.member), head.min - 1) + 1
			const to = Math.min(head.last, from + maxCounted - 1)
			const events = await reader.read({ appId, id: gid, epoch: head.epoch }, { from, to })
			const counted = events.filter(
				event => event.name === 'messagesReceived' && event.uid !== uid && event.body.revoked !== true,
			)
			return ok({ unread: counted.length + Math.max(0, head.last - to), read })
		},
	}
}

/** Checks made before a message gets its position. */
function createSend({ store, access, words, cooldowns, participation }: MessageDeps) {
	async function answerOfRepetition(
		{ caller: { appId, uid } }: CallContext,
		gid: GroupId,
		cmid: string,
	): Promise<Stored | undefined> {
		const event = await store.findMessage(appId, gid, uid, cmid)
		const [head] = event ? await store.heads(appId, [gid]) : []
		return event && head ? { status: 'repeated', event, epoch: head.epoch, answer: {} } : undefined
	}

	async function decide(
		context: CallContext,
		data: CallData<'groupSend'>,
		{ group, member, effectiveRole, mayWrite }: GroupAccessState,
	) {
		if (!mayWrite) return refuse('allSilenced')
		if (isSilencedWithAll(group, effectiveRole)) return refuse('allSilenced')
		// Answers are shown as the host's, and have a budget of their own.
		if (data.type === contentTypes.answer && !isOwnerOrManager(effectiveRole)) return refuse('noPromise')
		const draft = await withAttachedFile(participation, context, data, { gid: group.id })
		if (!draft.ok) return draft
		const sender = { nickName: member?.nickName, role: wireRole(effectiveRole) }
		return composeMessage(context, draft.value, sender, words)
	}

	const send: CallHandlers['groupSend'] = async (context, data) => {
		const { gid } = data
		const { appId, uid } = context.caller
		const cmid = data.cmid ?? context.requestId
		let turn: { giveBack(): void; keep(): void } | undefined
		const stored = await access.write(
			context,
			'groupSend',
			gid,
			async state => {
				const message = await decide(context, data, state)
				if (!message.ok) return message
				turn?.giveBack()
				const taken = cooldowns.take({ appId, gid, uid, cmid }, cooldownMs(state.group, state.effectiveRole))
				turn = taken.ok ? taken : undefined
				if (!taken.ok) return refuse('cooldown', taken.retryAfterMs)
				return ok({ conversation: { events: [message.value] } })
			},
			{ named: false },
		)
		if (stored.ok) {
			if (stored.value.status === 'repeated') turn?.giveBack()
			else turn?.keep()
			await openAttachedFile(participation, stored.value)
			return ok(sentAnswer(stored.value, cmid))
		}
		turn?.giveBack()
		// A message stored before the refusal applied gets the same answer.
		const before = await answerOfRepetition(context, gid, cmid)
		if (!before) return stored
		await openAttachedFile(participation, before)
		return ok(sentAnswer(before, cmid))
	}
	return send
}
