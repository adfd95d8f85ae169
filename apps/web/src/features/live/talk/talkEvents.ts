import type { ControlMessage } from '@parley/core'
import { type IM, IMError, type IMEvents } from '@parley/im-sdk'
import { answerCodes, memberRoles } from '@parley/im-sdk/constants'
import {
	type ChatRoom,
	type ChatRoomKind,
	type ChatRoomStatus,
	withMessages,
	withOutgoing,
	withoutItems,
	withoutOutgoing,
	withRevoked,
	withSent,
	withSilence,
} from './chatRoom.ts'
import { itemsOf } from './talkHistory.ts'
import { controlMessageOf, type TalkItem, type TalkMessage } from './talkItem.ts'
import type { TalkStore } from './talkState.ts'

export interface TalkEventDeps {
	im: Pick<IM, 'on'>
	talk: TalkStore
	/** The user's pending messages, by their cmid. */
	outgoing: ReadonlyMap<string, { kind: ChatRoomKind; text: string }>
	/** Converts an instant of the server's clock to this page's clock. */
	toLocal(at: number): number
	/** Time from which a message is shown. */
	showFrom(item: TalkItem): number
	now(): number
	onControlMessage(control: ControlMessage): void
	/** Events of the discussion in between are unknown, perhaps including a control message. */
	onMissed(): void
	/** Requests the state of a room again. */
	readRoom(kind: ChatRoomKind): void
	/** Requests the muted and removed people again, for moderators of the room. */
	readRestricted(kind: ChatRoomKind): void
	/** Reloads the content of a room. */
	loadNewest(kind: ChatRoomKind): void
	/** The SDK stopped trying to connect. */
	onGaveUp(): void
}

/** Returns whether a role may moderate the room, according to the room. */
export const runsRoom = (role: number): boolean => role === memberRoles.owner || role === memberRoles.manager

/** Applies incoming events to the state at once: messages, and actions of owner and managers. */
export function applyTalkEvents(deps: TalkEventDeps): void {
	applyMessages(deps)
	applyModeration(deps)
	applyOwnMessages(deps)
	applySession(deps)
}

function applyMessages({ im, talk, showFrom, onControlMessage, onMissed, readRoom, loadNewest }: TalkEventDeps) {
	im.on('messagesReceived', batch => {
		const kind = talk.kindOf(batch)
		if (!kind) return
		const messages = batch.list as unknown as TalkMessage[]
		for (const control of messages.map(controlMessageOf)) if (control) onControlMessage(control)
		const items = itemsOf(messages)
		if (items.length > 0) talk.change(kind, room => withMessages(room, items, showFrom))
	})
	im.on('discontinuity', event => {
		const kind = talk.kindOf(event)
		if (!kind) return
		if (event.reason === 'epoch') talk.change(kind, withoutItems)
		// The gap may include a change by the owner.
		readRoom(kind)
		loadNewest(kind)
		if (kind === 'discussion') onMissed()
	})
}

function applyModeration({ im, talk, toLocal, readRoom, readRestricted }: TalkEventDeps) {
	im.on('messageRevoked', batch => {
		const kind = talk.kindOf(batch)
		if (kind) for (const { target } of batch.list) talk.change(kind, room => withRevoked(room, target))
	})
	im.on('groupUpdated', batch => {
		const kind = talk.kindOf(batch)
		if (!kind) return
		for (const { announcement, silenceAll, accountsOnly, owner } of batch.list.map(({ changes }) => changes)) {
			if (owner !== undefined) readRoom(kind)
			talk.change(kind, room => ({
				...room,
				...(announcement !== undefined && { announcement }),
				...(silenceAll !== undefined && { silenceAll }),
				...(accountsOnly !== undefined && { accountsOnly }),
			}))
		}
	})
	im.on('memberUpdated', batch => {
		const kind = talk.kindOf(batch)
		if (!kind) return
		readRestricted(kind)
		for (const { member } of batch.list.filter(event => talk.isMe(event.member.userId))) {
			const until = member.silence === undefined ? undefined : toLocal(member.silence)
			talk.change(kind, room => withSilence({ ...room, runs: runsRoom(member.role) }, until))
		}
	})
	im.on('memberKicked', batch => {
		const kind = talk.kindOf(batch)
		if (!kind) return
		readRestricted(kind)
		for (const { banned } of batch.list.filter(({ member }) => talk.isMe(member)))
			talk.setStatus(kind, banned ? 'banned' : 'removed')
	})
	im.on('groupDeleted', batch => {
		const kind = talk.kindOf(batch)
		if (kind) talk.setStatus(kind, 'gone')
	})
}

