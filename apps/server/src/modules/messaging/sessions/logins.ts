import { type Instant, ok, type Result } from '@parley/core'
import { answerCodes, type CallAnswer, type CallData, type ImAppId, type ImUserId } from '@parley/im'
import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import { type Caller, type Refusal, refuse } from '../calls/context.ts'
import { ByPerson } from '../delivery/byPerson.ts'
import type { FanOut } from '../delivery/fanOut.ts'
import { createSubscriber, type Subscriber } from '../delivery/subscribers.ts'
import type { AddressHolds } from '../groups/addressHolds.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { UserProfile, UserRow } from '../model/person.ts'
import type { PersonalLists } from '../people/personalLists.ts'
import type { Profiles } from '../people/profiles.ts'
import type { SignIns } from '../ports/accounts.ts'
import type { Connection } from '../ports/connection.ts'
import type { NodeBus } from '../ports/nodeBus.ts'
import { isParticipantId, type Participation } from '../ports/participation.ts'
import type { MessagingStore } from '../store/store.ts'
import type { Limits } from './limits.ts'
import { type EndCode, endCodes } from './sessionEnd.ts'
import type { TokenIdentity, TokenVerifier } from './tokens.ts'

/** Interval of checks whether people may still use their tokens. */
export const rightsEveryMs = 5_000
const askedAtOnce = 200

/** A person on a connection. */
export interface LoggedIn {
	/** Id of this session on the server. */
	id: string
	caller: Caller
	/** Empty if unknown: then every other session counts as another device. */
	deviceId: string
	/** Identity in the newest token of this login. */
	identity: TokenIdentity
	loggedInAt: Instant
	subscriber: Subscriber
	session: Pick<LoginSession, 'end'>
}

/** Undefined for people without an account in this application. */
type Account = Omit<UserProfile, 'isGuest'> | undefined

interface LoginsDeps {
	store: Pick<MessagingStore, 'findUsers' | 'putProfile'>
	profiles: Pick<Profiles, 'findAccounts'>
	tokens: TokenVerifier
	limits: Pick<Limits, 'ofLogin'>
	signIns: SignIns
	/** Returns whether an application admits guests now. */
	allowsGuests(appId: ImAppId): Promise<boolean>
	/** Returns whether a person of an application may be logged in on several devices at once. */
	allowsSeveralDevices(appId: ImAppId): Promise<boolean>
	addressHolds: Pick<AddressHolds, 'note'>
	participation: Participation
	fanOut: Pick<FanOut, 'joinOwn' | 'leaveAll'>
	lists: Pick<PersonalLists, 'join' | 'leave'>
	nodeBus: NodeBus
	timers: Timers
	ids: Ids
	counters: MessagingCounters
}

/**
 * Keys of the place where a person is logged in. Two logins with a common key are on the same device: pages of one
 * browser share a sign-in, and a guest is a browser, even if its storage is disabled and each page generates its own
 * device id.
 */
function placesOf({ id, deviceId, identity }: Pick<LoggedIn, 'id' | 'deviceId' | 'identity'>): string[] {
	if (identity.isGuest) return ['guest']
	const signIn = identity.sessionId === null ? [] : [`sign-in ${identity.sessionId}`]
	return [`device ${deviceId || id}`, ...signIn]
}

/** The session of a login. */
export interface LoginSession {
	connection: Connection
	/** Ends it for good: the client discards its login. */
	end(code: EndCode): void
	/** Ends it because its connection falls behind. */
	giveUp(): void
}

