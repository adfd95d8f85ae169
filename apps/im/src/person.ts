import { createIM, type IM, IMError, openSocketIo, type SessionState, type Stats } from '@parley/im-sdk'
import { type Conversation, emptyConversation, type Logged, withEvents, withStatus } from './conversation.ts'
import { type Demo, forgetSignIn, httpOf, signIn } from './demo.ts'
import { createFaultyLine } from './faults.ts'

export const freezeMs = 10_000
const pageSize = 20
const journalLength = 12

export interface Application {
	msgId: string
	from: { userId: string; nickName: string }
	to: { userId: string; nickName: string }
	/** 0: it waits. */
	status: number
}

/** What is shown of one person. */
export interface PersonView {
	uid: string
	state: { state: SessionState; reason: string; code: number; retryInMs?: number | undefined }
	isCut: boolean
	isFrozen: boolean
	/** By group, or by the other person. */
	conversations: Readonly<Record<string, Conversation>>
	friends: readonly { userId: string }[]
	applications: readonly Application[]
	/** What the SDK told, newest first. */
	journal: readonly { id: number; at: number; text: string }[]
	stats: Stats
	/** Group of an invitation, and whether one is in it. */
	invitation: { name: string; isIn: boolean } | undefined
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
	let notes = 0
	const listeners = new Set<() => void>()
	const earlier = new Map<string, AsyncGenerator<{ list: unknown[]; more: boolean }>>()
	let view: PersonView = {
		uid: '',
		state: { state: 'idle', reason: '', code: 0 },
		isCut: false,
		isFrozen: false,
		conversations: {},
		friends: [],
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
	/** For buttons: what fails is told, and nothing else happens. */
	const attempt = (work: () => unknown) => {
		Promise.resolve().then(work).catch(noteError)
	}
	const of = (key: string) => (key === other ? client().chat(key) : client().group(key))
	function client(): IM {
		if (!im) throw new Error('nobody is logged in')
		return im
	}

	async function loadEarlier(key: string) {
		const pages = earlier.get(key) ?? of(key).history({ limit: pageSize })
		earlier.set(key, pages)
		const { value, done } = await pages.next()
		change(key, conversation => ({
			...(value ? withEvents(conversation, value.list as Logged[]) : conversation),
			hasEarlier: !done && value.more,
		}))
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
	async function loadInvitation() {
		if (!invited || name === undefined) return
		const isIn = (await client().groups.list()).some(({ gid }) => gid === invited.gid)
		const group = await client().group(invited.gid).publicInfo()
		show({ invitation: { name: group.name, isIn } })
	}

	function listen(client: IM) {
		client.on('state', ({ to, reason, code, retryInMs }) => {
			show({ state: { state: to, reason, code, retryInMs }, stats: client.stats() })
			note(`${to} · ${reason}${code ? ` · ${code}` : ''}`)
		})
		for (const event of [
			'messagesReceived',
			'messageRevoked',
			'memberJoined',
			'memberQuit',
			'memberKicked',
			'memberUpdated',
			'groupUpdated',
		] as const)
			client.on(event, ({ gid, userId, list }) =>
				change(gid ?? userId ?? '', conversation => withEvents(conversation, list as Logged[])),
			)
		client.on('messageStatus', ({ gid, userId, cmid, status, error }) =>
			change(gid ?? userId ?? '', conversation =>
				withStatus(conversation, { cmid, status, ...(error ? { code: error.code } : {}) }),
			),
		)
		client.on('discontinuity', ({ gid, userId, option, reason, from }) => {
			const key = gid ?? userId
			note(`discontinuity · ${key ?? option} · ${reason}`)
			if (key === undefined) return
			change(key, conversation => ({
				...conversation,
				discontinuities: [...conversation.discontinuities, { after: (from ?? 1) - 1, reason }],
			}))
			attempt(() => loadAnew(key))
		})
		for (const event of ['friendApplication', 'friendApplicationResult', 'friendDeleted', 'friendUpdated'] as const)
			client.on(event, () => attempt(loadFriends))
		client.on('error', noteError)
		client.on('ended', ({ code, reason }) => note(`ended · ${code} · ${reason}`))
	}

	async function login() {
		const http = name === undefined ? undefined : httpOf(await signIn(name, demo.password))
		if (!im) {
			im = createIM({
				modules: { friend: true, muc: true },
				environment: { openTransport: line.openTransport, ...(http ? { http } : {}) },
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
		await im.room(demo.room).listen()
		const mine = name === undefined ? [demo.room] : [demo.room, demo.group, ...(other ? [other] : [])]
		await Promise.all([...mine.map(loadAnew), loadFriends(), loadInvitation()])
	}

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
			show({ isFrozen: true })
			setTimeout(() => show({ isFrozen: false }), freezeMs)
		},
		send: (key: string, content: string) =>
			attempt(() => {
				const message = of(key).send({ content })
				change(key, conversation => withStatus(conversation, { cmid: message.cmid, status: message.status, content }))
				// What happens to it comes as `messageStatus`.
				message.sent.catch(() => {})
			}),
		revoke: (gid: string, hisId: number) => attempt(() => client().group(gid).revoke(hisId)),
		loadEarlier: (key: string) => attempt(() => loadEarlier(key)),
		apply: (userId: string) =>
			attempt(async () => {
				await client().friend.apply({ userId, content: '' })
				await loadFriends()
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
		acceptInvitation: () =>
			attempt(async () => {
				if (!invited) return
				await client().group(invited.gid).apply({ code: invited.code })
				await Promise.all([loadInvitation(), loadAnew(invited.gid)])
			}),
		refreshStats() {
			if (im) show({ stats: im.stats() })
		},
	}
}
