import { answerCodes, type CallAnswer, groupTypes, imLimits, type MemberRole } from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { cancelled, IMError, toIMError } from '../core/errors.ts'
import { createMachine, type Machine, type TransitionTable } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { Call } from '../session/requests.ts'

/** `listening`: pushes arrive · `retrying`: a poll failed · `failed`: ten polls failed; the next login tries again */
const roomTable = {
	polling: ['listening', 'polling', 'retrying', 'failed', 'stopped'],
	listening: ['polling', 'stopped'],
	retrying: ['polling', 'stopped'],
	failed: ['polling', 'stopped'],
	stopped: [],
} as const satisfies TransitionTable<string>
export type RoomState = keyof typeof roomTable

export interface ListenOptions {
	/** Maximum messages per second; the server skips the rest and reports how many. */
	maxRate?: number
	/** Continues after this position instead of at the newest. */
	hisId?: number
	/** False if pushes do not get through: the room is polled continuously. */
	push?: boolean
}

/**
 * - `stopped`: on request · `dropped`: replaced by a newer room (POLL-02) · `deleted`: the group no longer exists
 * (POLL-04)
 * - `noPromise`: it may not be read (POLL-09) · `ended`: with the session
 */
export type RoomEndReason = 'stopped' | 'dropped' | 'deleted' | 'noPromise' | 'ended'

export interface RoomEvent {
	gid: string
	state: RoomState
	reason?: RoomEndReason
	error?: IMError
}

export type RoomAnswer = Pick<CallAnswer<'groupPoll'>, 'role' | 'group' | 'head' | 'epoch'>

interface Room {
	gid: string
	options: ListenOptions
	machine: Machine<RoomState>
	sequencer: Sequencer
	failures: number
	isAsking: boolean
	/** Time of its last poll; a further page of the same poll does not count. */
	askedAt: number
	/** An event was missed while a poll was in flight. */
	isAgain: boolean
	/**
	 * A group the user is a member of, not a chat room: its events arrive without listening too. Known from the first
	 * answer on.
	 */
	isOwnGroup?: boolean
	/** Consecutive polls that found events no push had delivered. */
	blindPolls: number
	stopRetry?: () => void
	settleFirst?: ((result: RoomAnswer | IMError) => void) | undefined
	first: Promise<RoomAnswer>
}

export interface Rooms {
	/**
	 * Resolves with the first answer; from then on events arrive. @throws {IMError} if it may not be read, or was stopped
	 */
	listen(gid: string, options?: ListenOptions): Promise<RoomAnswer>
	stop(gid: string, reason?: RoomEndReason): void
	/** One of its events was pushed: polling is not needed. */
	heard(gid: string): void
	/** Call after each login: listening starts again on the new connection. */
	resume(): void
	stopAll(): void
}

interface RoomsDeps {
	env: Environment
	stats: Stats
	call: Call
	addSequencer(gid: string, pull: () => void): Sequencer
	/** @param isOwnGroup its events keep arriving; undefined if not known */
	removeSequencer(gid: string, isOwnGroup: boolean | undefined): void
	emit(name: 'room', event: RoomEvent): void
	emit(name: 'error', error: IMError): void
	setRole(gid: string, role: MemberRole): void
}

/** Refusals for which a retry is useless. */
const refusals: readonly number[] = [
	answerCodes.noPromise,
	answerCodes.notMember,
	answerCodes.banned,
	answerCodes.missing,
]

/** Interval of polls that are answered at once (OP-122). */
const pollEveryMs = 1_000
/** Polls that return events which should have been pushed, before pushes are assumed to be blocked. */
const maxBlindPolls = 3

