import type { ControlMessage } from '@parley/core'
import { type IM, IMError } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import { loginInfo, type TokenAnswer } from '../../messaging/index.ts'
import { applyChatEvents, runsRoom, statusAfter } from './chatEvents.ts'
import { loadHistoryPage } from './chatHistory.ts'
import {
	atNewest,
	type ChatRoom,
	type ChatRoomKind,
	type HistoryPage,
	shownItems,
	withNewestPage,
	withOlderPage,
	withOutgoing,
	withoutEndedMutes,
	withoutOutgoing,
	withReleased,
} from './chatRoom.ts'
import { type ChatStore, createChatStore } from './chatState.ts'
import type { NameFailure, TokenFailure } from './chatWords.ts'
import { createRecordedChat, type RecordedChat } from './recordedChat.ts'
import { loadRestrictedPeople } from './restrictedPeople.ts'

/** History is loaded after entering, when new messages already arrive (CHAT-20). */
const historyAfterMs = 1_200
const releaseEveryMs = 1_000
/** While a person watches, the chat reconnects once the server is back. */
const connectAgainMs = 15_000
/** Same delays as the SDK uses for retries on an open connection. */
const readAgainMs = (failures: number): number => Math.min(1_000 * 2 ** failures, 30_000)
/** The server skips messages beyond this rate per second: they would be unreadable. */
const maxRate = 20
const muteS = 600

export interface ChatDeps {
	im: IM
	/** The application of the site in messaging. */
	appId: string
	rooms: Partial<Record<ChatRoomKind, string>>
	/** The name others see on the user's messages. */
	name: string
	/** False for a guest who was not asked for it yet. */
	isChosen: boolean
	requestToken(name: string): Promise<TokenAnswer>
	/** Renames the guest (API-37). */
	requestName(userId: string, name: string): Promise<{ ok: boolean; failure?: { refusal: NameFailure } }>
	/** For guests without a name, or with one that was refused. */
	visitorName(): string
	/** Stores the chosen name on this device; undefined removes a refused one. */
	keepName(name: string | undefined): void
	/** Delay of this viewer's picture, in ms: messages wait as long. 0 shows them at once. */
	delayMs(): number
	/** The host did something with the broadcast (LIVE-32). */
	onControlMessage(control: ControlMessage): void
	/** Part of the discussion was missed, perhaps including an action of the host. */
	onMissed(): void
	now(): number
	after(ms: number, act: () => void): () => void
}

export type Chat = ReturnType<typeof createChat>

