import {
	type Denial,
	type EnterAnswer,
	EnterRefusal,
	type EnterRequest,
	type EnterResult,
	type GatewayRefusal,
	type PresenceCalls,
	type SendingState,
	type Waiting,
} from '@parley/room'
import * as v from 'valibot'
import type { PresenceConnection } from '../../media/index.ts'
import type { PastExit } from './resumeStore.ts'
import type { RoomDeps } from './roomDeps.ts'
import type { ExitReason } from './roomState.ts'

const enterRetryDelayMs = 1_000
/** The result of a join that named this socket comes with its answer; after this time it was lost. */
const enteredTimeoutMs = 3_000

export interface RoomConnectionDeps extends Pick<RoomDeps, 'openSockets' | 'resumeStore' | 'mayResume' | 'schedule'> {
	/** The sending state to claim when a connection is resumed. */
	getSending(): SendingState
	/** Registers for the events of the room, before the first connection. */
	subscribe(presence: PresenceConnection): void
	onConnectionChange(isConnected: boolean): void
	onEntered(result: EnterResult, kind: EnterRequest['kind']): void
	/** A host has to let the person in. */
	onWaiting(waiting: Waiting, kind: EnterRequest['kind']): void
	/** @param denial of a person who asks again too early after a host did not let them in */
	onExit(reason: ExitReason, denial?: Denial): void
	/** The person was out already before the page was loaded again. */
	onPastExit(exit: PastExit): void
}

export type RoomConnection = ReturnType<typeof createRoomConnection>

/** Connects to the room and enters it, at first with the ticket and after every reconnect with the resume token. */
export function createRoomConnection(deps: RoomConnectionDeps) {
	const { resumeStore, schedule, onExit } = deps
	let sockets: Awaited<ReturnType<RoomDeps['openSockets']>> | undefined
	let ticket: string | undefined
	let cancelRetry: (() => void) | undefined
	let isClosed = false
	/** The join has named the socket: the result of entering comes by itself (ROOM-89). */
	let isNamedInJoin = false
	/** The server has named another node for this entry already. */
	let isRedirected = false

	async function start(joinTicket: string | undefined) {
		ticket = joinTicket
		if (ticket === undefined && !resumeStore.read()) {
			const past = resumeStore.readExit()
			return past ? deps.onPastExit(past) : onExit('no-ticket')
		}
		if (ticket === undefined && !deps.mayResume) return onExit('not-resumed')
		try {
			sockets = await deps.openSockets()
		} catch {
			if (isClosed) return
			deps.onConnectionChange(false)
			cancelRetry = schedule(() => void start(joinTicket), enterRetryDelayMs)
			return
		}
		if (isClosed) return sockets.close()
		const { presence } = sockets
		isNamedInJoin = ticket !== undefined && sockets.isNamedInJoin
		presence.on('entered', (result, confirm) => {
			if (!isNamedInJoin || isClosed) return
			isNamedInJoin = false
			confirm()
			cancelRetry?.()
			handleResult(presence, result, 'ticket')
		})
		presence.onConnectionChange(isConnected => {
			deps.onConnectionChange(isConnected)
			if (isClosed) return
			if (isConnected && isNamedInJoin) cancelRetry = schedule(() => void enter(presence), enteredTimeoutMs)
			else if (isConnected) void enter(presence)
			else isNamedInJoin = false
		})
		deps.subscribe(presence)
		presence.connect()
	}

	async function enter(presence: PresenceConnection) {
		if (isClosed) return
		cancelRetry?.()
		isNamedInJoin = false
		const request = createEnterRequest()
		if (!request) return onExit('no-ticket')
		const result = await presence.call('enter', request)
		if (!isClosed) handleResult(presence, result, request.kind)
	}

	function handleResult(
		presence: PresenceConnection,
		result: EnterAnswer | typeof notConnected,
		kind: EnterRequest['kind'],
	) {
		if (!result.ok) {
			if (result.failure === 'other-node') return reconnectToRoom()
			if ('denial' in result) return onExit(result.failure, result.denial)
			if (result.failure !== 'waiting') return handleFailure(presence, result.failure)
			isRedirected = false
			ticket = undefined
			return deps.onWaiting(result.waiting, kind)
		}
		isRedirected = false
		ticket = undefined
		deps.onEntered(result.value, kind)
	}

	/** The room is entered again with the next connection. One that leads to a wrong node as well, after a pause: the node may be gone. */
	function reconnectToRoom() {
		if (isRedirected) cancelRetry = schedule(() => sockets?.reconnectToRoom(), enterRetryDelayMs)
		else sockets?.reconnectToRoom()
		isRedirected = true
	}

	function createEnterRequest(): EnterRequest | undefined {
		if (ticket !== undefined) return { kind: 'ticket', ticket }
		const resume = resumeStore.read()
		return resume && { kind: 'resume', token: resume.token, sending: deps.getSending() }
	}

	function handleFailure(presence: PresenceConnection, failure: EnterRefusal | GatewayRefusal | 'net.offline') {
		// ROOM-03: the ticket was used in this tab before, so its resume token brings the person back.
		if (failure === 'ticket.used' && ticket !== undefined && resumeStore.read()) {
			ticket = undefined
			return void enter(presence)
		}
		if (v.is(EnterRefusal, failure)) return onExit(failure)
		switch ((otherFailures as Readonly<Record<string, Consequence>>)[failure]) {
			case 'retry':
				cancelRetry = schedule(() => void enter(presence), enterRetryDelayMs)
				return
			case 'wait':
				return
			default:
				// A server newer than this page may refuse with something else: trying again would change nothing.
				onExit('unknown')
		}
	}

	function stopEntering() {
		isClosed = true
		cancelRetry?.()
	}

	return {
		start: (joinTicket: string | undefined) => void start(joinTicket),
		/** Calls the room; without a connection the call fails with `net.offline`. */
		async call<K extends keyof PresenceCalls>(name: K, input: Parameters<PresenceCalls[K]>[0]) {
			return sockets ? sockets.presence.call(name, input) : notConnected
		},
		/** Replaces the socket if the server does not answer on it; the room is then entered again. */
		replaceDeadSocket: () => void sockets?.presence.replaceIfDead(),
		/** The ticket with which the room was not entered yet. */
		unusedTicket: () => ticket,
		openSession: (...args: Parameters<NonNullable<typeof sockets>['openSession']>) =>
			sockets?.openSession(...args) ?? Promise.reject(new Error('the sockets are not open')),
		/** Enters no more, also where the answer is on its way; calls still reach the room until it is closed. */
		stopEntering,
		close() {
			stopEntering()
			sockets?.close()
		},
	}
}

/** `exit` is final, `retry` enters again after a pause, `wait` after the next connection. */
type Consequence = 'exit' | 'retry' | 'wait'

/** The consequences of a failure of `enter` that is not one of its own refusals. */
const otherFailures: Record<GatewayRefusal | 'net.offline', Consequence> = {
	'input.invalid': 'exit',
	'not.entered': 'exit',
	'calls.too-many': 'retry',
	'server.broken': 'retry',
	'net.offline': 'wait',
}

const notConnected = { ok: false, failure: 'net.offline' } as const
