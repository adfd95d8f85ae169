import { ok } from '@parley/core'
import { answerCodes, ImAppId, type ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { refuse } from '../calls/context.ts'
import { createCounters } from '../model/counters.ts'
import type { UserRow } from '../model/person.ts'
import type { NodeMessage } from '../ports/nodeBus.ts'
import { noParticipation } from '../ports/participation.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { appId, uidOf } from '../testing/messagingNodes.ts'
import { createLogins, type LoggedIn, type LoginSession, type Logins } from './logins.ts'
import type { TokenIdentity, VerifiedToken } from './tokens.ts'

const now = 1_000_000
const otherApp = v.parse(ImAppId, 'other-app')

interface LoginOptions extends Partial<Omit<TokenIdentity, 'uid'>> {
	deviceId?: string
	address?: string
	/** The person and application the client claims to be. */
	claims?: { uid?: ImUserId; appId?: ImAppId }
	current?: LoggedIn
}

/** The logins of a node, and what they depend on. */
function setUp() {
	const memory = createMemoryStore()
	const state = {
		/** People with an account, by id, with its current name. */
		accounts: new Map<string, string>(),
		/** Sign-ins that exist, with the name of their person's account. */
		signIns: new Map<string, string>(),
		endedSignIns: new Set<string>(),
		allowsGuests: true,
		severalDevices: false,
		verified: undefined as VerifiedToken | undefined,
		limit: undefined as ReturnType<typeof refuse> | undefined,
		counted: [] as unknown[],
		noted: [] as unknown[],
		published: [] as NodeMessage[],
		asked: { users: [] as number[], ended: [] as string[], guests: [] as ImAppId[], accounts: [] as string[] },
		stored: [] as unknown[],
		ended: [] as string[],
	}
	const profileOf = (uid: ImUserId, nickName: string) => ({ uid, nickName, imgUrl: `/picture/${nickName}` })
	let hear = (_: NodeMessage) => {}
	let count = 0
	const logins = createLogins({
		store: {
			async findUsers(application, uids) {
				state.asked.users.push(uids.length)
				return await memory.findUsers(application, uids)
			},
			async putProfile(application, profile, at) {
				state.stored.push(profile)
				await memory.putProfile(application, profile, at)
			},
		},
		profiles: {
			async findAccounts(_, uids) {
				state.asked.accounts.push(...uids)
				const found = uids.flatMap(uid => {
					const name = state.accounts.get(uid)
					return name === undefined ? [] : [[uid, { ...profileOf(uid, name), isGuest: false }] as const]
				})
				return new Map(found)
			},
		},
		tokens: { verify: async token => state.verified ?? { status: 'valid', identity: JSON.parse(token) } },
		signIns: {
			findExisting: async ids => ids.filter(id => state.signIns.has(id)),
			async findEnded(ids) {
				state.asked.ended.push(...ids)
				return ids.filter(id => state.endedSignIns.has(id))
			},
			async findAccount(_, uid, id) {
				const name = state.signIns.get(id)
				return name === undefined ? undefined : profileOf(uid, name)
			},
		},
		limits: {
			async ofLogin(connection, identity) {
				state.counted.push([connection.address, identity?.uid])
				return state.limit ?? ok(null)
			},
		},
		allowsSeveralDevices: async () => state.severalDevices,
		async allowsGuests(application) {
			state.asked.guests.push(application)
			return state.allowsGuests
		},
		participation: noParticipation,
		addressHolds: { note: async (...noted) => void state.noted.push(noted) },
		fanOut: { async joinOwn() {}, leaveAll() {} },
		lists: { async join() {}, leave() {} },
		nodeBus: {
			publish: message => void state.published.push(message),
			subscribe(listener) {
				hear = listener
				return () => {
					hear = () => {}
				}
			},
			isHeard: () => true,
		},
		timers: { now: () => now, after: () => () => {} },
		ids: { row: prefix => `${prefix}_${++count}`, meeting: () => 0 as never, secret: () => '' },
		counters: createCounters(),
	})

	async function logIn(
		uid: string,
		{ deviceId = `device of ${uid}`, address = '192.0.2.1', claims, current, ...changes }: LoginOptions = {},
	) {
		const identity: TokenIdentity = {
			uid: uidOf(uid),
			appId,
			isGuest: false,
			nickName: `${uid} by token`,
			sessionId: null,
			issuedAt: now,
			expiresAt: now + 60_000,
			...changes,
		}
		const connection = { id: deviceId, address, origin: '', send() {}, pendingBytes: () => 0, close() {} }
		const session: LoginSession = {
			connection,
			end: code => void state.ended.push(`${uid} ${deviceId} ${code}`),
			giveUp() {},
		}
		const data = { uid: identity.uid, appId: identity.appId, token: JSON.stringify(identity), deviceId, ...claims }
		return await logins.enter(data as Parameters<Logins['enter']>[0], session, current)
	}
	/** Logs in a person who must be admitted. */
	async function admit(uid: string, options?: LoginOptions) {
		const entered = await logIn(uid, options)
		if (!entered.ok) throw new Error(`${uid} was refused: ${entered.failure.code}`)
		return entered.value
	}
	const refusalOf = async (uid: string, options?: LoginOptions) => {
		const entered = await logIn(uid, options)
		return entered.ok ? 'admitted' : entered.failure.code
	}
	const decide = (uid: string, decision: Partial<UserRow>) =>
		memory.commit([
			{
				appId,
				now,
				users: [
					{
						uid: uidOf(uid),
						nickName: uid,
						imgUrl: '',
						isGuest: false,
						tokensNotBefore: 0,
						barredUntil: null,
						...decision,
					},
				],
			},
		])
	return { state, memory, logins, logIn, admit, refusalOf, decide, hear: (message: NodeMessage) => hear(message) }
}

test('a login is answered with the current name and picture of the account, which are stored when they change', async () => {
	const { state, admit } = setUp()
	state.accounts.set('li', 'Li')
	expect((await admit('li')).answer).toEqual({
		session: 'ims_1',
		now,
		user: { userId: 'li', nickName: 'Li', imgUrl: '/picture/Li', guest: false },
		expiresAt: now + 60_000,
	})
	expect(state.stored).toEqual([{ uid: 'li', nickName: 'Li', imgUrl: '/picture/Li', isGuest: false }])
	await admit('li')
	expect(state.stored).toHaveLength(1)
	state.accounts.set('li', 'Li Na')
	expect((await admit('li')).answer.user?.nickName).toBe('Li Na')
	expect(state.stored).toHaveLength(2)
})

test('a new picture alone is stored too; without an account the name is the token’s and the picture stays', async () => {
	const { admit, memory, state } = setUp()
	const stored = { uid: uidOf('li'), nickName: 'li by token', imgUrl: '/picture/old', isGuest: false }
	await memory.putProfile(appId, stored, now)
	expect((await admit('li')).answer.user).toMatchObject({ nickName: 'li by token', imgUrl: '/picture/old' })
	expect(state.stored).toEqual([])
	state.accounts.set('li', 'li by token')
	await admit('li')
	expect(state.stored).toMatchObject([{ imgUrl: '/picture/li by token' }])
	expect((await admit('han')).answer.user).toMatchObject({ nickName: 'han by token', imgUrl: '' })
})

test('a guest has the name of their first visit, and the accounts of the site are not searched for one', async () => {
	const { admit, state } = setUp()
	state.accounts.set('visitor', 'Li')
	const first = await admit('visitor', { isGuest: true, nickName: 'Rose' })
	const second = await admit('visitor', { isGuest: true, nickName: 'Another' })
	for (const { answer } of [first, second])
		expect(answer.user).toMatchObject({ nickName: 'Rose', imgUrl: '', guest: true })
	expect(state.asked.accounts).toEqual([])
})

test('[IMC-05] a person whose sign-in was ended cannot log in with its token', async () => {
	const { state, admit, refusalOf } = setUp()
	state.accounts.set('li', 'Li by directory')
	state.signIns.set('s1', 'Li by sign-in')
	expect((await admit('li', { sessionId: 's1' })).answer.user?.nickName).toBe('Li by sign-in')
	state.signIns.delete('s1')
	expect(await refusalOf('li', { sessionId: 's1' })).toBe('unauthorised')
	expect(state.stored).toHaveLength(1)
})

test('a limit on logins is applied before the token is judged, to the person of a valid one', async () => {
	const { state, refusalOf } = setUp()
	expect(await refusalOf('li')).toBe('admitted')
	state.verified = { status: 'expired' }
	expect(await refusalOf('li', { address: '198.51.100.7' })).toBe('userTokenExpired')
	state.verified = { status: 'invalid' }
	expect(await refusalOf('li')).toBe('unauthorised')
	expect(state.counted).toEqual([
		['192.0.2.1', 'li'],
		['198.51.100.7', undefined],
		['192.0.2.1', undefined],
	])
	state.limit = refuse('tooMany')
	for (const status of ['expired', 'invalid'] as const) {
		state.verified = { status }
		expect(await refusalOf('li')).toBe('tooMany')
	}
})

test('a token is valid for its own person and application only', async () => {
	const { refusalOf, state } = setUp()
	expect(await refusalOf('li', { claims: { uid: uidOf('han') } })).toBe('unauthorised')
	expect(await refusalOf('li', { claims: { appId: otherApp } })).toBe('unauthorised')
	expect(state.stored).toEqual([])
})

test('a person may log in from the end of their ban on, and with a token issued at the instant of the last forced end', async () => {
	const { refusalOf, decide } = setUp()
	await decide('li', { barredUntil: now + 1 })
	expect(await refusalOf('li')).toBe('unauthorised')
	await decide('li', { barredUntil: now })
	expect(await refusalOf('li')).toBe('admitted')
	await decide('li', { tokensNotBefore: now })
	expect(await refusalOf('li')).toBe('admitted')
	await decide('li', { tokensNotBefore: now + 1 })
	expect(await refusalOf('li')).toBe('userTokenExpired')
})

test('the addresses of guests are noted for bans, those of members are not', async () => {
	const { admit, state, refusalOf } = setUp()
	await admit('li')
	await admit('visitor', { isGuest: true, address: '198.51.100.7' })
	expect(state.noted).toEqual([[appId, 'visitor', '198.51.100.7']])
	state.allowsGuests = false
	expect(await refusalOf('another', { isGuest: true })).toBe('unauthorised')
	expect(await refusalOf('li')).toBe('admitted')
	expect(state.noted).toHaveLength(1)
})

test('a login is renewed on the same session, for its own person and application only', async () => {
	const { admit, refusalOf, decide, logins, state } = setUp()
	const { loggedIn } = await admit('li')
	expect(await refusalOf('han', { current: loggedIn })).toBe('alreadyDone')
	expect(await refusalOf('li', { current: loggedIn, appId: otherApp })).toBe('alreadyDone')
	const renewed = await admit('li', { current: loggedIn, issuedAt: now + 10, expiresAt: now + 90_000 })
	expect([renewed.loggedIn, renewed.answer.session]).toEqual([loggedIn, 'ims_1'])
	expect(renewed.answer.expiresAt).toBe(now + 90_000)
	// The newest token of the session decides.
	await decide('li', { tokensNotBefore: now + 10 })
	await logins.endRevoked()
	expect(state.ended).toEqual([])
})

test('[CHAT-07] a client without a device id counts as another device, and a guest as the same browser', async () => {
	const { admit, state } = setUp()
	await admit('li', { deviceId: '' })
	await admit('li', { deviceId: '' })
	expect(state.ended).toEqual(['li  userKickedOff'])
	await admit('visitor', { isGuest: true, deviceId: 'a' })
	await admit('visitor', { isGuest: true, deviceId: 'b' })
	expect(state.ended).toHaveLength(1)
})

test('[CHAT-07] other nodes learn of a login only where one device is allowed, with the places that may stay', async () => {
	const { admit, state } = setUp()
	state.signIns.set('s1', 'Li')
	await admit('li', { deviceId: 'phone', sessionId: 's1' })
	expect(state.published).toEqual([
		{ kind: 'session', appId, uid: 'li', keep: ['device phone', 'sign-in s1'], code: answerCodes.userKickedOff },
	])
	state.severalDevices = true
	await admit('li', { deviceId: 'desk' })
	expect([state.published.length, state.ended]).toEqual([1, []])
})

test('[IMCALL-58] a message of another node ends the sessions of its person, except those at a place that may stay', async () => {
	const { admit, hear, logins, state } = setUp()
	state.severalDevices = true
	for (const deviceId of ['phone', 'desk']) await admit('li', { deviceId })
	await admit('han')
	await admit('li', { appId: otherApp, deviceId: 'phone' })
	const message: Extract<NodeMessage, { kind: 'session' }> = {
		kind: 'session',
		appId,
		uid: 'li',
		keep: ['device desk'],
		code: answerCodes.userKickedOff,
	}
	hear({ ...message, code: 1 })
	hear({ kind: 'list', appId, uid: 'li' })
	hear({ ...message, kind: 'wrote' } as unknown as NodeMessage)
	expect(state.ended).toEqual([])
	hear(message)
	expect(state.ended).toEqual(['li phone userKickedOff'])
	logins.stop()
	hear({ ...message, keep: [] })
	expect(state.ended).toHaveLength(1)
})

test('[IMCALL-57] an operator’s forced end reaches all sessions of the person here and on other nodes', async () => {
	const { admit, logins, state } = setUp()
	state.severalDevices = true
	for (const deviceId of ['phone', 'desk']) await admit('li', { deviceId })
	await admit('han')
	logins.endSessions(appId, uidOf('li'), 'unauthorised')
	expect(state.ended).toEqual(['li phone unauthorised', 'li desk unauthorised'])
	expect(state.published).toEqual([{ kind: 'session', appId, uid: 'li', keep: [], code: answerCodes.unauthorised }])
})

test('[API-37] a renamed guest writes under the new name in all of their pages, and nobody else does', async () => {
	const { admit, logins } = setUp()
	const pages = [
		await admit('visitor', { isGuest: true, deviceId: 'a' }),
		await admit('visitor', { isGuest: true, deviceId: 'b' }),
	]
	const other = await admit('another', { isGuest: true })
	logins.rename(appId, uidOf('visitor'), 'Rose')
	expect(pages.map(({ loggedIn }) => loggedIn.caller.nickName)).toEqual(['Rose', 'Rose'])
	expect(other.loggedIn.caller.nickName).toBe('another by token')
})

test('signing out ends the chat of that sign-in; being signed out by an operator says so', async () => {
	const { admit, logins, state } = setUp()
	for (const id of ['s1', 's2', 's3']) state.signIns.set(id, id)
	await admit('li', { sessionId: 's1' })
	await admit('han', { sessionId: 's2' })
	await admit('wu', { sessionId: 's3' })
	await admit('visitor', { isGuest: true })
	await admit('owner')
	await logins.endRevoked()
	expect([state.ended, state.asked.ended]).toEqual([[], []])
	state.signIns.delete('s1')
	state.signIns.delete('s2')
	state.endedSignIns.add('s2')
	await logins.endRevoked()
	expect(state.ended).toEqual(['li device of li unauthorised', 'han device of han forcedDisconnect'])
	// Sign-ins that still exist are not looked up among the ended ones.
	expect(state.asked.ended).toEqual(['s1', 's2'])
})

test('barred people and those whose tokens were revoked are disconnected, the others are not', async () => {
	const { admit, decide, logins, state } = setUp()
	for (const name of ['li', 'han', 'wu']) await admit(name)
	await decide('li', { barredUntil: now + 60_000 })
	await decide('han', { tokensNotBefore: now + 1 })
	await logins.endRevoked()
	expect(state.ended).toEqual(['li device of li unauthorised', 'han device of han userTokenExpired'])
})

test('when a site no longer admits guests, theirs are the only sessions that end; a site without guests is not asked', async () => {
	const { admit, logins, state } = setUp()
	await admit('li')
	await admit('han', { appId: otherApp })
	await admit('visitor', { isGuest: true })
	state.asked.guests = []
	state.allowsGuests = false
	await logins.endRevoked()
	expect(state.ended).toEqual(['visitor device of visitor unauthorised'])
	expect(state.asked.guests).toEqual([appId])
})

test('later messages carry a new name and picture of the account, and a guest’s name from another node', async () => {
	const { admit, logins, memory, state } = setUp()
	state.accounts.set('li', 'Li')
	const [li, visitor, han] = [await admit('li'), await admit('visitor', { isGuest: true }), await admit('han')]
	state.accounts.set('li', 'Li Na')
	state.accounts.set('visitor', 'not theirs')
	await memory.putProfile(appId, { uid: uidOf('visitor'), nickName: 'Rose', imgUrl: '', isGuest: true }, now)
	await memory.putProfile(appId, { uid: uidOf('han'), nickName: 'old name', imgUrl: '', isGuest: false }, now)
	await logins.endRevoked()
	expect(li.loggedIn.caller).toMatchObject({ nickName: 'Li Na', imgUrl: '/picture/Li Na' })
	expect(visitor.loggedIn.caller.nickName).toBe('Rose')
	expect(han.loggedIn.caller.nickName).toBe('han by token')
})

test('the rights of many sessions are read in parts of two hundred, each person once, and the last one is included', async () => {
	const { admit, decide, logins, state } = setUp()
	state.severalDevices = true
	for (let index = 0; index < 399; index++) await admit(`p${index}`)
	await admit('p398', { deviceId: 'another' })
	await decide('p398', { barredUntil: now + 60_000 })
	state.asked.users = []
	await logins.endRevoked()
	expect(state.asked.users).toEqual([200, 199])
	expect(state.ended).toEqual(['p398 device of p398 unauthorised', 'p398 another unauthorised'])
})
