import { type CompanyId, parseLocale, type SiteId, type UserId } from '@parley/core'
import { sql } from 'kysely'
import { compileOnce } from '../../platform/compiledQuery.ts'
import type { Db } from '../../platform/db.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import { gathered } from '../../platform/gathered.ts'
import { type ManyRows, manyRows, rowsTable, statement } from '../../platform/rows.sql.ts'
import { readName } from '../../platform/storedName.ts'
import type { CompanyMembership, SessionPerson, SessionRow, SessionStore } from './store.ts'

type SessionTables = {
	sessions: {
		id: string
		user_id: UserId
		site_id: SiteId
		token_hash: string
		previous_hash: string | null
		previous_until: number | null
		stay_signed_in: number
		created_at: number
		expires_at: number
	}
	users: {
		id: UserId
		name: string
		display_name: string
		is_complete: number
		source: string | null
		mobile: string | null
		mobile_code: string | null
		picture: string | null
		last_company_id: CompanyId | null
		language: string | null
		disabled_at: number | null
	}
	session_endings: { id: number; version: number }
	ended_sessions: { id: string; expires_at: number }
	memberships: { user_id: UserId; company_id: CompanyId; user_type: number; is_default: number }
	companies: { id: CompanyId; name: string; type: number; meetings_version: number; created_at: number }
	identities: { user_id: string; provider: string; subject: string; nickname: string | null; picture: string | null }
}

const sessionColumns = [
	'sessions.id',
	'sessions.user_id',
	'sessions.site_id',
	'sessions.token_hash',
	'sessions.previous_hash',
	'sessions.previous_until',
	'sessions.stay_signed_in',
	'sessions.created_at',
	'sessions.expires_at',
] as const

