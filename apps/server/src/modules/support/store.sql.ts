import { CompanyId, MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import type { Complaint, ComplaintStore } from './store.ts'

interface ComplaintTable {
	id: string
	site_id: string
	/** These four are set together, or null for people who were not signed in. */
	company_id: string | null
	user_id: string | null
	user_name: string | null
	display_name: string | null
	content: string
	created_at: number
	/** Both have a value, or neither. */
	meeting_id: string | null
	figures: string | null
}

export function createSqlComplaintStore(database: Db): ComplaintStore {
	const db = database.$extendTables<{ complaints: ComplaintTable }>()
	const cipher = cipherOf(database)

	function authorOf({ company_id, user_id, user_name, display_name }: ComplaintTable): Complaint['author'] {
		if (company_id === null || user_id === null || user_name === null) return undefined
		return {
			companyId: v.parse(CompanyId, company_id),
			userId: v.parse(UserId, user_id),
			userName: cipher.decrypt('complaints.user_name', user_name),
			displayName: display_name ?? '',
		}
	}
	const liveOf = ({ meeting_id, figures }: ComplaintTable): Complaint['live'] =>
		meeting_id === null ? undefined : { meetingId: v.parse(MeetingId, meeting_id), figures: figures ?? '' }

	return {
		async insert({ id, siteId, author, content, live, at }) {
			await db
				.insertInto('complaints')
				.values({
					id,
					site_id: siteId,
					company_id: author?.companyId ?? null,
					user_id: author?.userId ?? null,
					user_name: author ? cipher.encrypt('complaints.user_name', author.userName) : null,
					display_name: author?.displayName ?? null,
					content,
					created_at: at,
					meeting_id: live?.meetingId ?? null,
					figures: live?.figures ?? null,
				})
				.execute()
		},
		async removeBefore(siteId, before, limit) {
			const { numDeletedRows } = await db
				.deleteFrom('complaints')
				.where('id', 'in', inside =>
					inside
						.selectFrom('complaints')
						.select('id')
						.where('site_id', '=', siteId)
						.where('created_at', '<', before)
						.orderBy('created_at')
						.limit(limit),
				)
				.executeTakeFirst()
			return Number(numDeletedRows)
		},
		async forgetAuthor(userId) {
			await db
				.updateTable('complaints')
				.set({ company_id: null, user_id: null, user_name: null, display_name: null })
				.where('user_id', '=', userId)
				.execute()
		},
		async listBySite(siteId, limit) {
			const rows = await db
				.selectFrom('complaints')
				.selectAll()
				.where('site_id', '=', siteId)
				.orderBy('created_at', 'desc')
				.orderBy('id')
				.limit(limit)
				.execute()
			return rows.map(row => {
				const [author, live] = [authorOf(row), liveOf(row)]
				return {
					id: row.id,
					siteId: v.parse(SiteId, row.site_id),
					...(author && { author }),
					content: row.content,
					...(live && { live }),
					at: row.created_at,
				}
			})
		},
	}
}
