import { type EnterAnswer, EnterRefusal, type EnterRequest, type EnterResult, type Participant } from '@parley/room'
import * as v from 'valibot'
import type { Scheduler } from '../scheduler.ts'
import type { PageEnd, SocketLine } from './socketLine.ts'

const answerTimeoutMs = 10_000
const retryMs = 1_000

/** Opens a connection over some node; `isNamed` if its address names the meeting. Returns a function that gives it up. */
export type Connect = (
	end: PageEnd & { onLine(line: SocketLine): void },
	node: number | undefined,
	isNamed: boolean,
) => () => void

export interface PageDeps {
	scheduler: Scheduler
	connect: Connect
	request: EnterRequest
	/** The node of the first connection. */
	node: number
	/** The meeting is known from the address, as on a page that was loaded again. */
	isNamed: boolean
	/** The participant whose token it has. */
	place?: string | undefined
}

export type Page = ReturnType<typeof createPage>

/** The page of a person in a meeting: it enters, returns whenever its connection breaks, and follows the roster. */
export function createPage({ scheduler, connect, request, node, isNamed, place }: PageDeps) {
	let state: 'entering' | 'in' | 'out' = 'entering'
	let entry = request
	let line: SocketLine | undefined
	let giveUp = () => {}
	let namesMeeting = isNamed
	let isRedirected = false
	let attempt = 0
	const page = {
		self: place,
		/** It has returned with its token, as another participant. */
		hasOtherPlace: false,
		/** Why the page is out. */
		exit: undefined as string | undefined,
		token: undefined as string | undefined,
		enteredAt: 0,
		locked: false,
		roster: new Map<string, Participant>(),
		state: () => state,
		line: () => line,
		/** Calls the room; `answered` is called unless the connection breaks before. */
		call(name: string, input: unknown, answered: (answer: { ok: boolean; value?: unknown }) => void = () => {}): void {
			if (state === 'in') line?.call(name, input, answer => answered(answer as { ok: boolean }))
		},
		leave(): void {
			if (state === 'in') line?.call('leave', null, () => {})
			exit('left')
		},
		/** Loads the page again. */
		abandon: () => exit('reloaded'),
	}

	function exit(reason: string): void {
		if (state === 'out') return
		state = 'out'
		page.exit = reason
		giveUp()
		disconnect()
	}

	/** Returns the number of the attempt that has ended. */
	function disconnect(): number {
		const ended = ++attempt
		const closed = line
		line = undefined
		closed?.close()
		return ended
	}

	function open(at?: number): void {
		const own = ++attempt
		const isCurrent = () => own === attempt && state !== 'out'
		const again = () => {
			if (!isCurrent()) return
			const next = disconnect()
			if (state === 'in') state = 'entering'
			scheduler.after(retryMs, () => state !== 'out' && next === attempt && open())
		}
		giveUp = connect(
			{
				onLine(opened) {
					if (isCurrent()) line = opened
					else opened.close()
				},
				onConnected: () => isCurrent() && enter(again, isCurrent),
				onEvent(name, payload) {
					if (isCurrent()) follow(name, payload[0])
				},
				onClosed: again,
			},
			at,
			namesMeeting,
		)
		scheduler.after(answerTimeoutMs, () => isCurrent() && state === 'entering' && again())
	}

	function enter(again: () => void, isCurrent: () => boolean): void {
		line?.call('enter', entry, answer => {
			if (isCurrent()) handle(answer as EnterAnswer, again, isCurrent)
		})
	}

	function handle(answer: EnterAnswer, again: () => void, isCurrent: () => boolean): void {
		if (answer.ok) entered(answer.value)
		else if (answer.failure === 'other-node') redirect(again)
		else if (v.is(EnterRefusal, answer.failure)) exit(answer.failure)
		else scheduler.after(retryMs, () => isCurrent() && enter(again, isCurrent))
	}

	function redirect(again: () => void): void {
		namesMeeting = true
		const isAgain = isRedirected
		isRedirected = true
		if (isAgain) again()
		else {
			disconnect()
			open()
		}
	}

	function entered({ self, roster, resumeToken, locked }: EnterResult): void {
		isRedirected = false
		state = 'in'
		page.hasOtherPlace ||= entry.kind === 'resume' && page.self !== undefined && page.self !== self
		page.self = self
		page.token = resumeToken
		page.locked = locked
		page.enteredAt = scheduler.now()
		page.roster = new Map(roster.map(participant => [participant.id, participant]))
		entry = { kind: 'resume', token: resumeToken, sending: { microphone: false, camera: false } }
	}

	function follow(name: string, payload: unknown): void {
		if (name === 'room.closed') exit((payload as { reason: string }).reason)
		if (state !== 'in') return
		if (name === 'participant.joined' || name === 'participant.changed') {
			const participant = payload as Participant
			page.roster.set(participant.id, participant)
		}
		if (name === 'participant.left') page.roster.delete((payload as { participantId: string }).participantId)
		if (name === 'room.locked') page.locked = (payload as { locked: boolean }).locked
	}

	open(node)
	return page
}