export function createSqlSessionStore(database: Db): SessionStore {
	const db = database.$extendTables<SessionTables>()
	const cipher = cipherOf(database)
	const known = () =>
		db
			.selectFrom('sessions')
			.innerJoin('users', 'users.id', 'sessions.user_id')
			.leftJoin('memberships', 'memberships.user_id', 'users.id')
			.leftJoin('companies', 'companies.id', 'memberships.company_id')
			.select(sessionColumns)
			.select([
				'users.name as user_name',
				'users.display_name',
				'users.is_complete',
				'users.source',
				'users.mobile',
				'users.mobile_code',
				'users.picture',
				'users.last_company_id',
				'users.language',
				'memberships.company_id',
				'memberships.user_type',
				'memberships.is_default',
				'companies.name as company_name',
				'companies.type as company_type',
				'companies.meetings_version',
			])
			.where('users.disabled_at', 'is', null)
			.orderBy('companies.created_at')
			.orderBy('companies.id')
	type KnownRow = Awaited<ReturnType<ReturnType<typeof known>['execute']>>[number]

	const findByHash = compileOnce(db, ({ hash }: { hash: string }) =>
		known().where(where =>
			where.or([where('sessions.token_hash', '=', hash), where('sessions.previous_hash', '=', hash)]),
		),
	)

	const readPerson = compileOnce(db, ({ id }: { id: string }) =>
		db
			.selectFrom('sessions')
			.innerJoin('users', 'users.id', 'sessions.user_id')
			.select(['sessions.id', 'sessions.user_id', 'sessions.site_id', 'users.display_name', 'users.picture'])
			.where('sessions.id', '=', id)
			.where('users.disabled_at', 'is', null),
	)
	const readPeople = statement<ManyRows, Awaited<ReturnType<typeof readPerson>>[number]>(
		database,
		({ rows }) => sql`
			select sessions.id, sessions.user_id, sessions.site_id, users.display_name, users.picture
			from ${rowsTable(database, sessionKey, rows)} as asked join sessions on sessions.id = asked.id
			join users on users.id = sessions.user_id where users.disabled_at is null`,
	)
	const findPerson = gathered<string, SessionPerson | undefined>({
		nameOf: id => id,
		readOne: async id => (await readPerson({ id })).map(personOf)[0],
		async readMany(ids) {
			const rows = await readPeople(
				manyRows(
					sessionKey,
					ids.map(id => ({ id })),
				),
			)
			const byId = new Map(rows.map(row => [row.id, personOf(row)]))
			return ids.map(id => byId.get(id))
		},
	})
	const readEndings = compileOnce(db, (_: Record<never, never>) =>
		db.selectFrom('session_endings').select('version').where('id', '=', 1),
	)
	const changeEndings = () =>
		db
			.updateTable('session_endings')
			.set(row => ({ version: row('version', '+', 1) }))
			.where('id', '=', 1)
			.execute()

	async function removeByUser(userId: UserId, butId?: string) {
		const ofUser = db.deleteFrom('sessions').where('user_id', '=', userId)
		await (butId === undefined ? ofUser : ofUser.where('id', '!=', butId)).execute()
		await changeEndings()
	}

	return {
		async insert(session) {
			await db.insertInto('sessions').values(rowOf(session)).execute()
		},
		async findByTokenHash(hash) {
			const rows = await findByHash({ hash })
			const [first] = rows
			return first && { session: sessionOf(first), user: userOf(first), companies: rows.flatMap(companyOf) }
		},
		async saveLanguage(userId, language) {
			await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
		},
		async listCompanies(sessionId) {
			return (await known().where('sessions.id', '=', sessionId).execute()).flatMap(companyOf)
		},
		async replaceToken(id, from, to, { previousUntil, expiresAt, staySignedIn }) {
			const { numUpdatedRows } = await db
				.updateTable('sessions')
				.set({
					token_hash: to,
					previous_hash: from,
					previous_until: previousUntil,
					expires_at: expiresAt,
					stay_signed_in: staySignedIn ? 1 : 0,
				})
				.where('id', '=', id)
				.where('token_hash', '=', from)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async remove(id) {
			await db.deleteFrom('sessions').where('id', '=', id).execute()
		},
		removeByUser,
		async endByUser(userId, butId) {
			const ofUser = db.selectFrom('sessions').select(['id', 'expires_at']).where('user_id', '=', userId)
			await db
				.insertInto('ended_sessions')
				.columns(['id', 'expires_at'])
				.expression(butId === undefined ? ofUser : ofUser.where('id', '!=', butId))
				.execute()
			await removeByUser(userId, butId)
		},
		async removeByUsers(userIds) {
			if (userIds.length === 0) return
			await db.deleteFrom('sessions').where('user_id', 'in', userIds).execute()
			await changeEndings()
		},
		async endingsVersion() {
			const [row] = await readEndings({})
			return row?.version ?? 0
		},
		async listIdentities(userId) {
			return await db
				.selectFrom('identities')
				.select(['provider', 'subject', 'nickname', 'picture'])
				.where('user_id', '=', userId)
				.execute()
		},
		async findExisting(ids) {
			if (ids.length === 0) return []
			const rows = await db
				.selectFrom('sessions')
				.innerJoin('users', 'users.id', 'sessions.user_id')
				.select('sessions.id')
				.where('sessions.id', 'in', ids)
				.where('users.disabled_at', 'is', null)
				.execute()
			return rows.map(row => row.id)
		},
		async findEnded(ids) {
			if (ids.length === 0) return []
			const rows = await db.selectFrom('ended_sessions').select('id').where('id', 'in', ids).execute()
			return rows.map(row => row.id)
		},
		findPerson,
		async removeExpired(now) {
			for (const table of ['sessions', 'ended_sessions'] as const)
				await db.deleteFrom(table).where('expires_at', '<=', now).execute()
		},
	}

	function userOf(row: KnownRow) {
		return {
			id: row.user_id,
			name: readName(cipher, row.user_name),
			displayName: row.display_name,
			isComplete: row.is_complete === 1,
			source: row.source,
			mobile: row.mobile === null ? null : cipher.decrypt('users.mobile', row.mobile),
			mobileCode: row.mobile_code,
			picture: row.picture,
			language: parseLocale(row.language),
			lastCompanyId: row.last_company_id,
		}
	}

	function companyOf(row: KnownRow): CompanyMembership[] {
		if (row.company_id === null) return []
		return [
			{
				companyId: row.company_id,
				name: row.company_name ?? '',
				type: row.company_type ?? 1,
				userType: row.user_type ?? 0,
				isDefault: row.is_default === 1,
				meetingsVersion: row.meetings_version ?? 0,
			},
		]
	}
}

const sessionKey = { id: 'text' } as const

type PersonRow = Pick<SessionTables['sessions'], 'user_id' | 'site_id'> &
	Pick<SessionTables['users'], 'display_name' | 'picture'>
const personOf = (row: PersonRow): SessionPerson => ({
	userId: row.user_id,
	siteId: row.site_id,
	displayName: row.display_name,
	picture: row.picture,
})

const sessionOf = (row: SessionTables['sessions']): SessionRow => ({
	id: row.id,
	userId: row.user_id,
	siteId: row.site_id,
	tokenHash: row.token_hash,
	previousHash: row.previous_hash,
	previousUntil: row.previous_until,
	staySignedIn: row.stay_signed_in === 1,
	createdAt: row.created_at,
	expiresAt: row.expires_at,
})

const rowOf = (session: SessionRow): SessionTables['sessions'] => ({
	id: session.id,
	user_id: session.userId,
	site_id: session.siteId,
	token_hash: session.tokenHash,
	previous_hash: session.previousHash,
	previous_until: session.previousUntil,
	stay_signed_in: session.staySignedIn ? 1 : 0,
	created_at: session.createdAt,
	expires_at: session.expiresAt,
})