/** The chat of one viewer of a live: both its rooms over one connection, until it is closed. */
export function createChat(deps: ChatDeps) {
	const { im, now } = deps
	const chat = createChatStore(deps.rooms, { name: deps.name, isNameChosen: deps.isChosen })
	const timers = createTimers(deps.after)
	const outgoing = new Map<string, { kind: ChatRoomKind; text: string }>()
	const roomOf = (kind: ChatRoomKind) => im.room(chat.gidOf(kind))
	const inEveryRoom = async (act: (room: ReturnType<typeof roomOf>) => Promise<unknown>): Promise<void> =>
		void (await Promise.all(chat.kinds.map(kind => act(roomOf(kind)))))
	/** Milliseconds the server's clock is ahead. */
	let skewMs = 0
	const toLocal = (at: number) => at - skewMs
	const { enter, readRoom, readRestricted, load } = createRooms(deps, chat, { after: timers.after, toLocal })

	applyChatEvents({
		im,
		chat,
		outgoing,
		now,
		toLocal,
		// A viewer's picture is behind the host: a message waits until the picture reaches it.
		showFrom: ({ at }) => Math.min(now(), toLocal(at)) + deps.delayMs(),
		onControlMessage: deps.onControlMessage,
		onMissed: deps.onMissed,
		readRoom: kind => void readRoom(kind),
		readRestricted: kind => void readRestricted(kind),
		loadNewest: kind => void load(kind, undefined, withNewestPage),
		onGaveUp: () => timers.after(connectAgainMs, im.connect),
	})

	async function connect() {
		chat.setConnection({ status: 'connecting' })
		const serverNow = await logIn(deps, chat, timers.isOver)
		if (serverNow === undefined || timers.isOver()) return
		skewMs = serverNow - now()
		chat.setConnection({ status: 'ready' })
		await Promise.all(chat.kinds.map(enter))
	}

	const recorded = new Map<ChatRoomKind, RecordedChat>()
	im.on('messageRevoked', batch => {
		const kind = chat.kindOf(batch)
		for (const { target } of batch.list) if (kind) recorded.get(kind)?.remove(target)
	})

	timers.every(releaseEveryMs, () => {
		for (const kind of chat.kinds) chat.change(kind, room => withoutEndedMutes(withReleased(room, now()), now()))
	})
	void connect()

	return {
		store: chat.store,
		/** Reconnects after a token failure or a kick. */
		reconnect: () => void connect(),
		/** Enters a room again. */
		enter: (kind: ChatRoomKind) => void enter(kind),
		send(kind: ChatRoomKind, text: string) {
			const { cmid } = roomOf(kind).send({ content: text })
			outgoing.set(cmid, { kind, text })
			chat.change(kind, room => withOutgoing(room, { cmid, text, status: 'sending' }))
		},
		/** Sets the name of a guest. @returns the reason of a refusal */
		async chooseName(name: string): Promise<NameFailure | undefined> {
			const { userId, name: before } = chat.store.getState()
			if (userId === undefined) return 'unknown'
			const renamed = name === before ? { ok: true } : await deps.requestName(userId, name)
			if (!renamed.ok) return renamed.failure?.refusal ?? 'unknown'
			chat.setName(name, true)
			deps.keepName(name)
			return undefined
		},
		/** Removes a refused message from the screen. */
		discard: (kind: ChatRoomKind, cmid: string) => chat.change(kind, room => withoutOutgoing(room, cmid)),
		loadEarlier(kind: ChatRoomKind) {
			const room = chat.room(kind)
			if (!room || room.earlier === 'loading' || room.earlier === 'none') return
			const hasItems = shownItems(room).length > 0
			void load(kind, hasItems ? room.edge : undefined, hasItems ? withOlderPage : withNewestPage)
		},
		/** The messages of a room of an ended live; the same object each time. */
		recorded(kind: ChatRoomKind): RecordedChat {
			const known = recorded.get(kind) ?? createRecordedChat(roomOf(kind))
			recorded.set(kind, known)
			return known
		},
		toNewest: (kind: ChatRoomKind) => chat.change(kind, atNewest),
		/** These reject with the `code` of the refusal. */
		revoke: async (kind: ChatRoomKind, id: number) => void (await roomOf(kind).revoke(id)),
		/** Muting and removing apply to both rooms. */
		mute: (userId: string) => inEveryRoom(room => room.updateMember({ userId, silence: muteS })),
		unmute: (userId: string) => inEveryRoom(room => room.updateMember({ userId, silence: 0 })),
		kick: (userId: string) => inEveryRoom(room => orDone(room.kick({ userId, ban: true }))),
		/** Allows a removed person to return. */
		letBackIn: (userId: string) => inEveryRoom(room => orDone(room.updateMember({ userId, banned: false }))),
		silenceAll: async (kind: ChatRoomKind, isSilent: boolean) =>
			void (await roomOf(kind).update({ silenceAll: isSilent })),
		close() {
			timers.stop()
			im.close()
		},
	}
}

/** A person already removed from, or back in, one of the rooms must become so in the other as well. */
async function orDone(change: Promise<unknown>): Promise<void> {
	try {
		await change
	} catch (error) {
		if (!(error instanceof IMError) || error.code !== answerCodes.alreadyDone) throw error
	}
}

const notTheirs: readonly TokenFailure[] = ['nameInvalid', 'nameReserved', 'wordRefused']

/** Requests a token for this chat's name; a guest whose name is refused becomes a visitor again and chooses another. */
async function requestTokenOf({ requestToken, visitorName, keepName }: ChatDeps, chat: ChatStore) {
	const { name } = chat.store.getState()
	const asked = await requestToken(name)
	if (asked.ok || !notTheirs.includes(asked.failure.refusal) || name === visitorName()) return asked
	keepName(undefined)
	chat.setName(visitorName(), false)
	return await requestToken(visitorName())
}

