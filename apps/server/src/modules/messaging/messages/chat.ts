import { ok, type Result } from '@parley/core'
import { type CallHandlers, type Refusal, refuse } from '../calls/context.ts'
import { chatId, epochOf } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import { isParticipantId } from '../ports/participation.ts'
import { openAttachedFile, removeAttachedFile, withAttachedFile } from './attachedFile.ts'
import { pageFields, readHistory } from './history.ts'
import type { MessageDeps } from './messageDeps.ts'
import { composeMessage, sentAnswer } from './messageDraft.ts'
import { bytesOfAll } from './pageBytes.ts'
import { participantRevokeRefusal } from './revoking.ts'

/** Messages between two people. */
export function createChatHandlers({
	store,
	timers,
	reader,
	profiles,
	participation,
	words,
	write,
	readBudget,
	chatsNeedFriendship,
}: MessageDeps): Pick<CallHandlers, 'chatSend' | 'chatHistory' | 'chatRevoke'> {
	return {
		async chatSend(context, data) {
			const { appId, uid } = context.caller
			const id = chatId(uid, data.userId)

			/** Participants of one meeting write to each other, and to nobody else, for as long as both are in its room. */
			function refusalInMeeting(): Result<never, Refusal> | undefined {
				const [sender, receiver] = [participation.find(appId, uid), participation.find(appId, data.userId)]
				if (!sender || sender.gid !== receiver?.gid) return refuse('missing')
				return sender.mayWrite ? undefined : refuse('allSilenced')
			}

			async function refusal(): Promise<Result<never, Refusal> | undefined> {
				if (isParticipantId(uid) || isParticipantId(data.userId)) return refusalInMeeting()
				const known = await profiles.find(appId, [data.userId])
				if (!known.has(data.userId)) return refuse('missing')
				const friend = await store.findFriend(appId, data.userId, uid)
				if (friend?.shield) return refuse('shielded')
				return !friend?.isFriend && (await chatsNeedFriendship(appId)) ? refuse('noPromise') : undefined
			}

			async function compose() {
				const refused = await refusal()
				if (refused) return refused
				const draft = await withAttachedFile(participation, context, data, { userId: data.userId })
				return draft.ok ? composeMessage(context, draft.value, {}, words) : draft
			}

			const message = await compose()
			const cmid = message.ok ? message.value.cmid : (data.cmid ?? context.requestId)
			if (!message.ok) {
				// Stored before the refusal applied: its repetition gets the same answer.
				const before = await store.findMessage(appId, id, uid, cmid)
				const [head] = before ? await store.heads(appId, [id]) : []
				if (!before || !head) return message
				const repeated = { status: 'repeated', event: before, epoch: head.epoch, answer: {} } as const
				await openAttachedFile(participation, repeated)
				return ok(sentAnswer(repeated, cmid))
			}
			const stored = await write(
				context,
				async () => ok({ conversation: { id, create: {}, events: [message.value] } }),
				{ named: false },
			)
			if (!stored.ok) return stored
			await openAttachedFile(participation, stored.value)
			return ok(sentAnswer(stored.value, cmid))
		},
		async chatRevoke(context, { userId, hisId }) {
			const { appId, uid } = context.caller
			const id = chatId(uid, userId)
			let target: LoggedEvent | undefined
			const stored = await write(context, async () => {
				target = await store.findEvent(appId, id, hisId)
				if (target?.name !== 'messagesReceived') return refuse('missing')
				if (target.uid !== uid) return refuse('noPromise')
				if (target.body.revoked === true) return refuse('alreadyDone')
				const refused = isParticipantId(uid)
					? participantRevokeRefusal(participation, { appId, uid }, target)
					: undefined
				const events = [{ name: 'messageRevoked' as const, uid, body: { target: hisId } }]
				return refused ?? ok({ conversation: { id, events, revoked: [hisId] } })
			})
			if (!stored.ok) return stored
			await removeAttachedFile(participation, target)
			return ok({})
		},
		async chatHistory(context, { userId, hisId, after, count }) {
			const admitted = readBudget.admit(context)
			if (!admitted.ok) return admitted
			const { appId, uid } = context.caller
			const id = chatId(uid, userId)
			const [head] = await store.heads(appId, [id])
			if (!head) {
				const empty = { epoch: epochOf(timers.now()), last: 0, min: 1 }
				return ok({ ...pageFields(empty.epoch, empty, []), more: false })
			}
			const range = { before: hisId, after, count }
			const { events, more } = await readHistory(reader, { appId, id, epoch: head.epoch }, head, range, 0)
			const taken = await readBudget.take(context, bytesOfAll(events))
			return taken.ok ? ok({ ...pageFields(head.epoch, head, events), more }) : taken
		},
	}
}
