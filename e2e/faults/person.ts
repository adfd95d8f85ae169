import { setTimeout as delay } from 'node:timers/promises'
import { meetingQuery } from '@parley/core'
import {
	EnterRefusal,
	type EnterRequest,
	type EnterResult,
	type ParticipantId,
	roomHandshake,
	roomPaths,
} from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'

/** A meeting that is not whole again by then is lost. */
const wholeWithinMs = 60_000
const answerTimeoutMs = 2_000
export const lookEveryMs = 50
const retryWriteMs = 400

/** A page without a browser: enters, and returns whenever its socket breaks, over either server. */
export class Person {
	/** The people in the room, as this person was told. */
	readonly present = new Set<ParticipantId>()
	self: ParticipantId | undefined
	isIn = false
	heard = 0
	/** How often this person joined again, because their place was no longer kept. */
	rejoins = 0
	/** The greatest number of people that this person was shown at a time. */
	mostPresent = 0
	/** The page was told that media are available again, and has got a grant since. */
	hasMediaAgain = false
	#socket: Socket | undefined
	#request: EnterRequest
	#isClosed = false
	readonly #meetingId: string
	readonly #urls: () => string[]
	readonly #join: (() => Promise<EnterRequest>) | undefined

	/** @param join joins again over a server that runs, where the place of this person is no longer kept */
	constructor(meetingId: string, request: EnterRequest, urls: () => string[], join?: () => Promise<EnterRequest>) {
		this.#meetingId = meetingId
		this.#request = request
		this.#urls = urls
		this.#join = join
		void this.#stay()
	}

	async #stay() {
		for (let turn = 0; !this.#isClosed; turn++) {
			const urls = this.#urls()
			const isIn = await this.#enter(urls[turn % urls.length] ?? '').catch(() => false)
			if (!isIn) await delay(100)
		}
	}

	/** Resolves when the socket has broken; false if the room was not entered. */
	async #enter(url: string): Promise<boolean> {
		const socket = io(url + roomPaths.presence, {
			path: roomPaths.socket,
			transports: ['websocket'],
			forceNew: true,
			reconnection: false,
			timeout: answerTimeoutMs,
			auth: roomHandshake,
			query: { [meetingQuery]: this.#meetingId },
			extraHeaders: { origin: url },
		})
		this.#socket = socket
		const ended = new Promise<void>(resolve => {
			socket.once('disconnect', () => resolve())
			socket.once('connect_error', () => resolve())
		})
		socket.on('participant.joined', ({ id }) => this.#show(id))
		socket.on('participant.left', ({ participantId }) => this.present.delete(participantId))
		socket.on('media.available', () => this.#askForMedia(socket))
		socket.on('participant.reacted', ({ participantId }) => {
			if (participantId !== this.self) this.heard++
		})
		try {
			await Promise.race([new Promise<void>(resolve => socket.once('connect', () => resolve())), ended])
			if (!socket.connected) return false
			const answer = (await socket.timeout(answerTimeoutMs).emitWithAck('enter', this.#request)) as
				| { ok: true; value: EnterResult }
				| { ok: false; failure: string }
			if (!answer.ok) {
				if (v.is(EnterRefusal, answer.failure)) await this.#joinAgain()
				return false
			}
			const { self, roster, resumeToken } = answer.value
			this.self = self
			this.present.clear()
			for (const { id } of roster) this.#show(id)
			this.#request = { kind: 'resume', token: resumeToken, sending: { microphone: false, camera: false } }
			this.isIn = true
			await ended
			return true
		} finally {
			this.isIn = false
			socket.disconnect()
		}
	}

	#show(id: ParticipantId): void {
		this.present.add(id)
		this.mostPresent = Math.max(this.mostPresent, this.present.size)
	}

	async #joinAgain(): Promise<void> {
		if (!this.#join) return
		this.#request = await this.#join()
		this.rejoins++
	}

	#askForMedia(socket: Socket): void {
		socket.emit('media.grant', null, ({ ok }: { ok: boolean }) => {
			this.hasMediaAgain ||= ok
		})
	}

	react(): void {
		this.#socket?.emit('reaction.send', { reaction: 'clap' }, () => {})
	}

	/** Locks and unlocks the room; returns whether both were stored. */
	async write(): Promise<boolean> {
		for (const locked of [true, false]) {
			const answer = await this.#socket?.timeout(answerTimeoutMs).emitWithAck('room.lock', { locked })
			if (!answer?.ok) return false
		}
		return true
	}

	/** Loses the socket, and returns over another one. */
	reconnect(): void {
		this.#socket?.disconnect()
	}

	close(): void {
		this.#isClosed = true
		this.#socket?.disconnect()
	}
}

/** Resolves when everybody sees the same people, each once, and hears the others; to the milliseconds, or undefined. */
export async function untilWhole(
	persons: readonly Person[],
	{ needsMedia, needsWrites }: { needsMedia?: boolean; needsWrites?: boolean } = {},
): Promise<number | undefined> {
	const startedAt = performance.now()
	const hasEverybody = ({ present }: Person) =>
		present.size === persons.length && persons.every(({ self }) => self !== undefined && present.has(self))
	while (performance.now() - startedAt < wholeWithinMs) {
		// Reactions are limited, so none is sent in vain.
		if (persons.every(person => hasEverybody(person) && (person.hasMediaAgain || !needsMedia))) {
			for (const person of persons) person.heard = 0
			for (const person of persons) person.react()
			await delay(lookEveryMs)
			const isWhole = persons.every(person => hasEverybody(person) && person.heard > 0)
			const isStored = !needsWrites || (await persons[0]?.write().catch(() => false))
			if (isWhole && isStored) return performance.now() - startedAt
			// Calls of a page are limited.
			if (!isStored) await delay(retryWriteMs)
		}
		await delay(lookEveryMs)
	}
	return undefined
}
