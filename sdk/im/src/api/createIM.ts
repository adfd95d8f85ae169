import {
	answerCodes,
	type CallAnswer,
	type ImModule,
	imLimits,
	type MemberRole,
	memberRoles,
	type UserOnlineAnswer,
	type UserOnlineInput,
} from '@parley/im'
import { browserEnvironment } from '../browser/browser.ts'
import { createEmitter } from '../core/emitter.ts'
import type { Environment, StorageKind } from '../core/environment.ts'
import { cancelled, IMError, misuse } from '../core/errors.ts'
import { createIds } from '../core/ids.ts'
import { createStats, type Stats } from '../core/stats.ts'
import { tolerant } from '../core/tolerantStorage.ts'
import { createPersonOutbox } from '../outbox/personOutbox.ts'
import { type Call, type CallOptions, createRequests, exchangeKind } from '../session/requests.ts'
import { chooseServers, type ServerOptions } from '../session/servers.ts'
import { createSession, type LoginAnswer, type LoginInfo, type SessionEvents } from '../session/session.ts'
import { modulesOf, optionsOf, type RequestedModules } from '../sync/modules.ts'
import { createDeviceId } from '../telemetry/deviceId.ts'
import type { FlowEntry, FlowLog } from '../telemetry/flowLog.ts'
import { type Chat, createChat } from './chats.ts'
import type { IMContext } from './context.ts'
import { type IMEvents, isDirectPush } from './events.ts'
import { createFriends, type Friends } from './friends.ts'
import { createGroup, createGroups, type Group, type Groups } from './group.ts'
import { lazyMethods } from './lazyMethods.ts'
import { type LoadPart, loadPart } from './parts.ts'
import { openPerson, type Person } from './person.ts'
import { createRoom, type Room } from './room.ts'
import type { IMToken, TokenRequest } from './tokens.ts'

export interface IMOptions extends ServerOptions {
	modules?: RequestedModules
	/** Parts of the browser that are replaced, as in tests. */
	environment?: Partial<Environment>
}

export type IM = ReturnType<typeof createIM>

/** Options do not log a user in (IMC-09): `login` names the user and is repeated after a connection loss. */
const loginOptions = ['autoLogin', 'loginInfo', 'uid', 'token'] as const

/**
 * The messaging client of a page. It does nothing before {@link IM.login}.
 * @throws {IMError} for options that would log in
 */
