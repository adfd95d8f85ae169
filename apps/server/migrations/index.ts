import type { Migration } from 'kysely/migration'
import * as house from './0001-house.ts'
import * as room from './0002-room.ts'
import * as entry from './0003-entry.ts'
import * as members from './0004-members.ts'
import * as attendees from './0005-attendees.ts'
import * as companySettings from './0006-company-settings.ts'

/** Migrations of both databases in order. The names are recorded in databases, so neither they nor the files change. */
export const migrations: Record<string, Migration> = {
	'0001-house': house,
	'0002-room': room,
	'0003-entry': entry,
	'0004-members': members,
	'0005-attendees': attendees,
	'0006-company-settings': companySettings,
}
