import { ok, type Result } from '@parley/core'
import type { Permissions, RoleRefusal } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection } from './openRoom.ts'
import type { RequireRole } from './requireRole.ts'
import type { RoomStore } from './store.ts'

interface PermissionsDeps {
	store: Pick<RoomStore, 'saveSettings'>
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
	onChange(room: OpenRoom, before: Permissions): void
}

/** The permissions of members and guests, which the host or a co-host sets; kept until the meeting ends (ROOM-112). */
export function createPermissions({ store, send, note, requireRole, onChange }: PermissionsDeps) {
	return {
		async setPermissions(
			caller: ParticipantConnection,
			changed: Partial<Permissions>,
		): Promise<Result<null, RoleRefusal>> {
			const allowed = requireRole(caller, 'set-permissions')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			const before = room.permissions
			room.permissions = { ...before, ...changed }
			send(room.connections(), 'room.permissions', [room.permissions])
			for (const [permission, isPermitted] of Object.entries(room.permissions))
				if (isPermitted !== before[permission as keyof Permissions])
					note(room.meetingId, isPermitted ? 'permitted' : 'forbidden', {
						actor: personOf(actor),
						detail: permission,
					})
			onChange(room, before)
			await store.saveSettings(room.meetingId, room)
			return ok(null)
		},
	}
}
