import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompanyId, MeetingId, SiteId, UserId } from '@parley/core'
import { GroupId } from '@parley/im'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { createSqlAccountStore } from './modules/account/index.ts'
import { createSqlCompanyStore } from './modules/company/index.ts'
import { createSqlLiveStore } from './modules/live/index.ts'
import { aMeeting } from './modules/meeting/fixtures.ts'
import { createSqlMeetingStore } from './modules/meeting/index.ts'
import { createSqlSiteStore, SiteSettings } from './modules/site/index.ts'
import { createSqlComplaintStore } from './modules/support/index.ts'
import { createSqlVerificationStore } from './modules/verification/index.ts'
import { openDatabase, openDatabaseAsIs } from './platform/database.ts'
import type { Db } from './platform/db.ts'
import { findActiveKey, openFieldCipher, removeTraces, rotateFieldKey } from './platform/fieldKeys.sql.ts'
import { createFieldKeyFile, createFieldKeysInMemory, fieldKeyFile } from './platform/fieldKeys.ts'
import { describeOnEveryDatabase } from './platform/testing/index.ts'

const siteId = v.parse(SiteId, 'site-1')
const companyId = v.parse(CompanyId, 'company-1')
const userId = v.parse(UserId, 'user-1')
const meetingId = v.parse(MeetingId, '123456789')
const number = { areaCode: '86', mobile: '13800138042' }
const code = {
	siteId,
	purpose: 3,
	...number,
	id: 'code-1',
	codeHash: 'h',
	tries: 0,
	createdAt: 5,
	isSent: true,
	expiresAt: 9,
	usedAt: null,
}
const proof = { hash: 'proof-1', siteId, purpose: 'register', userId: null, ...number, expiresAt: 9 } as const

/** Values that must not be stored readably. */
const secrets = ['Meet-47110815', 'Host-48151623', 'shell-secret-of-the-site', number.mobile]
/** Values of columns that were encrypted from the beginning. */
const laterSecrets = ['Live-16234215', 'key-of-the-publisher']

async function fill(db: Db) {
	const settings = v.parse(SiteSettings, {})
	await createSqlSiteStore(db).insert({ id: siteId, host: 'one', name: 'One', isDefault: true, settings }, 1)
	await createSqlSiteStore(db).saveShellSecret(siteId, 'shell-secret-of-the-site')
	await createSqlCompanyStore(db).insert({ id: companyId, siteId, name: 'First', type: 1 }, 1)
	const account = {
		id: userId,
		siteId,
		name: number.mobile,
		displayName: 'Mona',
		passwordHash: null,
		corporateHash: null,
	}
	const rest = { source: null, picture: null, isComplete: true, lastCompanyId: null }
	await createSqlAccountStore(db).insert({ ...account, mobile: number.mobile, mobileCode: number.areaCode, ...rest }, 1)
	const passwords = { password: 'Meet-47110815', hostPassword: 'Host-48151623', livePassword: 'Live-16234215' }
	await createSqlMeetingStore(db).insert(aMeeting({ siteId, companyId, meetingId, hostId: userId, ...passwords }))
	const rooms = { chatRoomId: v.parse(GroupId, 'g_1'), askRoomId: v.parse(GroupId, 'g_2') }
	const state = { status: 'notStarted' as const, startedAt: null, endedAt: null, views: 0 }
	const stream = { streamId: 'stream-1', streamKey: 'key-of-the-publisher' }
	await createSqlLiveStore(db).insert({ meetingId, siteId, ...rooms, ...stream, ...state })
	await createSqlVerificationStore(db).insertCode(code)
	await createSqlVerificationStore(db).insertProof(proof)
	const author = { companyId, userId, displayName: 'Mona', userName: number.mobile }
	await createSqlComplaintStore(db).insert({ id: 'complaint-1', siteId, author, content: 'Too loud', at: 1 })
}