export function createIM(options: IMOptions = {}) {
	for (const name of loginOptions) if (name in options) throw misuse(`${name}: automatic login is not an option`)
	const env: Environment = { ...browserEnvironment(), ...options.environment }
	const stats = createStats()
	const emitter = createEmitter<IMEvents>(env, stats)
	const storage = tolerant(env, stats)
	const newId = createIds(env)
	const requests = createRequests({ env, stats, newId })
	const modules: readonly ImModule[] = modulesOf(options.modules)
	const servers = chooseServers(options)
	const deviceId = createDeviceId(env, storage)
	const part: LoadPart = name => loadPart(env, name)
	let flowLog: Promise<FlowLog> | undefined
	/** Events that arrive before the part is loaded wait, and are delivered in order. */
	function withFlowLog(act: (flowLog: FlowLog) => unknown) {
		flowLog ??= part('telemetry').then(({ createFlowLog }) =>
			createFlowLog({ env, server: () => servers.monitor, deviceId }),
		)
		flowLog.then(act).catch(() => {
			flowLog = undefined
		})
	}
	function logFlow(entry: Omit<FlowEntry, 'ts'>) {
		const ts = env.now()
		withFlowLog(log => log.add({ ...entry, ts }))
	}
	/**
	 * Once per page (IMH-01), regardless of the number of clients and logins; if it was not accepted, it is sent again
	 * with the next login.
	 */
	function sendDevice({ appId, appVersion }: LoginInfo) {
		const subject = [appId, appVersion].join()
		if (env.sentDevices.has(subject)) return
		env.sentDevices.add(subject)
		withFlowLog(async log => {
			if (!(await log.sendDevice({ appId, appVersion }))) env.sentDevices.delete(subject)
		})
	}
	const outboxes = createPersonOutbox({
		env,
		stats,
		storage,
		call: requests.call,
		emit: emitter.emit,
	})
	const syncOptions = optionsOf(options.modules)
	const roles = new Map<string, MemberRole>()
	let person: Person | undefined
	let user: LoginAnswer['user'] | undefined

	const sessionEvents: SessionEvents = {
		onPerson(info) {
			outboxes.of(info)
			person = openPerson(info, {
				env,
				stats,
				storage,
				call,
				part,
				options: syncOptions,
				emit: emitter.emit,
				setRole: context.setRole,
				onSynced() {
					session.synced()
					emitter.emit('synced', {})
				},
			})
		},
		onLogin(info, answer) {
			user = answer.user
			outboxes.open()
			person?.resume()
			sendDevice(info)
		},
		onPush(push) {
			if (isDirectPush(push.name)) emitter.emit(push.name, push.data as never)
			else person?.push(push)
		},
		onLost: () => logFlow({ type: 'connectionLost' }),
		onEnd(code, reason) {
			person?.end()
			person = undefined
			user = undefined
			roles.clear()
			// After a forced end, the user's messages remain for the next login; a logout cancels unsent ones.
			if (code === answerCodes.ok) void outboxes.current?.discard()
			else outboxes.current?.pause()
			emitter.emit('ended', { code, reason })
		},
		onError(error) {
			// IMC-19, IMC-20
			logFlow({ type: 'connectError', code: error.code, reason: error.message })
			emitter.emit('error', error)
		},
	}
	const server = {
		get url() {
			return servers.chat
		},
		path: servers.socketPath,
	}
	const session = createSession({ env, stats, requests, server, deviceId, emit: emitter.emit, events: sessionEvents })

	function loggedIn(): LoginInfo {
		if (!session.info) throw new IMError(answerCodes.notLoggedIn, { message: 'notLoggedIn' })
		return session.info
	}
	const call: Call = async (name, data, callOptions) => {
		loggedIn()
		const caller = person
		const kind = exchangeKind(name) ?? (await part('calls')).callKindOf(name)
		if (caller !== person) throw cancelled()
		return requests.start(kind, data, callOptions) as Promise<never>
	}
	/** A call made while its part was loading is not executed for the next user. */
	const partForCaller: LoadPart = name => {
		const caller = person
		return part(name).then(loaded => {
			if (caller !== person) throw cancelled()
			return loaded
		})
	}
	const context: IMContext = {
		call,
		part: partForCaller,
		emitter,
		newId,
		outbox: () => outboxes.of(loggedIn()),
		async rooms() {
			loggedIn()
			return (person as Person).rooms()
		},
		stopRoom: (gid, reason) => person?.stopRoom(gid, reason),
		sender(gid) {
			const role = roles.get(gid) ?? (user?.guest ? memberRoles.guest : memberRoles.common)
			return {
				userId: loggedIn().uid,
				role,
				nickName: user?.nickName,
				imgUrl: user?.imgUrl,
			}
		},
		setRole: (gid, role) => roles.set(gid, role),
	}
	const stopWatching = env.status.watch(change => {
		if (change === 'online') session.connectNow(change)
		else if (change === 'offline') session.dropConnection(change)
		else if (change === 'resumed') {
			session.connectNow(change)
			person?.refresh()
		} else {
			person?.flush()
			if (flowLog) withFlowLog(log => log.leave())
		}
	})

	return {
		/** IMC-01 */
		version: imLimits.sdkVersion,
		/** Enabled modules: the requested ones, and those that are always on (SYNC-07). */
		modules,
		/** Returns a function that unsubscribes. A listener that throws does not affect others. */
		on: emitter.on,
		/**
		 * Logs in, and again after every connection loss until {@link logout} or until the server ends the session.
		 * Resolves when missed events have been read.
		 * @throws {IMError} incomplete login info, or the code that refused it
		 */
		login(info: LoginInfo): Promise<LoginAnswer> {
			Object.assign(servers, chooseServers({ ...options, servers: { ...info?.servers, ...options.servers } }))
			return session.login(info)
		},
		/** Cancels unsent messages. */
		logout: session.logout,
		/** Connects immediately, after {@link IMEvents.state} reported that it is reconnecting or gave up. */
		connect: () => session.connectNow('asked'),
		/**
		 * Resolves when ready, immediately if it already is. @throws {IMError} after `timeoutMs`, or when the session ends
		 */
		ready: session.ready,
		/**
		 * Closes the client for good, without logging out; unsent messages are sent by the next client, after its login.
		 */
		close() {
			stopWatching()
			session.close()
			outboxes.close()
		},
		get state() {
			return session.state
		},
		/** Storage of messages and positions, known from the first login on; `memory` does not survive a reload. */
		get storage(): StorageKind | undefined {
			return env.storage.kind
		},
		/** Counters since the page was opened. */
		stats: (): Stats => ({ ...stats }),
		/** Sends any call of the table in its wire form. */
		call,
		chat: (userId: string): Chat => createChat(context, userId),
		friend: createFriends(context) as Friends,
		group: (gid: string): Group => createGroup(context, gid),
		groups: createGroups(context) as Groups,
		room: (gid: string): Room => createRoom(context, gid),
		notice: lazyMethods(async () => (await part('calls')).createNoticeCalls(context), [], ['search']),
		user: {
			info: async (userIds: string[], callOptions?: CallOptions): Promise<CallAnswer<'userInfo'>['list']> =>
				(await call('userInfo', { userIds }, callOptions)).list,
		},
		/** Returns which of these people are online, as known to the api server. @throws {IMError} */
		async online(input: UserOnlineInput): Promise<UserOnlineAnswer> {
			const info = loggedIn()
			return (await part('online')).askOnline(env, servers.api, info, input)
		},
		/** A token of the user-sign server, for {@link login}. @throws {IMError} */
		requestToken: async (request: TokenRequest): Promise<IMToken> =>
			(await part('tokens')).requestToken(env, servers.userSign, request),
	}
}