/** Rooms the client listens to, at most five. A poll subscribes to a room; then its events are pushed. */
export function createRooms(deps: RoomsDeps): Rooms {
	const { env, stats, call } = deps
	/** In start order. */
	const rooms = new Map<string, Room>()
	const leaving = new Map<string, Promise<void>>()

	function create(gid: string, options: ListenOptions): Room {
		const room = {
			gid,
			options,
			failures: 0,
			isAsking: false,
			askedAt: 0,
			isAgain: false,
			blindPolls: 0,
		} as unknown as Room
		room.machine = createMachine<RoomState>(`room:${gid}`, 'polling', roomTable, deps)
		room.sequencer = deps.addSequencer(gid, () => {
			if (room.machine.state === 'listening') room.blindPolls++
			void poll(room)
		})
		awaitFirst(room)
		return room
	}
	/** Resolves with the next answer for a listener. */
	function awaitFirst(room: Room) {
		room.first = new Promise((resolve, reject) => {
			room.settleFirst = result => (result instanceof IMError ? reject(result) : resolve(result))
		})
		room.first.catch(() => {})
	}
	function settleFirst(room: Room, result: RoomAnswer | IMError) {
		room.settleFirst?.(result)
		room.settleFirst = undefined
	}
	/** Returns whether the server may hold its answer until it has something. */
	const isHanging = (room: Room) => room.options.push === false || room.blindPolls >= maxBlindPolls
	const isStopped = (room: Room) => room.machine.state === 'stopped'
	async function poll(room: Room, askedAt = env.now()) {
		if (isStopped(room)) return
		if (room.isAsking) {
			room.isAgain = true
			return
		}
		room.stopRetry?.()
		room.isAsking = true
		room.askedAt = askedAt
		room.isAgain = false
		if (room.machine.state === 'failed') awaitFirst(room)
		room.machine.to('polling')
		stats.polls++
		const { epoch, last = room.options.hisId } = room.sequencer
		try {
			const answer = await call('groupPoll', {
				gid: room.gid,
				...(last === undefined ? {} : { hisId: last }),
				...(epoch === undefined ? {} : { epoch }),
				...(room.options.maxRate === undefined ? {} : { maxRate: room.options.maxRate }),
				waitMs: isHanging(room) && room.settleFirst === undefined ? imLimits.maxPollWaitMs : 0,
			})
			room.isAsking = false
			if (!isStopped(room)) take(room, answer)
		} catch (error) {
			room.isAsking = false
			if (!isStopped(room)) failed(room, toIMError(error))
		}
	}
	function take(room: Room, answer: CallAnswer<'groupPoll'>) {
		const { epoch, list, after, pullKey, head, discontinuity, min } = answer
		room.sequencer.page({ epoch, list, after, upTo: pullKey, head, discontinuity, min })
		room.failures = 0
		room.isOwnGroup = answer.group.mucType !== groupTypes.CHATROOM
		deps.setRole(room.gid, answer.role)
		// A listener may have stopped it.
		if (isStopped(room)) return
		room.machine.to('listening')
		if (room.settleFirst) {
			settleFirst(room, answer)
			deps.emit('room', { gid: room.gid, state: 'listening' })
		}
		if (answer.more || room.isAgain) void poll(room, room.askedAt)
		else if (isHanging(room)) {
			const waitMs = room.askedAt + pollEveryMs - env.now()
			if (waitMs > 0) room.stopRetry = env.after(waitMs, () => void poll(room))
			else void poll(room)
		}
	}
	function failed(room: Room, error: IMError) {
		// The session ended; its end stops the rooms.
		if (error.code === answerCodes.cancelled || error.code === answerCodes.notLoggedIn) return
		if (error.code === answerCodes.serverNoResponse) return void poll(room)
		stats.pollFailures++
		if (refusals.includes(error.code)) {
			end(room, error.code === answerCodes.missing ? 'deleted' : 'noPromise', error)
			deps.emit('error', error)
		} else if (++room.failures >= imLimits.maxPollFailures) {
			room.failures = 0
			room.machine.to('failed', error.message, error.code)
			deps.emit('room', { gid: room.gid, state: 'failed', error })
			settleFirst(room, error)
			deps.emit('error', error)
		} else {
			room.machine.to('retrying', error.message, error.code)
			room.stopRetry = env.after(error.retryAfterMs ?? imLimits.pollRetryMs, () => void poll(room))
		}
	}
	/** Stops its pushes on this connection. */
	function leave(gid: string) {
		const left = call('groupPoll', { gid, listen: false })
			.catch(() => {})
			.then(() => {
				if (leaving.get(gid) === left) leaving.delete(gid)
			})
		leaving.set(gid, left)
	}
	function end(room: Room, reason: RoomEndReason, error?: IMError) {
		room.stopRetry?.()
		room.machine.to('stopped', reason, error?.code)
		rooms.delete(room.gid)
		const isLeft = reason === 'stopped' || reason === 'dropped'
		deps.removeSequencer(room.gid, isLeft ? room.isOwnGroup : false)
		if (isLeft) leave(room.gid)
		settleFirst(room, error ?? cancelled({ message: reason }))
		deps.emit('room', { gid: room.gid, state: 'stopped', reason, ...(error ? { error } : {}) })
	}
	return {
		listen(gid, options = {}) {
			const known = rooms.get(gid)
			if (known) {
				known.options = { ...known.options, ...options }
				if (known.machine.state === 'failed' || options.maxRate !== undefined) void poll(known)
				return known.first
			}
			if (rooms.size >= imLimits.maxListenedRooms) {
				const [oldest] = rooms.values()
				if (oldest) end(oldest, 'dropped')
			}
			const room = create(gid, options)
			rooms.set(gid, room)
			// Entering a room again waits until leaving it has completed.
			void (leaving.get(gid) ?? Promise.resolve()).then(() => poll(room))
			return room.first
		},
		stop(gid, reason = 'stopped') {
			const room = rooms.get(gid)
			if (room) end(room, reason)
		},
		heard(gid) {
			const room = rooms.get(gid)
			if (room) room.blindPolls = 0
		},
		resume() {
			for (const room of rooms.values()) {
				room.failures = 0
				// A poll in flight has been resent.
				if (!room.isAsking) void poll(room)
			}
		},
		stopAll() {
			for (const room of [...rooms.values()]) end(room, 'ended')
		},
	}
}
