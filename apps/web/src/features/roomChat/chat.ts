import type { ChatFile, Result } from '@parley/core'
import { type IM, IMError } from '@parley/im-sdk'
import { answerCodes, imLimits } from '@parley/im-sdk/constants'
import type { ChatGrant, Reaction } from '@parley/room'
import {
	type Audience,
	type ChatMessage,
	fileDraft,
	isToEveryone,
	keyOf,
	type MessageContent,
	type Revocation,
	reactionDraft,
	readItem,
	textDraft,
	withMessages,
	withReactions,
	withRevocations,
} from './chatMessages.ts'
import type { ChatState, OutgoingMessage } from './chatState.ts'
import type { Upload, UploadFailure } from './files/uploadFile.ts'
import { countUnread } from './unread.ts'

/** Messages held in memory while the newest are shown; older ones are loaded again. */
const maxKept = 2_000
/** The highest rate of messaging: nothing that people write to each other is skipped. */
const maxRate = 1_000
export const previewMs = 5_000
/** Screen readers are told of what arrives within this time at once. */
export const announceMs = 1_500
/** A page that is back in the room may be faster than messaging is told so. */
const firstTries = 2
/** After this time without a connection the chat says so, while it goes on trying. */
export const patienceMs = 8_000
/** The browser is let in again to the files of the chat, well before its cookie expires after twelve hours. */
export const reopenFilesMs = 4 * 3_600_000
const tryAgainMs = (tries: number): number => Math.min(1_000 * 2 ** tries, 15_000)

export interface ChatDeps {
	im: IM
	/** Asks the room for access; undefined while it cannot be asked. */
	enter(): Promise<ChatGrant | undefined>
	/** The messages that were read in this tab, over a reload. */
	readMark: { read(userId: string): number | undefined; write(userId: string, at: number): void }
	now(): number
	after(ms: number, act: () => void): () => void
	/** Returns the address of the messaging server, for the sockets of a meeting. */
	socketUrl(meetingId: string): string
	/** Lets the browser load the files of the chat, and returns their path; undefined while it cannot. */
	openFiles(token: string, meetingId: string): Promise<string | undefined>
	uploadFile(upload: Upload): Promise<Result<ChatFile, UploadFailure>>
	/** A reaction was not taken; without a code it could not be sent. */
	onReactionRefused(code: number | undefined): void
}

export type Chat = ReturnType<typeof createChat>

