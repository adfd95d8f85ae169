import { CompanyId, calendarDay, type Instant, MeetingId, parseWireTime, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { OpenDatabase } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { type MeetingRow, settingDefaults } from './fields.ts'
import { liveDefaults } from './live.ts'
import type { DayQuery } from './store.ts'

export const zone = 'Asia/Shanghai'
export const siteId = v.parse(SiteId, 'site-1')
export const companyId = v.parse(CompanyId, 'company-1')
export const otherCompanyId = v.parse(CompanyId, 'company-2')
export const hostId = v.parse(UserId, 'user-1')
export const colleagueId = v.parse(UserId, 'user-2')

export const at = (time: string): Instant => {
	const instant = parseWireTime(time, zone)
	if (instant === undefined) throw new Error(`no such time: ${time}`)
	return instant
}
export const meetingIdOf = (number: number): MeetingId => v.parse(MeetingId, String(100_000_000 + number))

/** One site, two companies, a host and a colleague: the rows a meeting refers to. */
export async function prepare({ db }: OpenDatabase): Promise<Db> {
	const settings = v.parse(SiteSettings, {})
	await createSqlSiteStore(db).insert({ id: siteId, host: 'here', name: 'Here', isDefault: true, settings }, 1)
	for (const id of [companyId, otherCompanyId]) {
		await createSqlCompanyStore(db).insert({ id, siteId, name: id, type: 1 }, 1)
	}
	const nothingMore = {
		passwordHash: null,
		corporateHash: null,
		mobile: null,
		mobileCode: null,
		source: null,
		picture: null,
	}
	const accounts = createSqlAccountStore(db)
	for (const [id, displayName] of [
		[hostId, 'Han Mei'],
		[colleagueId, 'Li Lei'],
	] as const) {
		const names = { id, siteId, name: id, displayName, isComplete: true, lastCompanyId: null }
		await accounts.insert({ ...names, ...nothingMore }, 1)
		await accounts.addMembership({ userId: id, companyId, userType: 1, isDefault: true })
	}
	return db
}

let made = 0

export function aMeeting(fields: Partial<MeetingRow> = {}): MeetingRow {
	const number = ++made
	const { startAt = at('2026-03-10 09:00:00'), durationS = 3_600 } = fields
	return {
		id: `m_${String(number).padStart(8, '0')}`,
		meetingId: meetingIdOf(number),
		siteId,
		companyId,
		creatorId: hostId,
		hostId,
		topic: 'Harbour plans',
		zone,
		startAt,
		endAt: startAt + durationS * 1000,
		durationS,
		status: 1,
		isPrivate: false,
		isInvitedOnly: false,
		isLocked: false,
		waitingRoomNow: null,
		...settingDefaults,
		...liveDefaults,
		password: null,
		hostPassword: 'host1234',
		isRecurring: false,
		repeatType: 0,
		repeatCondition: 0,
		repeatSecond: 9 * 3_600,
		startedAt: null,
		endedAt: null,
		createdAt: at('2026-01-01 00:00:00'),
		updatedAt: at('2026-01-01 00:00:00'),
		...fields,
	}
}

export function aDay(day: string, fields: Partial<DayQuery> = {}): DayQuery {
	const from = at(`${day} 00:00:00`)
	const rest = { keywords: '', offset: 0, limit: 100 }
	return { scope: { allOf: companyId }, day, from, to: from + 86_400_000, ...calendarDay(day), ...rest, ...fields }
}
