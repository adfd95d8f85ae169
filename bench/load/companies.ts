import { mkdirSync } from 'node:fs'
import { CompanyId, formatWireDay, MeetingId, parseWireTime, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { createSqlAccountStore } from '../../apps/server/src/modules/account/index.ts'
import { createSqlCompanyStore } from '../../apps/server/src/modules/company/index.ts'
import { createSqlMeetingStore, type NewMeetingRow } from '../../apps/server/src/modules/meeting/index.ts'
import { createSqlSiteStore, SiteSettings } from '../../apps/server/src/modules/site/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { hashPassword } from '../../apps/server/src/platform/passwords.ts'
import { meetingRow, zone } from '../meetings.ts'

export const membersPerCompany = 500
export const membersPerMeeting = 10
const meetingsPerCompany = membersPerCompany / membersPerMeeting
export const siteId = v.parse(SiteId, 'load')
export const password = 'Parley-2026'

export const nameOf = (member: number) => `member-${member}`

/** Returns the meeting that a member joins, with nine others of their company. */
export const meetingOf = (member: number) => String(100_000_000 + Math.floor(member / membersPerMeeting))

/**
 * Creates a site with so many members, in companies of 500 with 50 meetings of today each, in an empty database.
 * @param database with the key folder of the servers, for encrypted fields
 * @param fieldsOf what a meeting has besides
 */
export async function createCompanies(
	database: { url: string; keyFolder: string },
	members: number,
	fieldsOf: FieldsOf = () => ({}),
): Promise<void> {
	mkdirSync(database.keyFolder, { recursive: true })
	const { db, close } = await openDatabase(database)
	try {
		// All share one hash: checking it takes as long, but ten thousand hashes would take minutes.
		const passwordHash = await hashPassword(password)
		await db.transaction().execute(async transaction => {
			const site = { id: siteId, host: 'localhost', name: 'Load', isDefault: true, settings: v.parse(SiteSettings, {}) }
			await createSqlSiteStore(transaction).insert(site, 0)
			for (let first = 0; first < members; first += membersPerCompany)
				await createCompany(transaction, first, Math.min(membersPerCompany, members - first), {
					passwordHash,
					fieldsOf,
				})
		})
	} finally {
		await close()
	}
}

type FieldsOf = (meetingId: string) => Partial<NewMeetingRow>
interface CompanyParts {
	passwordHash: string
	fieldsOf: FieldsOf
}

async function createCompany(db: Db, first: number, count: number, { passwordHash, fieldsOf }: CompanyParts) {
	const companyId = v.parse(CompanyId, `load-${first}`)
	await createSqlCompanyStore(db).insert({ id: companyId, siteId, name: `Company ${first}`, type: 1 }, first)
	const accounts = createSqlAccountStore(db)
	const idOf = (member: number) => v.parse(UserId, nameOf(member))
	for (let member = first; member < first + count; member++) {
		const account = {
			id: idOf(member),
			siteId,
			name: nameOf(member),
			displayName: `Member ${member}`,
			passwordHash,
			corporateHash: null,
			mobile: null,
			mobileCode: null,
			source: null,
			picture: null,
			isComplete: true,
			lastCompanyId: companyId,
		}
		await accounts.insert(account, 0)
		await accounts.addMembership({ userId: account.id, companyId, userType: 1, isDefault: true })
	}
	const startOfDay = parseWireTime(formatWireDay(Date.now(), zone), zone) ?? 0
	const meetings = Array.from({ length: meetingsPerCompany }, (_, at): NewMeetingRow => {
		const host = first + at * membersPerMeeting
		return meetingRow(host, {
			meetingId: v.parse(MeetingId, meetingOf(host)),
			siteId,
			companyId,
			creatorId: idOf(host),
			hostId: idOf(host),
			startAt: startOfDay + 8 * 3_600_000,
			durationS: 16 * 3_600 - 1,
			endAt: startOfDay + 24 * 3_600_000 - 1_000,
			hostMustOpen: false,
			hostPassword: 'Host-2026',
			...fieldsOf(meetingOf(host)),
		})
	})
	await createSqlMeetingStore(db).insertMany(meetings.filter((_, at) => at * membersPerMeeting < count))
}
