import type { ParticipantRole } from '@parley/room'
import { m } from '../../locales/index.ts'

const labels = {
	host: m.room_host,
	'co-host': m.room_co_host,
	guest: m.room_guest,
	member: undefined,
} satisfies Record<ParticipantRole, (() => string) | undefined>

/** Returns the name of a role; members, who are most people, have none. */
export const roleLabel = (role: ParticipantRole): string | undefined => labels[role]?.()