/** Tracks who is logged in on this node, and who may be. */
export function createLogins(deps: LoginsDeps) {
	const {
		store,
		profiles,
		tokens,
		limits,
		signIns,
		allowsGuests,
		allowsSeveralDevices,
		addressHolds,
		participation,
		fanOut,
		lists,
		nodeBus,
		timers,
		ids,
		counters,
	} = deps
	const byPerson = new ByPerson<LoggedIn>()
	/** Logins that ended sessions on other devices while no other node could be told. */
	const unheard = new Set<LoggedIn>()

	/** Returns the person of a token, with the current name of their account, or a guest's latest name. */
	async function userOf(
		{ appId, uid, isGuest, nickName }: TokenIdentity,
		account: Account,
		stored: UserRow | undefined,
	): Promise<UserRow> {
		const ownName = (isGuest && stored?.nickName) || nickName
		const profile = { uid, nickName: ownName, imgUrl: stored?.imgUrl ?? '', ...account, isGuest }
		if (stored?.nickName !== profile.nickName || stored.imgUrl !== profile.imgUrl)
			await store.putProfile(appId, profile, timers.now())
		return {
			...profile,
			tokensNotBefore: stored?.tokensNotBefore ?? 0,
			barredUntil: stored?.barredUntil ?? null,
		}
	}

	async function accountOf({ appId, uid, isGuest, sessionId }: TokenIdentity): Promise<Account> {
		if (sessionId !== null) return await signIns.findAccount(appId, uid, sessionId)
		return isGuest ? undefined : (await profiles.findAccounts(appId, [uid])).get(uid)
	}

	function refusalOf(user: UserRow, issuedAt: Instant): EndCode | undefined {
		if (user.barredUntil !== null && user.barredUntil > timers.now()) return 'unauthorised'
		return issuedAt < user.tokensNotBefore ? 'userTokenExpired' : undefined
	}

	async function identify(
		data: CallData<'login'>,
		connection: Pick<Connection, 'address'>,
	): Promise<Result<{ identity: TokenIdentity; user: UserRow }, Refusal>> {
		const now = timers.now()
		const verified = await tokens.verify(data.token, now)
		const counted = await limits.ofLogin(connection, verified.status === 'valid' ? verified.identity : undefined, now)
		if (!counted.ok) return counted
		if (verified.status === 'expired') return refuse('userTokenExpired')
		if (verified.status === 'invalid') return refuse('unauthorised')
		const { identity } = verified
		// A token is valid for one person of one application.
		if (identity.uid !== data.uid || identity.appId !== data.appId) return refuse('unauthorised')
		const { appId, uid, isGuest, sessionId } = identity
		if (!(await isAdmitted(appId, uid, isGuest))) return refuse('unauthorised')
		const [account, [stored]] = await Promise.all([accountOf(identity), store.findUsers(appId, [uid])])
		if (sessionId !== null && !account) return refuse('unauthorised')
		const user = await userOf(identity, account, stored)
		const refusal = refusalOf(user, identity.issuedAt)
		return refusal ? refuse(refusal) : ok({ identity, user })
	}

	/** Returns whether a person without an account may be here. A participant may for as long as they are in the room. */
	async function isAdmitted(appId: ImAppId, uid: ImUserId, isGuest: boolean): Promise<boolean> {
		if (isParticipantId(uid)) return participation.find(appId, uid) !== undefined
		return !isGuest || (await allowsGuests(appId))
	}

	function add(loggedIn: LoggedIn): void {
		byPerson.add(loggedIn.caller.appId, loggedIn.caller.uid, loggedIn)
		counters.sessions++
	}

	function leave(loggedIn: LoggedIn): void {
		if (!byPerson.remove(loggedIn.caller.appId, loggedIn.caller.uid, loggedIn)) return
		unheard.delete(loggedIn)
		counters.sessions--
		fanOut.leaveAll(loggedIn.subscriber)
		lists.leave(loggedIn.subscriber)
	}

	const answerOf = ({ id, caller, identity }: LoggedIn): CallAnswer<'login'> => ({
		session: id,
		now: timers.now(),
		user: { userId: caller.uid, nickName: caller.nickName, imgUrl: caller.imgUrl, guest: caller.isGuest },
		expiresAt: identity.expiresAt,
	})

	function renew(
		current: LoggedIn,
		identity: TokenIdentity,
	): Result<{ loggedIn: LoggedIn; answer: CallAnswer<'login'> }, Refusal> {
		const { caller } = current
		if (caller.uid !== identity.uid || caller.appId !== identity.appId) return refuse('alreadyDone')
		current.identity = identity
		return ok({ loggedIn: current, answer: answerOf(current) })
	}

	async function enter(
		data: CallData<'login'>,
		session: LoginSession,
		/** The person already logged in on it. */
		current: LoggedIn | undefined,
	): Promise<Result<{ loggedIn: LoggedIn; answer: CallAnswer<'login'> }, Refusal>> {
		const identified = await identify(data, session.connection)
		if (!identified.ok) return identified
		const { identity, user } = identified.value
		if (current) return renew(current, identity)
		const { appId, uid, isGuest } = identity
		const { address } = session.connection
		if (isGuest && !isParticipantId(uid)) await addressHolds.note(appId, uid, address)
		const isAlone = !(await allowsSeveralDevices(appId))
		const loggedIn: LoggedIn = {
			id: ids.row('ims'),
			caller: { appId, uid, isGuest, nickName: user.nickName, imgUrl: user.imgUrl, address },
			deviceId: data.deviceId,
			identity,
			loggedInAt: timers.now(),
			subscriber: createSubscriber(session, appId, uid),
			session,
		}
		// The same person's session on another device is ended before any await: of two concurrent logins the later one
		// stays. If several are allowed (CHAT-07), none is ended.
		const keep = placesOf(loggedIn)
		if (isAlone) endAll(appId, uid, 'userKickedOff', keep)
		add(loggedIn)
		try {
			// Subscribed before the answer: nothing stored from now on can be missed.
			await Promise.all([fanOut.joinOwn(loggedIn.subscriber), lists.join(loggedIn.subscriber)])
		} catch (error) {
			leave(loggedIn)
			throw error
		}
		if (isAlone) {
			nodeBus.publish({ kind: 'session', appId, uid, keep, code: answerCodes.userKickedOff })
			if (!nodeBus.isHeard()) unheard.add(loggedIn)
		}
		return ok({ loggedIn, answer: answerOf(loggedIn) })
	}

	/** Ends the sessions of a person, except those at one of these places and those that began at `before` or later. */
	function endAll(
		appId: ImAppId,
		uid: ImUserId,
		code: EndCode,
		keep: readonly string[],
		before = Number.POSITIVE_INFINITY,
	): void {
		for (const other of byPerson.of(appId, uid)) {
			if (other.loggedInAt >= before || placesOf(other).some(place => keep.includes(place))) continue
			other.session.end(code)
		}
	}

	/** Tells other nodes of logins that they could not be told of. They may have had a newer one since, which stays. */
	function announceUnheard(): void {
		if (!nodeBus.isHeard()) return
		const code = answerCodes.userKickedOff
		for (const loggedIn of unheard) {
			const { appId, uid } = loggedIn.caller
			const keep = placesOf(loggedIn)
			nodeBus.publish({ kind: 'session', appId, uid, keep, code, before: loggedIn.loggedInAt })
		}
		unheard.clear()
	}

	/** Ends the sessions of people who lost the right to one. */
	async function endRevoked(): Promise<void> {
		for (const [appId, own] of Map.groupBy(byPerson.all(), ({ caller }) => caller.appId)) {
			const isGuest = ({ isGuest, uid }: Caller) => isGuest && !isParticipantId(uid)
			const hasGuests = !own.some(({ caller }) => isGuest(caller)) || (await allowsGuests(appId))
			for (let from = 0; from < own.length; from += askedAtOnce) {
				const some = own.slice(from, from + askedAtOnce)
				const users = await store.findUsers(appId, [...new Set(some.map(({ caller }) => caller.uid))])
				const byUid = new Map(users.map(user => [user.uid, user]))
				const accounts = await profiles.findAccounts(
					appId,
					some.filter(({ caller }) => !caller.isGuest).map(({ caller }) => caller.uid),
				)
				const signIn = some.flatMap(({ identity }) => identity.sessionId ?? [])
				const signedIn = new Set(await signIns.findExisting(signIn))
				const ended = new Set(await signIns.findEnded(signIn.filter(id => !signedIn.has(id))))
				for (const { caller, identity, session } of some) {
					const { issuedAt, sessionId } = identity
					const user = byUid.get(caller.uid)
					const isSignedOut = sessionId !== null && !signedIn.has(sessionId)
					const isEnded = sessionId !== null && ended.has(sessionId)
					const hasLeft = isParticipantId(caller.uid) && !participation.find(appId, caller.uid)
					const mayNot = isSignedOut || hasLeft || (isGuest(caller) && !hasGuests) ? 'unauthorised' : undefined
					const code = isEnded ? 'forcedDisconnect' : (mayNot ?? (user && refusalOf(user, issuedAt)))
					if (code) session.end(code)
					if (caller.isGuest && user?.nickName) caller.nickName = user.nickName
					const account = accounts.get(caller.uid)
					if (account) Object.assign(caller, { nickName: account.nickName, imgUrl: account.imgUrl })
				}
			}
		}
	}

	const unsubscribe = nodeBus.subscribe(nodeMessage => {
		if (nodeMessage.kind !== 'session') return
		const code = endCodes.find(name => answerCodes[name] === nodeMessage.code)
		const { appId, uid, keep, before } = nodeMessage
		if (code) endAll(appId, uid as ImUserId, code, keep, before)
	})

	return {
		enter,
		leave,
		/** On every node. */
		endSessions(appId: ImAppId, uid: ImUserId, code: EndCode): void {
			endAll(appId, uid, code, [])
			nodeBus.publish({ kind: 'session', appId, uid, keep: [], code: answerCodes[code] })
		},
		/** Renames a guest: later messages carry the new name. */
		rename(appId: ImAppId, uid: ImUserId, nickName: string): void {
			for (const { caller } of byPerson.of(appId, uid)) caller.nickName = nickName
		},
		endRevoked,
		announceUnheard,
		isOnline: (appId: ImAppId, uid: ImUserId): boolean => byPerson.of(appId, uid).length > 0,
		stop: unsubscribe,
	}
}

export type Logins = ReturnType<typeof createLogins>
