import { createIM, type Group, type IM, IMError, openSocketIo, type SessionState, type Stats } from '@parley/im-sdk'
import {
	type Conversation,
	emptyConversation,
	type LogEventName,
	type Logged,
	logEventNames,
	type Member,
	namesIn,
	peopleIn,
	withBatch,
	withEvents,
	withGap,
	without,
	withStatus,
} from './conversation.ts'
import { type Demo, forgetSignIn, httpOf, signIn } from './demo.ts'
import { createFaultyLine } from './faults.ts'

export const freezeMs = 10_000
/** Messages a second that one may choose to be sent of a busy room. */
export const roomRates = [1, 10, 100] as const
const pageSize = 20
const journalLength = 12
/** Read positions are reported to the server at intervals. */
const tellReadMs = 1_000

/** A group or room as one sees it who is in it. */
export type OwnGroup = Awaited<ReturnType<Group['info']>>

export interface Application {
	msgId: string
	from: { userId: string; nickName: string }
	to: { userId: string; nickName: string }
	/** 0: it waits. */
	status: number
}

/** The view state of one person. */
export interface PersonView {
	uid: string
	state: { state: SessionState; code: number; retryAt?: number | undefined }
	isCut: boolean
	/** Until when nothing goes through the line. */
	frozenUntil: number | undefined
	/** Names of people, by their id. */
	names: Readonly<Record<string, string>>
	/** Groups one is in, and the room. */
	groups: Readonly<Record<string, OwnGroup>>
	/** Members of the groups whose details were opened. */
	members: Readonly<Record<string, readonly Member[]>>
	/** The group that is shown. */
	group: string
	/** Unread messages of others, by conversation. */
	unread: Readonly<Record<string, number>>
	/** Messages of others that came since the page was opened. */
	received: number
	/** Why the last thing one did failed: a code, or without one. */
	problem: { code: number | undefined } | undefined
	isAsking: boolean
	/** By group, or by the other person. */
	conversations: Readonly<Record<string, Conversation>>
	friends: readonly { userId: string; shield: boolean }[]
	/** Messages of the room that are pushed here in a second, at most; the others are in its history. */
	maxRate: number
	applications: readonly Application[]
	/** State changes and errors reported by the SDK, newest first. */
	journal: readonly { id: number; at: number; text: string }[]
	stats: Stats
	/** Name of the group one is invited to. */
	invitation: string | undefined
}

export interface PersonSetup {
	/** Account name of a demo person; missing: a guest. */
	name: string | undefined
	guestName: string
	demo: Demo
	/** The QR code that was followed here. */
	invited: { gid: string; code: string } | undefined
}

export type Person = ReturnType<typeof createPerson>