async function expectReadable(db: Db) {
	expect(await createSqlSiteStore(db).shellSecret(siteId)).toBe('shell-secret-of-the-site')
	const accounts = createSqlAccountStore(db)
	for (const found of [
		await accounts.findByName(siteId, number.mobile),
		await accounts.findByMobile(siteId, number),
		await accounts.findByBareMobile(siteId, number.mobile),
	])
		expect(found).toMatchObject({ id: userId, name: number.mobile, mobile: number.mobile, mobileCode: '86' })
	const meeting = await createSqlMeetingStore(db).find(meetingId)
	expect(meeting).toMatchObject({ password: 'Meet-47110815', hostPassword: 'Host-48151623' })
	const verification = createSqlVerificationStore(db)
	expect(await verification.findNewestCode(code)).toMatchObject(number)
	expect(await verification.listSendTimes(siteId, number, 0)).toEqual([5])
	expect(await verification.findProof(proof, 1)).toMatchObject(number)
	const [complaint] = await createSqlComplaintStore(db).listBySite(siteId, 9)
	expect(complaint?.author?.userName).toBe(number.mobile)
}

const tables = ['sites', 'users', 'meetings', 'sms_codes', 'proofs', 'complaints', 'lives', 'field_keys']
/** Every row of every table that has a secret, as stored. */
async function dump(db: Db): Promise<string> {
	const rows = await Promise.all(tables.map(table => sql`select * from ${sql.table(table)}`.execute(db)))
	return JSON.stringify(rows.map(result => result.rows))
}

const migrateTo = async (db: Db, known: typeof migrations) =>
	expect((await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest()).error).toBe(
		undefined,
	)
const migrationsBefore = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'))

describeOnEveryDatabase('encrypted fields', (open, openWithoutTables) => {
	test('of an older version are encrypted, and found as before', async () => {
		const database = await openWithoutTables()
		const { db } = database
		await migrateTo(db, migrationsBefore)
		for (const statement of plainRows) await sql.raw(statement).execute(db)
		await openFieldCipher(db, createFieldKeysInMemory())
		await migrateTo(db, migrations)
		await removeTraces(database)
		const stored = await dump(db)
		for (const secret of secrets) expect(stored).not.toContain(secret)
		await expectReadable(db)
		await database.close()
	})

	test('passwords, secrets and numbers are stored as no text of theirs, and read as they were', async () => {
		const { db, close } = await open()
		await fill(db)
		const stored = await dump(db)
		for (const secret of [...secrets, ...laterSecrets]) expect(stored).not.toContain(secret)
		await expectReadable(db)
		await close()
	})

	test('a new key keeps everything readable and leaves nothing of the old one', async () => {
		const database = await open()
		const keys = createFieldKeysInMemory()
		// The database has a key already; this is one we hold.
		await database.db.transaction().execute(async inside => {
			await sql`delete from field_keys`.execute(inside)
		})
		await openFieldCipher(database.db, keys)
		const cipher = await openFieldCipher(database.db, keys)
		await sql`insert into field_keys values (${cipher.keyId}, ${cipher.prove()})`.execute(database.db)
		await fill(database.db)

		const { from, to, values } = await rotateFieldKey(database, keys, { forgetOld: true })
		expect(values).toBe(10)
		expect(from).not.toBe(to)
		expect(keys.read().map(({ id }) => id)).toEqual([to])
		expect((await findActiveKey(database.db))?.key_id).toBe(to)
		expect(await dump(database.db)).not.toContain(`~${from}.`)
		await openFieldCipher(database.db, keys)
		await expectReadable(database.db)
		await database.close()
	})

	test('a database without its key does not open, and says which file is missing', async () => {
		const { db, close } = await open()
		await expect(openFieldCipher(db, createFieldKeyFile('/nowhere'))).rejects.toThrow(
			/^The key [0-9a-f]{8} of the database is not in \/nowhere\/field-keys\.json: restore that file/,
		)
		const active = await findActiveKey(db)
		const impostor = { ...createFieldKeysInMemory().add(), id: active?.key_id ?? '' }
		const wrong = { ...createFieldKeysInMemory(), place: 'the file', read: () => [impostor] }
		await expect(openFieldCipher(db, wrong)).rejects.toThrow(/in the file is not that of the database/)
		await close()
	})
})