/** The chat of a meeting over messaging: one connection, the chat room of the meeting, and private chats in it. */
export function createChat(deps: ChatDeps) {
	const { im, enter, readMark, now, after, onReactionRefused } = deps
	let state: ChatState = {
		status: 'connecting',
		messages: [],
		reactions: new Map(),
		gone: new Set(),
		outgoing: [],
		files: { maxBytes: 0, openings: 0 },
		earlier: 'unknown',
		isShown: false,
		readAt: Number.POSITIVE_INFINITY,
		joinedAt: 0,
		announced: [],
	}
	const listeners = new Set<() => void>()
	let gid: string | undefined
	/** Position of the oldest loaded event for everyone. */
	let edge: number | undefined
	/** Set while messages may be missing: the last one for everyone that was known before them. */
	let gap: { after: number } | undefined
	let gapTries = 0
	let stopGapRetry: (() => void) | undefined
	let isReadingBack = false
	let tries = 0
	let isConnecting = false
	let isClosed = false
	let stopRetry: (() => void) | undefined
	let stopPatience: (() => void) | undefined
	let stopPreview: (() => void) | undefined
	let waiting: ChatMessage[] = []
	/** Facts about messages that were taken back, by their keys: a page of history may have only a part of them. */
	const revokedBy = new Map<string, Revocation>()
	let meetingId = ''
	let filesToken = ''
	let stopFilesRetry: (() => void) | undefined
	let stopFilesRenewal: (() => void) | undefined
	/** Files that are being sent or wait for their turn, by the id of their message. */
	const uploads = new Map<string, AbortController>()
	let uploading: Promise<void> = Promise.resolve()
	let unsentCount = 0
	/** Own reactions on their way, by the id of their message. */
	const reacting = new Map<string, { audience: Audience; to: number; reaction: Reaction; isOn: boolean }>()

	function set(changes: Partial<ChatState>) {
		if (isClosed) return
		state = { ...state, ...changes }
		for (const listener of listeners) listener()
	}

	const audienceOf = (batch: { gid?: string | undefined; userId?: string | undefined }): Audience | undefined =>
		batch.gid === undefined ? batch.userId : batch.gid === gid ? 'everyone' : undefined
	const senderTo = (audience: Audience) => (audience === 'everyone' ? im.room(gid ?? '') : im.chat(audience))
	const isOthers = ({ userId }: ChatMessage) => userId !== state.self

	/** Adds what was received, and returns the messages that were not known. */
	function take(list: readonly unknown[], audience: Audience): readonly ChatMessage[] {
		const items = list.map(received => readItem(received, audience)).filter(item => item !== undefined)
		const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
		const changes = items.flatMap(item => (item.kind === 'reaction' ? [item.change] : []))
		const revocations = items.flatMap(item => (item.kind === 'revocation' ? [item.revocation] : []))
		const known = new Set(state.messages.map(keyOf))
		const added = messages.filter(message => !state.gone.has(keyOf(message)))
		set({
			messages: withMessages(state.messages, added),
			reactions: withReactions(state.reactions, audience, changes),
		})
		takeBack(audience, revocations)
		return added.filter(message => !known.has(keyOf(message)))
	}

	/**
	 * Messages were taken back: nothing of them is shown, counted or read out any more. Their places stay for those who were
	 * there before, so that a page that is loaded again shows the same; newcomers see none.
	 */
	function takeBack(audience: Audience, received: readonly Revocation[]) {
		if (received.length === 0) return
		const revocations = new Map<number, Revocation>()
		for (const revocation of received) {
			const key = keyOf({ audience, id: revocation.id })
			const known = { ...revokedBy.get(key), ...revocation }
			revokedBy.set(key, known)
			revocations.set(known.id, known)
		}
		const places = [...revocations.values()].flatMap(({ message, at = 0 }) =>
			message && Math.max(message.at, at) >= state.joinedAt ? [message] : [],
		)
		const gone = new Set([...state.gone, ...[...revocations.keys()].map(id => keyOf({ audience, id }))])
		const isThere = (message: ChatMessage) => !gone.has(keyOf(message))
		waiting = waiting.filter(isThere)
		set({
			gone,
			messages: withRevocations(withMessages(state.messages, places), audience, [...revocations.values()]),
			// Those that were read out with it are not read out again.
			...(!state.announced.every(isThere) && { announced: [] }),
			...(state.preview && !isThere(state.preview) && { preview: undefined }),
		})
	}

	/** Forgets the oldest messages, as long as nobody reads back. */
	function forgetOldest() {
		if (isReadingBack || state.messages.length <= maxKept) return
		const messages = state.messages.slice(-maxKept)
		edge = messages.find(({ audience }) => audience === 'everyone')?.id ?? edge
		set({ messages, earlier: 'more' })
	}

	function arrived(messages: readonly ChatMessage[]) {
		const others = messages.filter(isOthers)
		if (others.length === 0) return
		if (state.isShown) markRead()
		else show(others.at(-1))
		if (waiting.length === 0) after(announceMs, announce)
		waiting.push(...others)
	}

	function show(preview: ChatMessage | undefined) {
		if (!preview || preview.at <= state.readAt) return
		stopPreview?.()
		set({ preview })
		stopPreview = after(previewMs, () => set({ preview: undefined }))
	}

	function announce() {
		if (waiting.length === 0) return
		set({ announced: waiting })
		waiting = []
	}

	function markRead() {
		const readAt = Math.max(state.readAt, state.messages.at(-1)?.at ?? 0)
		if (readAt === state.readAt || state.self === undefined) return
		readMark.write(state.self, readAt)
		set({ readAt })
	}

	async function connect(): Promise<void> {
		if (isConnecting || isClosed) return
		isConnecting = true
		stopRetry?.()
		wait()
		if (state.status !== 'failed') set({ status: 'connecting' })
		try {
			const grant = await enter()
			if (!grant) throw new Error('the room cannot be asked')
			noteGap(state.messages)
			await open(grant)
			tries = 0
			set({ status: 'open' })
		} catch {
			if (isClosed) return
			if (tries >= firstTries) set({ status: 'failed' })
			stopRetry = after(tryAgainMs(tries++), () => void connect())
		} finally {
			isConnecting = false
		}
		if (state.status === 'open') await loadNewest()
	}

	/** Messaging itself tries for minutes. */
	function wait() {
		stopPatience?.()
		stopPatience = after(patienceMs, () => state.status === 'connecting' && set({ status: 'failed' }))
	}

	async function open(grant: ChatGrant): Promise<void> {
		const { appId, userId, token, appVersion } = grant
		gid = grant.gid
		meetingId = grant.meetingId
		const readAt = readMark.read(userId) ?? grant.joinedAt
		filesToken = grant.files.token
		const files = { ...state.files, maxBytes: grant.files.maxBytes }
		set({ self: userId, readAt, joinedAt: grant.joinedAt, files })
		void openFiles(0)
		const servers = { chat: deps.socketUrl(meetingId), api: '', monitor: '' }
		await im.login({ uid: userId, appId, token, appVersion, servers, getToken: nextToken })
		await im.room(grant.gid).listen({ maxRate })
	}

	async function openFiles(failures: number): Promise<void> {
		stopFilesRetry?.()
		const path = await deps.openFiles(filesToken, meetingId)
		if (isClosed) return
		if (path === undefined) {
			stopFilesRetry = after(tryAgainMs(failures), () => void openFiles(failures + 1))
			return
		}
		set({ files: { ...state.files, path, openings: state.files.openings + 1 } })
		stopFilesRenewal?.()
		stopFilesRenewal = after(reopenFilesMs, () => void renewFiles())
	}

	/** Opens the files with a new token: the one of the connection expires after a day. */
	async function renewFiles(): Promise<void> {
		const grant = await enter()
		if (grant) filesToken = grant.files.token
		await openFiles(0)
	}

	async function nextToken(): Promise<string> {
		const grant = await enter()
		if (grant) {
			filesToken = grant.files.token
			void openFiles(0)
			return grant.token
		}
		throw new IMError(answerCodes.unavailable, { kind: 'network', message: 'the room cannot be asked' })
	}

	/** Returns false where the page could not be loaded. */
	async function loadPage(gid: string, before: number | undefined): Promise<boolean> {
		set({ earlier: 'loading' })
		try {
			const range = { limit: imLimits.historyPage, ...(before !== undefined && { before }) }
			const { value } = await im.room(gid).history(range).next()
			if (value) take(value.list, 'everyone')
			const first = value?.list[0]?.hisId
			edge = first ?? edge
			set({ earlier: value?.more && first !== undefined ? 'more' : 'none' })
			return true
		} catch {
			set({ earlier: 'failed' })
			return false
		} finally {
			if (state.isShown) markRead()
		}
	}

	/** Notes that messages may be missing after the ones that were known so far. */
	function noteGap(known: readonly ChatMessage[]) {
		gap ??= { after: known.findLast(({ audience }) => audience === 'everyone')?.id ?? 0 }
	}

	/**
	 * Loads the newest page, after the page that is loading, and again until it is there. Messages between it and older ones
	 * on the page are not known, so that those are dropped.
	 */
	async function loadNewest(): Promise<void> {
		stopGapRetry?.()
		if (gid === undefined || state.earlier === 'loading' || isClosed) return
		while (gap) {
			const { after: known } = gap
			gap = undefined
			if (!(await loadPage(gid, undefined))) {
				gap = { after: known }
				stopGapRetry = after(tryAgainMs(gapTries++), () => void loadNewest())
				return
			}
			gapTries = 0
			const isOlder = ({ audience, id }: ChatMessage) => audience === 'everyone' && id < (edge ?? 0)
			if (known < (edge ?? 0)) set({ messages: state.messages.filter(message => !isOlder(message)) })
		}
	}

	async function loadEarlier() {
		if (gid === undefined || (state.earlier !== 'more' && state.earlier !== 'failed')) return
		if (!gap) await loadPage(gid, edge)
		// A gap may have been reported meanwhile.
		await loadNewest()
	}

	im.on('messagesReceived', batch => {
		const audience = audienceOf(batch)
		if (audience === undefined) return
		if (batch.skipped) noteGap(state.messages)
		arrived(take(batch.list, audience))
		forgetOldest()
		if (batch.skipped) void loadNewest()
	})
	im.on('messageRevoked', batch => {
		const audience = audienceOf(batch)
		if (audience === undefined) return
		takeBack(
			audience,
			batch.list.map(({ target, userId, ts }) => ({ id: target, by: userId, at: ts })),
		)
	})
	im.on('discontinuity', batch => {
		const audience = audienceOf(batch)
		if (audience === 'everyone') {
			if (batch.reason === 'epoch') {
				set({
					messages: state.messages.filter(one => one.audience !== 'everyone'),
					gone: new Set([...state.gone].filter(key => !isToEveryone(key))),
				})
				gap = undefined
			}
			noteGap(state.messages)
			void loadNewest()
		} else if (audience !== undefined) void loadPrivate(audience)
	})
	async function loadPrivate(userId: string) {
		try {
			const { value } = await im.chat(userId).history({ limit: imLimits.historyPage }).next()
			if (value) take(value.list, userId)
		} catch {
			// The next message of this person reports the gap again.
		}
	}
	im.on('messageStatus', ({ cmid, status, answer, error }) => {
		const message = state.outgoing.find(one => one.cmid === cmid)
		const given = reacting.get(cmid)
		if (status === 'sent' && answer) {
			if (given) {
				const change = { ...given, userId: state.self ?? '', id: answer.hisId }
				set({ reactions: withReactions(state.reactions, given.audience, [change]) })
			}
			if (message) sent(message, answer)
		} else if (status === 'rejected' && message) {
			const code = error?.code ?? answerCodes.unavailable
			// The server has discarded its file meanwhile: it is uploaded again with the next attempt.
			const { upload } = message
			const anew = upload && code === answerCodes.missing && { upload: { file: upload.file, progress: 0 } }
			replace(cmid, { ...message, ...refusedNow(), code, ...anew })
		} else if (status === 'cancelled' && message) replace(cmid, { ...message, ...refusedNow() })
		if (status === 'sent' || status === 'rejected' || status === 'cancelled') reacting.delete(cmid)
		if (given && (status === 'rejected' || status === 'cancelled') && !isClosed) onReactionRefused(error?.code)
	})
	function sent(message: OutgoingMessage, { hisId, ts }: { hisId: number; ts: number }) {
		const { cmid, audience, replyTo, upload: { uploaded: file } = {} } = message
		const content = file ? { text: file.name, file } : { text: message.text }
		const own = { userId: state.self ?? '', name: '', ...content, ...(replyTo !== undefined && { replyTo }) }
		set({
			outgoing: state.outgoing.filter(one => one.cmid !== cmid),
			messages: withMessages(state.messages, [{ audience, id: hisId, at: ts, ...own }]),
		})
		if (state.isShown) markRead()
	}
	/** A refused message stays after those that are known by then. */
	const refusedNow = () => ({ status: 'refused' as const, after: state.messages.at(-1)?.at ?? 0 })
	const replace = (cmid: string, message: OutgoingMessage) =>
		set({ outgoing: state.outgoing.map(one => (one.cmid === cmid ? message : one)) })
	im.on('state', ({ connection }) => {
		if (connection === 'gaveUp') after(tryAgainMs(tries++), () => im.connect())
		if (state.status !== 'open' && state.status !== 'reconnecting') return
		// Pictures may have failed to load meanwhile.
		if (connection === 'connected' && state.status === 'reconnecting') void openFiles(0)
		set({ status: connection === 'connected' ? 'open' : 'reconnecting' })
	})
	im.on('room', ({ state: listening, reason }) => {
		if (listening === 'stopped' && reason !== 'ended' && reason !== 'stopped') void connect()
	})
	im.on('ended', ({ code }) => {
		if (code !== answerCodes.ok && code !== answerCodes.cancelled) void connect()
	})

	function transmit(audience: Audience, content: MessageContent): string | undefined {
		try {
			return senderTo(audience).send(content).cmid
		} catch {
			// Not logged in at the moment: it is shown as not sent.
			return undefined
		}
	}

	function send(audience: Audience, text: string, replyTo: number | undefined) {
		const cmid = transmit(audience, textDraft(text, replyTo))
		const message = { audience, text, ...(replyTo !== undefined && { replyTo }) }
		const failed = { cmid: unsentId(), ...refusedNow() }
		set({
			outgoing: [
				...state.outgoing,
				{ ...message, ...(cmid === undefined ? failed : { cmid, status: 'sending' as const }) },
			],
		})
	}
	const unsentId = () => `unsent ${now()} ${unsentCount++}`

	/** Sends a file after those before it: the server takes one of a person at a time. */
	function sendFile(audience: Audience, file: File, replyTo: number | undefined) {
		const cmid = unsentId()
		const message = { audience, text: file.name, ...(replyTo !== undefined && { replyTo }) }
		const upload = { file, progress: 0 }
		set({ outgoing: [...state.outgoing, { ...message, cmid, status: 'uploading', upload }] })
		startUpload(cmid)
	}

	function startUpload(cmid: string) {
		const abort = new AbortController()
		uploads.set(cmid, abort)
		uploading = uploading.then(() => runUpload(cmid, abort.signal))
	}

	async function runUpload(cmid: string, signal: AbortSignal) {
		const find = () => state.outgoing.find(one => one.cmid === cmid)
		const message = find()
		if (!message?.upload || signal.aborted) return
		const { audience, upload } = message
		const onProgress = (progress: number) => {
			const current = find()
			if (current?.upload && !signal.aborted) replace(cmid, { ...current, upload: { ...current.upload, progress } })
		}
		const result = await deps.uploadFile({
			meetingId,
			token: () => filesToken,
			to: audience,
			file: upload.file,
			onProgress,
			signal,
		})
		uploads.delete(cmid)
		const current = find()
		if (!current || signal.aborted || isClosed) return
		if (result.ok) transmitFile({ ...current, upload: { file: upload.file, progress: 1, uploaded: result.value } })
		else
			replace(cmid, {
				...current,
				...refusedNow(),
				upload: { file: upload.file, progress: 0, failure: result.failure },
			})
	}

	/** Writes the message of a file that the server has. */
	function transmitFile(message: OutgoingMessage) {
		const { cmid: before, audience, replyTo, upload } = message
		if (!upload?.uploaded) return
		const cmid = transmit(audience, fileDraft(upload.uploaded, replyTo))
		const { code: _, after: __, ...rest } = message
		replace(before, cmid === undefined ? { ...rest, ...refusedNow() } : { ...rest, cmid, status: 'sending' })
	}

	function discard(cmid: string) {
		uploads.get(cmid)?.abort()
		uploads.delete(cmid)
		set({ outgoing: state.outgoing.filter(one => one.cmid !== cmid) })
	}

	void connect()

	return {
		getState: () => state,
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		send,
		sendFile,
		/** Removes a message that is not stored; the upload of its file ends. */
		discard,
		/** Sends a refused message again. */
		sendAgain(cmid: string) {
			const message = state.outgoing.find(one => one.cmid === cmid)
			if (!message) return
			const { audience, text, replyTo, upload } = message
			if (upload?.uploaded) return transmitFile(message)
			discard(cmid)
			if (upload) sendFile(audience, upload.file, replyTo)
			else send(audience, text, replyTo)
		},
		react({ audience, id }: Pick<ChatMessage, 'audience' | 'id'>, reaction: Reaction, isOn: boolean) {
			const cmid = transmit(audience, reactionDraft(reaction, id, isOn))
			if (cmid === undefined) onReactionRefused(undefined)
			else reacting.set(cmid, { audience, to: id, reaction, isOn })
		},
		/** Takes a message back; returns the code of the refusal, or undefined if it is gone. */
		async revoke({ audience, id }: Pick<ChatMessage, 'audience' | 'id'>): Promise<number | undefined> {
			try {
				if (audience === 'everyone') await im.room(gid ?? '').revoke(id)
				else await im.chat(audience).revoke(id)
			} catch (error) {
				const code = error instanceof IMError ? error.code : answerCodes.unavailable
				if (code !== answerCodes.alreadyDone) return code
			}
			takeBack(audience, [{ id, ...(state.self !== undefined && { by: state.self }) }])
			return undefined
		},
		loadEarlier: () => void loadEarlier(),
		/** While somebody reads back, no message is forgotten. */
		setReadingBack(isReading: boolean) {
			isReadingBack = isReading
			forgetOldest()
		},
		/** The chat is shown or hidden: what is shown counts as read. */
		setShown(isShown: boolean) {
			if (isShown === state.isShown) return
			stopPreview?.()
			const hasUnread = isShown && countUnread(state) > 0
			set({ isShown, preview: undefined, newSince: hasUnread ? state.readAt : undefined })
			if (isShown) markRead()
		},
		/** Tries at once, after a failure. */
		reconnect() {
			tries = 0
			if (state.status === 'failed') set({ status: 'connecting' })
			wait()
			if (isConnecting || state.status !== 'connecting') im.connect()
			else void connect()
		},
		close() {
			isClosed = true
			stopRetry?.()
			stopPatience?.()
			stopPreview?.()
			stopGapRetry?.()
			stopFilesRetry?.()
			stopFilesRenewal?.()
			for (const upload of uploads.values()) upload.abort()
			listeners.clear()
			im.close()
		},
	}
}
