import type { Migration } from 'kysely/migration'
import * as house from './0001-house.ts'
import * as room from './0002-room.ts'
import * as entry from './0003-entry.ts'
import * as members from './0004-members.ts'
import * as attendees from './0005-attendees.ts'

/** Every migration of both databases, in order. One that has landed is never changed. */
export const migrations: Record<string, Migration> = {
	'0001-house': house,
	'0002-room': room,
	'0003-entry': entry,
	'0004-members': members,
	'0005-attendees': attendees,
}