describe('the files of a data folder', () => {
	let folder: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'parley-keys-'))
	})
	afterEach(() => rmSync(folder, { recursive: true, force: true }))

	const bytes = () =>
		readdirSync(folder)
			.filter(name => name.startsWith('parley.sqlite'))
			.map(name => readFileSync(join(folder, name), 'latin1'))
			.join()

	test('have no secret in them, open or closed; the key is for its owner alone', async () => {
		const database = await openDatabase({ folder })
		await fill(database.db)
		for (const secret of secrets) expect(bytes()).not.toContain(secret)
		await database.close()
		for (const secret of secrets) expect(bytes()).not.toContain(secret)
		expect(statSync(join(folder, fieldKeyFile)).mode & 0o777).toBe(0o600)
		const again = await openDatabase({ folder })
		await expectReadable(again.db)
		await again.close()
	})

	test('of an older version are encrypted at the first start, without a trace of the old values', async () => {
		const before = openDatabaseAsIs({ folder })
		await migrateTo(before.db, migrationsBefore)
		for (const statement of plainRows) await sql.raw(statement).execute(before.db)
		await before.close()
		for (const secret of secrets) expect(bytes()).toContain(secret)

		const after = await openDatabase({ folder })
		await expectReadable(after.db)
		for (const secret of secrets) expect(bytes()).not.toContain(secret)
		await after.close()
	})

	test('a lost or damaged key file ends the start with one sentence', async () => {
		await (await openDatabase({ folder })).close()
		const path = join(folder, fieldKeyFile)
		const kept = readFileSync(path, 'utf8')
		writeFileSync(path, '{"keys":[')
		await expect(openDatabase({ folder })).rejects.toThrow(`${path} is damaged`)
		rmSync(path)
		await expect(openDatabase({ folder })).rejects.toThrow(`is not in ${path}`)
		expect(readdirSync(folder)).not.toContain(fieldKeyFile)
		writeFileSync(path, kept)
		await (await openDatabase({ folder })).close()
	})
})

const plainRows = [
	`insert into sites (id, host, is_default, name, settings, shell_secret, created_at)
		values ('site-1', 'one', 1, 'One', '{}', 'shell-secret-of-the-site', 1)`,
	"insert into companies (id, site_id, name, type, created_at) values ('company-1', 'site-1', 'First', 1, 1)",
	`insert into users (id, site_id, name, name_key, display_name, mobile, mobile_code, created_at)
		values ('user-1', 'site-1', '13800138042', '13800138042', 'Mona', '13800138042', '86', 1)`,
	`insert into meetings (id, meeting_id, site_id, company_id, creator_id, host_id, topic, zone, start_at, end_at, duration_s,
		status, is_private, host_must_open, password, host_password, created_at, updated_at)
		values ('m-1', '123456789', 'site-1', 'company-1', 'user-1', 'user-1', 'Plans', 'Asia/Shanghai', 1, 2, 1,
		1, 0, 1, 'Meet-47110815', 'Host-48151623', 1, 1)`,
	`insert into sms_codes (id, site_id, purpose, mobile_code, mobile, code_hash, created_at, expires_at)
		values ('code-1', 'site-1', 3, '86', '13800138042', 'h', 5, 9)`,
	`insert into proofs (hash, site_id, purpose, mobile_code, mobile, expires_at)
		values ('proof-1', 'site-1', 'register', '86', '13800138042', 9)`,
	`insert into complaints (id, site_id, company_id, user_id, user_name, display_name, content, created_at)
		values ('complaint-1', 'site-1', 'company-1', 'user-1', '13800138042', 'Mona', 'Too loud', 1)`,
]

test('[NODE-08] the key of a database is in the folder of the keys, and a database is not opened without it', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-key-folder-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const [data, keyFolder] = [join(folder, 'data'), join(folder, 'keys')]
	await (await openDatabase({ folder: data, keyFolder })).close()
	expect([readdirSync(data).includes(fieldKeyFile), readdirSync(keyFolder)]).toEqual([false, [fieldKeyFile]])
	await (await openDatabase({ folder: data, keyFolder })).close()
	await expect(openDatabase({ folder: data })).rejects.toThrow(join(data, fieldKeyFile))
})
