import type { MeetingId, MeetingPassword } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'

/** Time covered by one warning, since guessing continues for long. */
const warningEveryMs = 10 * 60_000

interface PasswordWarningDeps {
	rooms: OpenRooms
	clock: Clock
	send: SendEvent
}

/** Warns the hosts in a room that a password of its meeting is being guessed, until that is changed (ROOM-34). */
export function createPasswordWarning({ rooms, clock, send }: PasswordWarningDeps) {
	const hostsIn = (room: OpenRoom) => room.connectionsWhere(({ role, identity }) => role === 'host' || identity.host)

	return {
		warnOfPasswordGuessing(meetingId: MeetingId, password: MeetingPassword): void {
			const room = rooms.get(meetingId)
			const hosts = room ? hostsIn(room) : []
			if (!room || hosts.length === 0) return
			const now = clock.now()
			const warnedAt = room.passwordWarnings.get(password)
			if (warnedAt !== undefined && now - warnedAt < warningEveryMs) return
			room.passwordWarnings.set(password, now)
			send(hosts, 'passwords.tried', [{ password }])
		},
		/** Ends the warnings of passwords that were changed; guesses of the new ones are warned of at once. */
		endPasswordWarnings(meetingId: MeetingId, passwords: readonly MeetingPassword[]): void {
			const room = rooms.get(meetingId)
			if (!room || passwords.length === 0) return
			for (const password of passwords) room.passwordWarnings.delete(password)
			const hosts = hostsIn(room)
			if (hosts.length > 0) send(hosts, 'passwords.changed', [{ passwords }])
		},
	}
}
