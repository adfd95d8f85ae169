import type { MeetingId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRooms } from './openRooms.ts'

/** Time covered by one warning, since guessing continues for long. */
const warningEveryMs = 10 * 60_000

interface PasswordWarningDeps {
	rooms: OpenRooms
	clock: Clock
	send: SendEvent
}

/** Warns the hosts in a room that passwords of its meeting are being guessed (ROOM-34). */
export function createPasswordWarning({ rooms, clock, send }: PasswordWarningDeps) {
	return (meetingId: MeetingId): void => {
		const room = rooms.get(meetingId)
		const hosts = room?.connectionsWhere(({ role, identity }) => role === 'host' || identity.host) ?? []
		if (!room || hosts.length === 0) return
		const now = clock.now()
		if (room.passwordWarningAt !== undefined && now - room.passwordWarningAt < warningEveryMs) return
		room.passwordWarningAt = now
		send(hosts, 'passwords.tried', [])
	}
}
