import { ok, type Result, refused } from '@parley/core'
import type { Poll, PollAnswerRefusal, PollDraft, PollStartRefusal, RoleRefusal } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection, RoomPoll } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RequireRole } from './requireRole.ts'

interface PollsDeps {
	findParticipant: OpenRooms['findParticipant']
	clock: Clock
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
}

/** Returns a poll as one person sees it. */
export function toPoll({ id, question, options, answers, isOpen }: RoomPoll, personKey: string): Poll {
	const chosen = [...answers.values()]
	const counted = options.map((text, index) => ({ text, count: chosen.filter(answer => answer === index).length }))
	return { id, question, options: counted, isOpen, ownAnswer: answers.get(personKey) ?? null }
}

/** Polls: a host or co-host asks, each participant answers once and may change it until the end (ROOM-215). */
export function createPolls({ findParticipant, clock, send, note, requireRole }: PollsDeps) {
	function show(room: OpenRoom, poll: RoomPoll): void {
		for (const { identity, connection } of room.participants)
			if ('id' in connection) send([connection.id], 'room.poll', [toPoll(poll, identity.personKey)])
	}

	return {
		startPoll(caller: ParticipantConnection, draft: PollDraft): Result<null, PollStartRefusal> {
			const allowed = requireRole(caller, 'run-poll')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			if (room.poll?.isOpen) return refused('poll.running')
			// Another one than any before, also after a restart: pages remember which they have closed.
			const id = Math.max(clock.now(), (room.poll?.id ?? 0) + 1)
			room.poll = { ...draft, id, answers: new Map(), isOpen: true }
			note(room.meetingId, 'poll-started', { actor: personOf(actor), detail: draft.question })
			show(room, room.poll)
			return ok(null)
		},
		answerPoll(caller: ParticipantConnection, id: number, optionIndex: number): Result<null, PollAnswerRefusal> {
			const { room, participant } = findParticipant(caller) ?? {}
			const poll = room?.poll
			if (!room || !participant || !poll?.isOpen || poll.id !== id || optionIndex >= poll.options.length)
				return refused('poll.over')
			const { personKey } = participant.identity
			if (poll.answers.get(personKey) === optionIndex) return ok(null)
			poll.answers.set(personKey, optionIndex)
			show(room, poll)
			return ok(null)
		},
		endPoll(caller: ParticipantConnection): Result<null, RoleRefusal> {
			const allowed = requireRole(caller, 'run-poll')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			if (!room.poll?.isOpen) return ok(null)
			room.poll.isOpen = false
			const { question, options } = toPoll(room.poll, actor.identity.personKey)
			const counts = options.map(({ text, count }) => `${text}: ${count}`).join(', ')
			note(room.meetingId, 'poll-ended', { actor: personOf(actor), detail: `${question} ${counts}` })
			show(room, room.poll)
			return ok(null)
		},
	}
}
