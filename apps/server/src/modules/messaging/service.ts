import { GroupId, type ImAppId, type ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { Ids } from '../../platform/ids.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { Timers } from '../../platform/timers.ts'
import { createWrite } from './calls/write.ts'
import { createFanOut, type FanOut } from './delivery/fanOut.ts'
import { createLogReader } from './delivery/logReader.ts'
import { createRecheck } from './delivery/recheck.ts'
import { repeat } from './delivery/repeat.ts'
import { createSubscribers } from './delivery/subscribers.ts'
import type { AddressHolds } from './groups/addressHolds.ts'
import { createGroupAccess } from './groups/groupAccess.ts'
import { isInvitation } from './groups/invitation.ts'
import { createOwnedChatRooms } from './groups/ownedChatRooms.ts'
import { createQrCodes } from './groups/qrCodes.ts'
import { createHandlers } from './handlers.ts'
import { createCooldowns } from './messages/cooldown.ts'
import { createReadBudget } from './messages/readBudget.ts'
import type { Commit, Committed } from './model/commit.ts'
import { createCounters, type MessagingCounters } from './model/counters.ts'
import { createCalling } from './people/calling.ts'
import { createNoticePublisher } from './people/notices.ts'
import { createPersonalLists, type PersonalLists } from './people/personalLists.ts'
import { createProfiles } from './people/profiles.ts'
import type { AccountNames, SignIns } from './ports/accounts.ts'
import type { Broadcast, Connection, ConnectionHandler } from './ports/connection.ts'
import type { NodeBus } from './ports/nodeBus.ts'
import type { Participation } from './ports/participation.ts'
import type { WordFilter } from './ports/words.ts'
import { createLimits } from './sessions/limits.ts'
import { createLogins, rightsEveryMs } from './sessions/logins.ts'
import { createPresence } from './sessions/presence.ts'
import { expiryEveryMs, Session, type SessionDeps } from './sessions/session.ts'
import type { EndCode } from './sessions/sessionEnd.ts'
import type { TokenVerifier } from './sessions/tokens.ts'
import { createCommitQueue } from './store/commitQueue.ts'
import type { MessagingStore } from './store/store.ts'

/**
 * Clients that must reconnect after a stop are spread over time: a few over this period, many at about the rate a
 * server accepts them.
 */
const comeBackWithinMs = 2_000
const comeBackEveryMs = 1
const comeBackAfterMs = 1_000
/** Time that a stop waits for pending calls. */
const answerWithinMs = 5_000

export interface MessagingDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	tokens: TokenVerifier
	signIns: SignIns
	words: WordFilter
	accounts: AccountNames
	/** Returns whether an application admits guests now. */
	allowsGuests(appId: ImAppId): Promise<boolean>
	/** Returns whether a person of an application may be logged in on several devices at once. */
	allowsSeveralDevices(appId: ImAppId): Promise<boolean>
	/** Returns whether people of an application may only write to their friends. */
	chatsNeedFriendship(appId: ImAppId): Promise<boolean>
	/** The public address, if set: `https://meet.example.org`. */
	publicUrl: string | undefined
	/** Tells who is in the room of a meeting. */
	participation: Participation
	/** Address holds of banned guests. */
	addressHolds: AddressHolds
	/** Signs the QR codes of groups. */
	qrCodeKey: Uint8Array
	nodeBus: NodeBus
	broadcast: Broadcast
	createRateLimit: CreateRateLimit
	log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** The messaging service of one node: connections on one side, the store and the other nodes on the other. */
export function createMessaging(deps: MessagingDeps) {
	const { store, timers, ids, tokens, signIns, words, addressHolds, nodeBus, broadcast, log } = deps
	const counters = createCounters()
	const sessions = new Set<Session>()
	let isStopping = false

	const reader = createLogReader({ store, timers })
	const subscribers = createSubscribers()
	let onStored = (_waitedMs: number) => {}
	const queue = createCommitQueue({
		store,
		timers,
		onCommitted: (...stored) => tell(...stored),
		onStored: waitedMs => onStored(waitedMs),
		onFailed: () => recheck.checkAll(),
		onTellFailed: error => log.error({ err: error }, 'subscribers could not be notified of a stored write'),
		untilToldMs: commit => fanOut.untilToldMs(commit),
	})
	const write = createWrite({ store, queue, timers })
	const access = createGroupAccess({ store, addressHolds, participation: deps.participation, timers, write })
	const fanOut: FanOut = createFanOut({ store, reader, timers, subscribers, access, broadcast, nodeBus, counters, log })
	const lists: PersonalLists = createPersonalLists({ store, subscribers, fanOut, nodeBus, timers, log })
	const profiles = createProfiles({ store, accounts: deps.accounts })
	const qrCodes = createQrCodes({ key: deps.qrCodeKey, publicUrl: deps.publicUrl })
	const notices = createNoticePublisher({ queue, timers })
	const calling = createCalling({ subscribers, fanOut, nodeBus, profiles, timers })
	const { allowsGuests, allowsSeveralDevices } = deps
	const limits = createLimits(deps.createRateLimit)
	const logins = createLogins({
		store,
		profiles,
		tokens,
		limits,
		signIns,
		allowsGuests,
		allowsSeveralDevices,
		addressHolds,
		participation: deps.participation,
		fanOut,
		lists,
		nodeBus,
		timers,
		ids,
		counters,
	})
	const presence = createPresence({ isHere: logins.isOnline, nodeBus, timers, ids })
	const cooldowns = createCooldowns({ timers, nodeBus })
	const handlers = createHandlers({
		store,
		timers,
		ids,
		reader,
		words,
		write,
		access,
		profiles,
		participation: deps.participation,
		chatsNeedFriendship: deps.chatsNeedFriendship,
		qrCodes,
		addressHolds,
		fanOut,
		counters,
		cooldowns,
		readBudget: createReadBudget(timers),
	})

	const sessionDeps: SessionDeps = {
		handlers,
		logins,
		limits,
		timers,
		log,
		isStopping: () => isStopping,
		onWaiting: () => queue.hurry(),
		onClosed(closed) {
			if (!sessions.delete(closed)) return
			counters.connections--
			void limits.forget(closed.connection)
		},
	}

	function tell(commit: Commit, result: Committed): void {
		const hasEntries = result.lists.length > 0
		if (hasEntries) lists.committedBefore(commit, result)
		fanOut.committed(commit, result)
		if (hasEntries) lists.committedAfter(commit, result)
	}

	const rooms = createOwnedChatRooms({ store, addressHolds, queue, access, fanOut, profiles, words, timers, ids })

	const recheck = createRecheck({ store, subscribers, lists, fanOut, timers, log })
	const stopAsking = repeat(
		timers,
		rightsEveryMs,
		() => {
			logins.announceUnheard()
			return logins.endRevoked()
		},
		error => log.warn({ err: error }, 'the rights of sessions could not be read'),
	)

	const stopWatchingExpiry = repeat(
		timers,
		expiryEveryMs,
		() => {
			for (const session of sessions) session.watchExpiry()
		},
		error => log.error({ err: error }, 'expiring logins could not be checked'),
	)

	/** Resolves when received calls are answered, or after a timeout. */
	function answered(): Promise<void> {
		return new Promise(resolve => {
			const cancel = timers.after(answerWithinMs, resolve)
			void Promise.all([...sessions].map(session => session.answered())).then(() => {
				cancel()
				resolve()
			})
		})
	}

	return {
		connect(connection: Connection): ConnectionHandler {
			const session = new Session(connection, sessionDeps)
			sessions.add(session)
			counters.connections++
			return session
		},
		/** Ends every session of a person, on every node. If they may not return, their row already says so. */
		endSessions: (appId: ImAppId, uid: ImUserId, code: EndCode = 'forcedDisconnect'): void =>
			logins.endSessions(appId, uid, code),
		/**
		 * Ends the sessions of people who lost the right to one; called now and then, and at once when sign-ins were ended.
		 */
		endRevoked: (): Promise<void> => logins.endRevoked(),
		/** Renames a guest: at once on this node, within seconds on the others. */
		rename: (appId: ImAppId, uid: ImUserId, nickName: string): void => logins.rename(appId, uid, nickName),
		/** Chat rooms of other modules, such as a live's discussion. */
		rooms,
		/** Returns the name of the group a QR code admits to; undefined if it does not, or no longer does. */
		async invitedTo(appId: ImAppId, gid: string, code: string): Promise<string | undefined> {
			const id = v.safeParse(GroupId, gid)
			const group = id.success ? await store.findGroup(appId, id.output) : undefined
			if (!group || group.deletedAt !== null || !(await isInvitation({ store, qrCodes, timers }, appId, group, code)))
				return undefined
			return group.settings.name
		},
		/** Notifies one person, or everyone; people who are offline receive it later. */
		notices,
		/** Notifies a person's sessions of an incoming call. */
		callPerson: calling.callPerson,
		/** Returns which of these people have a session, on any node. */
		findOnline: presence.findOnline,
		counters: (): Readonly<MessagingCounters> => counters,
		/** Starts reporting how long each write waited until it was stored, in milliseconds. */
		measureCommits(observe: (waitedMs: number) => void): void {
			onStored = observe
		},
		/** Stores received writes, tells every client when to reconnect, and closes. */
		async stop(): Promise<void> {
			isStopping = true
			await queue.drained()
			await answered()
			const everyMs = Math.max(comeBackEveryMs, comeBackWithinMs / sessions.size)
			for (const [index, session] of [...sessions].entries())
				session.sendAway('stopping', comeBackAfterMs + Math.round(everyMs * index))
			await queue.drained()
			stopAsking()
			stopWatchingExpiry()
			recheck.stop()
			calling.stop()
			presence.stop()
			cooldowns.stop()
			logins.stop()
			lists.stop()
			fanOut.stop()
		},
	}
}

export type Messaging = ReturnType<typeof createMessaging>