function applyOwnMessages({ im, talk, outgoing, now }: TalkEventDeps) {
	const ownItem = ({ runs }: ChatRoom, { hisId, ts }: { hisId: number; ts: number }, text: string): TalkItem => ({
		id: hisId,
		at: ts,
		userId: talk.store.getState().userId ?? '',
		name: talk.store.getState().name,
		text,
		role: runs ? 'owner' : 'other',
	})
	function refuse({ cmid, error }: IMEvents['messageStatus'], kind: ChatRoomKind, text: string) {
		const { code = answerCodes.unavailable, retryAfterMs } = error ?? {}
		const refused = {
			cmid,
			text,
			status: 'refused' as const,
			code,
			...(retryAfterMs !== undefined && { retryAfterMs }),
		}
		talk.change(kind, room => withOutgoing(room, refused))
		if (code === answerCodes.silenced && retryAfterMs !== undefined)
			talk.change(kind, room => withSilence(room, now() + retryAfterMs))
	}
	im.on('messageStatus', event => {
		const { cmid, status, answer } = event
		const own = outgoing.get(cmid)
		if (!own) return
		if (status === 'sent' && answer)
			talk.change(own.kind, room => withSent(room, cmid, ownItem(room, answer, own.text)))
		else if (status === 'cancelled') talk.change(own.kind, room => withoutOutgoing(room, cmid))
		else if (status === 'rejected') refuse(event, own.kind, own.text)
	})
}

const left: readonly ChatRoom['status'][] = ['removed', 'banned', 'gone']

/** Why a room is not entered, or no longer. */
export function statusAfter(error: unknown): ChatRoomStatus {
	const code = error instanceof IMError ? error.code : undefined
	if (code === answerCodes.missing) return 'gone'
	return code === answerCodes.banned || code === answerCodes.noPromise ? 'banned' : 'failed'
}

function applySession({ im, talk, readRoom, loadNewest, onGaveUp }: TalkEventDeps) {
	im.on('room', event => {
		const kind = talk.kindOf(event)
		const status = kind && talk.room(kind)?.status
		if (!kind || !status) return
		if (event.state === 'listening' && !left.includes(status)) {
			talk.setStatus(kind, 'open')
			// It may never have been entered before.
			if (status !== 'failed' && status !== 'infoFailed') return
			readRoom(kind)
			loadNewest(kind)
		} else if (event.state === 'failed') talk.setStatus(kind, 'failed')
		else if (event.reason === 'deleted') talk.setStatus(kind, 'gone')
		else if (event.reason === 'noPromise') talk.setStatus(kind, statusAfter(event.error))
	})
	im.on('state', ({ connection }) => {
		const { status } = talk.store.getState().connection
		if (status !== 'ready' && status !== 'reconnecting') return
		talk.setConnection({ status: connection === 'connected' ? 'ready' : 'reconnecting' })
		if (connection === 'gaveUp') onGaveUp()
	})
	im.on('ended', ({ code }) => {
		if (code === answerCodes.ok) return
		if (code === answerCodes.userKickedOff) talk.setConnection({ status: 'kicked' })
		else if (code === answerCodes.forcedDisconnect) talk.setConnection({ status: 'ended' })
		else talk.setConnection({ status: 'tokenFailed', failure: 'notTaken' })
	})
}