/** @returns the server's time; undefined if no session was established, with the reason in the state */
async function logIn(deps: ChatDeps, chat: ChatStore, isOver: () => boolean): Promise<number | undefined> {
	const { im, appId } = deps
	const requestToken = () => requestTokenOf(deps, chat)
	const asked = await requestToken()
	if (!asked.ok) {
		chat.setConnection({ status: 'tokenFailed', failure: asked.failure.refusal })
		return undefined
	}
	chat.setUser(asked.value.userId)
	// A viewer who has left is not logged in.
	if (isOver()) return undefined
	try {
		return (await im.login(loginInfo(appId, asked.value, requestToken))).now
	} catch {
		// If the server ended the session, `ended` has given the reason.
		const { status } = chat.store.getState().connection
		if (status === 'connecting') chat.setConnection({ status: 'tokenFailed', failure: 'notTaken' })
		return undefined
	}
}

/** Entering rooms, and their messages. */
function createRooms(
	{ im }: ChatDeps,
	chat: ChatStore,
	{ after, toLocal }: { after(ms: number, act: () => void): void; toLocal(at: number): number },
) {
	const roomOf = (kind: ChatRoomKind) => im.room(chat.gidOf(kind))
	/** The newest request of each room: results of older ones are ignored. */
	const reads = new Map<ChatRoomKind, number>()
	const known = new Set<ChatRoomKind>()

	async function load(
		kind: ChatRoomKind,
		before: number | undefined,
		apply: (room: ChatRoom, page: HistoryPage) => ChatRoom,
	) {
		chat.change(kind, room => ({ ...room, earlier: 'loading' }))
		try {
			const page = await loadHistoryPage(roomOf(kind), before)
			chat.change(kind, room => apply(room, page))
		} catch {
			chat.change(kind, room => ({ ...room, earlier: 'failed' }))
		}
	}

	/** Loads the information of a room, with retries after temporary failures. */
	async function readRoom(kind: ChatRoomKind, failures = 0): Promise<void> {
		const own = (reads.get(kind) ?? 0) + 1
		reads.set(kind, own)
		const isNewest = () => reads.get(kind) === own
		try {
			const info = await roomOf(kind).info()
			if (isNewest()) takeInfo(kind, info)
		} catch (error) {
			if (!isNewest()) return
			const status = statusAfter(error)
			if (status !== 'failed') chat.setStatus(kind, status)
			// Earlier data stays visible.
			else if (!known.has(kind))
				chat.change(kind, room => (room.status === 'open' ? { ...room, status: 'infoFailed' } : room))
			if (!(error instanceof IMError) || !error.retryable) return
			after(error.retryAfterMs ?? readAgainMs(failures), () => isNewest() && void readRoom(kind, failures + 1))
		}
	}

	function takeInfo(kind: ChatRoomKind, info: Awaited<ReturnType<ReturnType<typeof roomOf>['info']>>) {
		known.add(kind)
		const { announcement, silenceAll, accountsOnly, role } = info
		chat.change(kind, room => ({
			...room,
			...(room.status === 'infoFailed' && { status: 'open' }),
			announcement,
			silenceAll,
			runs: runsRoom(role),
			...(accountsOnly !== undefined && { accountsOnly }),
		}))
		void readRestricted(kind)
	}

	async function readRestricted(kind: ChatRoomKind) {
		if (!chat.room(kind)?.runs) return
		try {
			const restricted = await loadRestrictedPeople(roomOf(kind), toLocal)
			chat.change(kind, room => ({ ...room, restricted }))
		} catch {
			// Earlier data stays; the next change triggers another request.
		}
	}

	async function enter(kind: ChatRoomKind) {
		chat.setStatus(kind, 'entering')
		try {
			await roomOf(kind).listen({ maxRate })
			chat.setStatus(kind, 'open')
			after(historyAfterMs, () => void load(kind, undefined, withNewestPage))
		} catch (error) {
			return chat.setStatus(kind, statusAfter(error))
		}
		await readRoom(kind)
	}

	return { enter, readRoom, readRestricted, load }
}

/** Timers that end together. */
function createTimers(start: ChatDeps['after']) {
	const running = new Set<() => void>()
	let isOver = false
	function after(ms: number, act: () => void) {
		const stop = start(ms, () => {
			running.delete(stop)
			if (!isOver) act()
		})
		running.add(stop)
	}
	return {
		after,
		every(ms: number, act: () => void) {
			after(ms, function again() {
				act()
				after(ms, again)
			})
		},
		isOver: () => isOver,
		stop() {
			isOver = true
			for (const stop of running) stop()
		},
	}
}
