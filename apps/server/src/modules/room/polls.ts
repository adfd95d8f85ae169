import { ok, type Result, refused } from '@parley/core'
import type { Poll, PollAnswerRefusal, PollDraft, PollStartRefusal, RoleRefusal } from '@parley/room'
import { personOf, type RecordActivity } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection, RoomPoll } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RequireRole } from './requireRole.ts'

interface PollsDeps {
	findParticipant: OpenRooms['findParticipant']
	send: SendEvent
	record: RecordActivity
	requireRole: RequireRole
}

/** Returns a poll as everybody sees it. */
export const toPoll = ({ id, question, options, answers, isOpen }: RoomPoll): Poll => {
	const chosen = [...answers.values()]
	const counted = options.map((text, index) => ({ text, count: chosen.filter(answer => answer === index).length }))
	return { id, question, options: counted, isOpen }
}

/** Polls: a host or co-host asks, everybody answers once and may change it until the end (ROOM-215). */
export function createPolls({ findParticipant, send, record, requireRole }: PollsDeps) {
	const show = (room: OpenRoom, poll: RoomPoll) => send(room.connections(), 'room.poll', [toPoll(poll)])

	return {
		startPoll(caller: ParticipantConnection, draft: PollDraft): Result<null, PollStartRefusal> {
			const allowed = requireRole(caller, 'run-poll')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			if (room.poll?.isOpen) return refused('poll.running')
			room.poll = { ...draft, id: (room.poll?.id ?? 0) + 1, answers: new Map(), isOpen: true }
			record(room.meetingId, 'poll-started', { actor: personOf(actor), detail: draft.question })
			show(room, room.poll)
			return ok(null)
		},
		answerPoll(caller: ParticipantConnection, id: number, option: number): Result<null, PollAnswerRefusal> {
			const { room, participant } = findParticipant(caller) ?? {}
			const poll = room?.poll
			if (!room || !participant || !poll?.isOpen || poll.id !== id || option >= poll.options.length)
				return refused('poll.over')
			const { personKey } = participant.identity
			if (poll.answers.get(personKey) === option) return ok(null)
			poll.answers.set(personKey, option)
			show(room, poll)
			return ok(null)
		},
		endPoll(caller: ParticipantConnection): Result<null, RoleRefusal> {
			const allowed = requireRole(caller, 'run-poll')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			if (!room.poll?.isOpen) return ok(null)
			room.poll.isOpen = false
			const { question, options } = toPoll(room.poll)
			const counts = options.map(({ text, count }) => `${text}: ${count}`).join(', ')
			record(room.meetingId, 'poll-ended', { actor: personOf(actor), detail: `${question} ${counts}` })
			show(room, room.poll)
			return ok(null)
		},
	}
}
