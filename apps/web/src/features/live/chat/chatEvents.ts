import type { ControlMessage } from '@parley/core'
import { type IM, IMError, type IMEvents } from '@parley/im-sdk'
import { answerCodes, memberRoles } from '@parley/im-sdk/constants'
import { itemsOf } from './chatHistory.ts'
import { type ChatItem, type ChatMessage, controlMessageOf } from './chatItem.ts'
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
import type { ChatStore } from './chatState.ts'

export interface ChatEventDeps {
	im: Pick<IM, 'on'>
	chat: ChatStore
	/** The user's pending messages, by their cmid. */
	outgoing: ReadonlyMap<string, { kind: ChatRoomKind; text: string }>
	/** Converts an instant of the server's clock to this page's clock. */
	toLocal(at: number): number
	/** Time from which a message is shown. */
	showFrom(item: ChatItem): number
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
export function applyChatEvents(deps: ChatEventDeps): void {
	applyMessages(deps)
	applyModeration(deps)
	applyOwnMessages(deps)
	applySession(deps)
}

function applyMessages({ im, chat, showFrom, onControlMessage, onMissed, readRoom, loadNewest }: ChatEventDeps) {
	im.on('messagesReceived', batch => {
		const kind = chat.kindOf(batch)
		if (!kind) return
		const messages = batch.list as unknown as ChatMessage[]
		for (const control of messages.map(controlMessageOf)) if (control) onControlMessage(control)
		const items = itemsOf(messages)
		if (items.length > 0) chat.change(kind, room => withMessages(room, items, showFrom))
	})
	im.on('discontinuity', event => {
		const kind = chat.kindOf(event)
		if (!kind) return
		if (event.reason === 'epoch') chat.change(kind, withoutItems)
		// The gap may include a change by the owner.
		readRoom(kind)
		loadNewest(kind)
		if (kind === 'discussion') onMissed()
	})
}

function applyModeration({ im, chat, toLocal, readRoom, readRestricted }: ChatEventDeps) {
	im.on('messageRevoked', batch => {
		const kind = chat.kindOf(batch)
		if (kind) for (const { target } of batch.list) chat.change(kind, room => withRevoked(room, target))
	})
	im.on('groupUpdated', batch => {
		const kind = chat.kindOf(batch)
		if (!kind) return
		for (const { announcement, silenceAll, accountsOnly, owner } of batch.list.map(({ changes }) => changes)) {
			if (owner !== undefined) readRoom(kind)
			chat.change(kind, room => ({
				...room,
				...(announcement !== undefined && { announcement }),
				...(silenceAll !== undefined && { silenceAll }),
				...(accountsOnly !== undefined && { accountsOnly }),
			}))
		}
	})
	im.on('memberUpdated', batch => {
		const kind = chat.kindOf(batch)
		if (!kind) return
		readRestricted(kind)
		for (const { member } of batch.list.filter(event => chat.isMe(event.member.userId))) {
			const until = member.silence === undefined ? undefined : toLocal(member.silence)
			chat.change(kind, room => withSilence({ ...room, runs: runsRoom(member.role) }, until))
		}
	})
	im.on('memberKicked', batch => {
		const kind = chat.kindOf(batch)
		if (!kind) return
		readRestricted(kind)
		for (const { banned } of batch.list.filter(({ member }) => chat.isMe(member)))
			chat.setStatus(kind, banned ? 'banned' : 'removed')
	})
	im.on('groupDeleted', batch => {
		const kind = chat.kindOf(batch)
		if (kind) chat.setStatus(kind, 'gone')
	})
}

function applyOwnMessages({ im, chat, outgoing, now }: ChatEventDeps) {
	const ownItem = ({ runs }: ChatRoom, { hisId, ts }: { hisId: number; ts: number }, text: string): ChatItem => ({
		id: hisId,
		at: ts,
		userId: chat.store.getState().userId ?? '',
		name: chat.store.getState().name,
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
		chat.change(kind, room => withOutgoing(room, refused))
		if (code === answerCodes.silenced && retryAfterMs !== undefined)
			chat.change(kind, room => withSilence(room, now() + retryAfterMs))
	}
	im.on('messageStatus', event => {
		const { cmid, status, answer } = event
		const own = outgoing.get(cmid)
		if (!own) return
		if (status === 'sent' && answer)
			chat.change(own.kind, room => withSent(room, cmid, ownItem(room, answer, own.text)))
		else if (status === 'cancelled') chat.change(own.kind, room => withoutOutgoing(room, cmid))
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

function applySession({ im, chat, readRoom, loadNewest, onGaveUp }: ChatEventDeps) {
	im.on('room', event => {
		const kind = chat.kindOf(event)
		const status = kind && chat.room(kind)?.status
		if (!kind || !status) return
		if (event.state === 'listening' && !left.includes(status)) {
			chat.setStatus(kind, 'open')
			// It may never have been entered before.
			if (status !== 'failed' && status !== 'infoFailed') return
			readRoom(kind)
			loadNewest(kind)
		} else if (event.state === 'failed') chat.setStatus(kind, 'failed')
		else if (event.reason === 'deleted') chat.setStatus(kind, 'gone')
		else if (event.reason === 'noPromise') chat.setStatus(kind, statusAfter(event.error))
	})
	im.on('state', ({ connection }) => {
		const { status } = chat.store.getState().connection
		if (status !== 'ready' && status !== 'reconnecting') return
		chat.setConnection({ status: connection === 'connected' ? 'ready' : 'reconnecting' })
		if (connection === 'gaveUp') onGaveUp()
	})
	im.on('ended', ({ code }) => {
		if (code === answerCodes.ok) return
		if (code === answerCodes.userKickedOff) chat.setConnection({ status: 'kicked' })
		else if (code === answerCodes.forcedDisconnect) chat.setConnection({ status: 'ended' })
		else chat.setConnection({ status: 'tokenFailed', failure: 'notTaken' })
	})
}