/** One person with a client of their own; everything is done through what the SDK publishes. */
export function createPerson({ name, guestName, demo, invited }: PersonSetup) {
	const line = createFaultyLine(openSocketIo)
	const other = demo.people.find(person => person.name !== name)?.userId
	let im: IM | undefined
	/** The client is created once; people sign in again when a sign-in is refused. */
	let bearer = ''
	let notes = 0
	const listeners = new Set<() => void>()
	/** People whose names were asked for. */
	const asked = new Set<string>()
	/** The read position of each group, and the ones to report to the server next. */
	const seen = new Map<string, number>()
	const untold = new Set<string>()
	let telling: ReturnType<typeof setTimeout> | undefined
	const earlier = new Map<string, AsyncGenerator<{ list: unknown[]; more: boolean }>>()
	let view: PersonView = {
		uid: '',
		state: { state: 'idle', code: 0 },
		isCut: false,
		frozenUntil: undefined,
		names: Object.fromEntries(demo.people.map(({ userId, displayName }) => [userId, displayName])),
		groups: {},
		members: {},
		group: demo.group,
		unread: {},
		received: 0,
		problem: undefined,
		isAsking: false,
		conversations: {},
		friends: [],
		maxRate: roomRates[1],
		applications: [],
		journal: [],
		stats: createIM().stats(),
		invitation: undefined,
	}

	function show(changes: Partial<PersonView>) {
		view = { ...view, ...changes }
		for (const changed of listeners) changed()
	}
	function change(key: string, next: (conversation: Conversation) => Conversation) {
		show({ conversations: { ...view.conversations, [key]: next(view.conversations[key] ?? emptyConversation) } })
	}
	function note(text: string) {
		show({ journal: [{ id: notes++, at: Date.now(), text }, ...view.journal].slice(0, journalLength) })
	}
	function noteError(error: unknown) {
		note(error instanceof IMError ? `${error.kind} ${error.code} ${error.message}` : String(error))
	}
	/** For buttons: reports a failure, and does nothing else. */
	const attempt = (work: () => unknown) => {
		show({ problem: undefined })
		Promise.resolve()
			.then(work)
			.catch(error => {
				noteError(error)
				show({ problem: { code: error instanceof IMError ? error.code : undefined } })
			})
	}
	/** For actions the user did not request. */
	const quietly = (work: () => unknown) => {
		Promise.resolve().then(work).catch(noteError)
	}
	const of = (key: string) => (key === other ? client().chat(key) : client().group(key))
	function client(): IM {
		if (!im) throw new Error('nobody is logged in')
		return im
	}

	/** Takes names from these events, and asks for those of others they are about. */
	function learnNames(list: readonly Logged[], pushed?: LogEventName) {
		show({ names: { ...view.names, ...namesIn(list, pushed) } })
		const unknown = [...new Set(peopleIn(list, pushed))].filter(
			userId => userId && !asked.has(userId) && !view.names[userId],
		)
		if (unknown.length === 0) return
		for (const userId of unknown) asked.add(userId)
		quietly(async () => {
			const people = await client().user.info(unknown.slice(0, 100))
			const found = people.map(({ userId, nickName }) => [userId, nickName])
			show({ names: { ...view.names, ...Object.fromEntries(found) } })
		})
	}
	async function loadEarlier(key: string) {
		const pages = earlier.get(key) ?? of(key).history({ limit: pageSize })
		earlier.set(key, pages)
		const { value, done } = await pages.next()
		if (value) learnNames(value.list as Logged[])
		change(key, conversation => ({
			...(value ? withEvents(conversation, value.list as Logged[]) : conversation),
			hasEarlier: !done && value.more,
		}))
	}
	/** A page of what was left out of a busy room. */
	async function loadMissing(key: string, { from, to }: { from: number; to: number }) {
		const { value } = await of(key)
			.history({ after: from - 1, before: to + 1 })
			.next()
		if (!value) return
		learnNames(value.list as Logged[])
		change(key, conversation => withEvents(conversation, value.list as Logged[]))
	}
	async function loadAnew(key: string) {
		earlier.delete(key)
		await loadEarlier(key)
	}
	async function loadFriends() {
		if (name === undefined) return
		const friends = await client().friend.list()
		const applications: Application[] = []
		for await (const { list } of client().friend.applications()) applications.push(...list)
		show({ friends, applications })
	}
	async function loadGroup(gid: string) {
		const group = await client().group(gid).info()
		show({ groups: { ...view.groups, [gid]: group } })
	}
	async function loadGroups() {
		if (name === undefined) return
		const list = await client().groups.list()
		const counts = await Promise.all(list.map(async ({ gid }) => [gid, (await client().group(gid).unread()).unread]))
		const room = view.groups[demo.room]
		const groups = Object.fromEntries(list.map(group => [group.gid, group]))
		show({
			groups: { ...groups, ...(room ? { [demo.room]: room } : {}) },
			unread: { ...view.unread, ...Object.fromEntries(counts) },
			...(groups[view.group] ? {} : { group: list[0]?.gid ?? demo.group }),
		})
	}
	async function loadMembers(gid: string) {
		const { value } = await client().group(gid).members().next()
		if (!value) return
		const list: readonly Member[] = value.list
		const names = list.map(({ userId, nickName }) => [userId, nickName])
		show({
			members: { ...view.members, [gid]: list },
			names: { ...view.names, ...Object.fromEntries(names) },
		})
	}
	async function openGroup(gid: string) {
		show({ group: gid })
		await loadAnew(gid)
	}
	async function loadInvitation() {
		if (!invited || name === undefined) return
		if (view.groups[invited.gid]) return openGroup(invited.gid)
		show({ invitation: (await client().group(invited.gid).publicInfo()).name })
	}
	function countReceived(key: string, list: readonly { userId: string }[]) {
		const count = list.filter(({ userId }) => userId !== view.uid).length
		if (count === 0) return
		// Events from before this login are not unread for the person viewing the page.
		const received = view.state.state === 'ready' ? view.received + count : view.received
		show({ received, unread: { ...view.unread, [key]: (view.unread[key] ?? 0) + count } })
	}
	function tellRead() {
		telling = undefined
		for (const gid of untold)
			quietly(() =>
				client()
					.group(gid)
					.markRead(seen.get(gid) ?? 0),
			)
		untold.clear()
	}

	function listen(client: IM) {
		client.on('state', ({ to, reason, code, retryInMs }) => {
			const retryAt = retryInMs === undefined ? undefined : Date.now() + retryInMs
			show({ state: { state: to, code, retryAt }, stats: client.stats() })
			note(`${to} · ${reason}${code ? ` · ${code}` : ''}`)
		})
		for (const event of logEventNames)
			client.on(event, ({ gid, userId, from, to, skipped, list }) => {
				const key = gid ?? userId ?? ''
				learnNames(list as Logged[], event)
				change(key, conversation => withBatch(conversation, event, { from, to, skipped, list: list as Logged[] }))
				if (event === 'messagesReceived') countReceived(key, list)
				else if (gid !== undefined && gid in view.groups && event !== 'groupDeleted') {
					quietly(() => loadGroup(gid))
					if (view.members[gid]) quietly(() => loadMembers(gid))
				}
			})
		client.on('groupListUpdated', () => quietly(loadGroups))
		client.on('messageStatus', ({ gid, userId, cmid, status, error }) =>
			change(gid ?? userId ?? '', conversation =>
				withStatus(conversation, { cmid, status, ...(error ? { code: error.code } : {}) }),
			),
		)
		client.on('discontinuity', ({ gid, userId, option, reason, from, to }) => {
			const key = gid ?? userId
			note(`discontinuity · ${key ?? option} · ${reason}`)
			if (key === undefined) return
			change(key, conversation => {
				// A restarted log has nothing in common with the shown one.
				const kept = reason === 'epoch' ? { ...emptyConversation, pending: conversation.pending } : conversation
				return from === undefined || to === undefined ? kept : withGap(kept, { from, to, reason })
			})
			quietly(() => loadAnew(key))
		})
		for (const event of ['friendApplication', 'friendApplicationResult', 'friendDeleted', 'friendUpdated'] as const)
			client.on(event, () => quietly(loadFriends))
		client.on('error', noteError)
		client.on('ended', ({ code, reason }) => note(`ended · ${code} · ${reason}`))
	}

	async function login() {
		if (name !== undefined) bearer = await signIn(name, demo.password)
		if (!im) {
			im = createIM({
				modules: { friend: true, muc: true },
				environment: {
					openTransport: line.openTransport,
					...(name === undefined ? {} : { http: httpOf(() => bearer) }),
				},
			})
			listen(im)
		}
		const ask = { appId: demo.appId, id: '', nickName: guestName }
		const { imUserId, imToken } = await im.requestToken(ask).catch(error => {
			// The next try signs in again.
			if (name !== undefined) forgetSignIn(name)
			throw error
		})
		show({ uid: imUserId })
		const getToken = async () => (await client().requestToken(ask)).imToken
		await im.login({ uid: imUserId, appId: demo.appId, token: imToken, getToken })
		await im.room(demo.room).listen({ maxRate: view.maxRate })
		await Promise.all([loadGroups(), loadGroup(demo.room)])
		const mine = name === undefined ? [demo.room] : [demo.room, view.group, ...(other ? [other] : [])]
		await Promise.all([...mine.map(loadAnew), loadFriends(), loadInvitation()])
	}

	const send = (key: string, content: string) =>
		attempt(() => {
			const message = of(key).send({ content })
			change(key, conversation => withStatus(conversation, { cmid: message.cmid, status: message.status, content }))
			// Its progress arrives as `messageStatus`.
			message.sent.catch(() => {})
		})

	return {
		demo,
		/** The person the chat is with. */
		other,
		get view() {
			return view
		},
		watch(changed: () => void) {
			listeners.add(changed)
			return () => void listeners.delete(changed)
		},
		login: () => attempt(login),
		logout: () => client().logout(),
		cut() {
			line.cut()
			show({ isCut: true })
		},
		join() {
			line.join()
			show({ isCut: false })
			im?.connect()
		},
		freeze() {
			line.freeze(freezeMs)
			show({ frozenUntil: Date.now() + freezeMs })
			setTimeout(() => show({ frozenUntil: undefined }), freezeMs)
		},
		send,
		/** Writes what was refused once more, as another message. */
		again(key: string, { cmid, content }: { cmid: string; content: string | undefined }) {
			change(key, conversation => without(conversation, cmid))
			if (content !== undefined) send(key, content)
		},
		remove: (key: string, cmid: string) => change(key, conversation => without(conversation, cmid)),
		revoke: (gid: string, hisId: number) => attempt(() => client().group(gid).revoke(hisId)),
		loadEarlier: (key: string) => attempt(() => loadEarlier(key)),
		/** @param range the first and last position, both included */
		loadMissing: (key: string, range: { from: number; to: number }) => attempt(() => loadMissing(key, range)),
		/** The end of a conversation is seen. */
		see(key: string, hisId: number) {
			if (view.unread[key]) show({ unread: { ...view.unread, [key]: 0 } })
			const group = view.groups[key]
			if (!group || key === demo.room || hisId <= Math.max(group.read, seen.get(key) ?? 0)) return
			seen.set(key, hisId)
			untold.add(key)
			if (telling === undefined) telling = setTimeout(tellRead, tellReadMs)
		},
		openGroup: (gid: string) => attempt(() => openGroup(gid)),
		openDetails: (gid: string) => attempt(() => loadMembers(gid)),
		announce: (gid: string, text: string) => attempt(() => client().group(gid).updateAnnouncement(text)),
		/** @param seconds 0 lets them write again */
		silence: (gid: string, userId: string, seconds: number) =>
			attempt(() => client().group(gid).updateMember({ userId, silence: seconds })),
		qrCode: (gid: string, take: (code: { url: string; expiresAt: number }) => void) =>
			attempt(async () => take(await client().group(gid).qrCode())),
		apply: (userId: string) =>
			attempt(async () => {
				show({ isAsking: true })
				try {
					await client().friend.apply({ userId, content: '' })
				} finally {
					show({ isAsking: false })
					// It may have been answered, or have crossed another one.
					await loadFriends()
				}
			}),
		/** Takes no messages from a friend any more, or again. */
		shield: (userId: string, isShielded: boolean) =>
			attempt(async () => {
				await client().friend.shield(userId, isShielded)
				await loadFriends()
			}),
		chooseRate: (maxRate: number) =>
			attempt(async () => {
				show({ maxRate })
				await client().room(demo.room).listen({ maxRate })
			}),
		unfriend: (userId: string) =>
			attempt(async () => {
				await client().friend.delete(userId)
				await loadFriends()
			}),
		answer: (msgId: string, accept: boolean) =>
			attempt(async () => {
				await client().friend[accept ? 'accept' : 'reject'](msgId)
				await loadFriends()
			}),
		dismissInvitation: () => show({ invitation: undefined }),
		acceptInvitation: () =>
			attempt(async () => {
				if (!invited) return
				await client().group(invited.gid).apply({ code: invited.code })
				await loadGroups()
				show({ invitation: undefined })
				await openGroup(invited.gid)
			}),
		refreshStats() {
			if (im) show({ stats: im.stats() })
		},
	}
}
