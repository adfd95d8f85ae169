import type { Kysely } from 'kysely'
import { cipherOf, type EncryptedField } from '../src/platform/fieldCipher.ts'
import { rewriteRows, saveActiveKey } from '../src/platform/fieldKeys.sql.ts'
import { storedName, storedNameKey } from '../src/platform/storedName.ts'

/** Passwords of meetings, secrets of shells and mobile numbers are encrypted, and numbers are found by a keyed hash. */
// biome-ignore lint/suspicious/noExplicitAny: the tables are as they were at this version
export async function up(db: Kysely<any>) {
	const cipher = cipherOf(db)
	await db.schema
		.createTable('field_keys')
		.addColumn('key_id', 'text', column => column.primaryKey())
		.addColumn('proof', 'text', column => column.notNull())
		.execute()
	await saveActiveKey(db, cipher)

	for (const index of ['users_by_mobile', 'users_by_bare_mobile', 'sms_codes_of_mobile'])
		await db.schema.dropIndex(index).execute()
	await db.schema.alterTable('users').addColumn('mobile_lookup', 'text').execute()
	await db.schema
		.alterTable('sms_codes')
		.addColumn('mobile_lookup', 'text', column => column.notNull().defaultTo(''))
		.execute()

	const encrypt = (field: EncryptedField, value: string | null | undefined) =>
		value === null || value === undefined ? null : cipher.encrypt(field, value)
	await rewriteRows(db, { table: 'meetings', columns: ['password', 'host_password'] }, row => ({
		password: encrypt('meetings.password', row.password),
		host_password: encrypt('meetings.host_password', row.host_password),
	}))
	await rewriteRows(db, { table: 'sites', columns: ['shell_secret'] }, ({ shell_secret }) => ({
		shell_secret: encrypt('sites.shell_secret', shell_secret),
	}))
	await rewriteRows(db, { table: 'users', columns: ['name', 'mobile'] }, ({ name, mobile }) => ({
		name: storedName(cipher, name ?? ''),
		name_key: storedNameKey(cipher, name ?? ''),
		mobile: encrypt('users.mobile', mobile),
		mobile_lookup: mobile === null || mobile === undefined ? null : cipher.lookup('users.mobile', mobile),
	}))
	await rewriteRows(db, { table: 'proofs', columns: ['mobile'] }, ({ mobile }) => ({
		mobile: encrypt('proofs.mobile', mobile),
	}))
	await rewriteRows(db, { table: 'sms_codes', columns: ['mobile'] }, ({ mobile }) => ({
		mobile: encrypt('sms_codes.mobile', mobile),
		mobile_lookup: cipher.lookup('sms_codes.mobile', mobile ?? ''),
	}))
	await rewriteRows(db, { table: 'complaints', columns: ['user_name'] }, ({ user_name }) => ({
		user_name: encrypt('complaints.user_name', user_name),
	}))

	await db.schema
		.createIndex('users_by_mobile')
		.on('users')
		.columns(['site_id', 'mobile_code', 'mobile_lookup'])
		.unique()
		.execute()
	await db.schema.createIndex('users_by_bare_mobile').on('users').columns(['site_id', 'mobile_lookup']).execute()
	await db.schema
		.createIndex('sms_codes_of_mobile')
		.on('sms_codes')
		.columns(['site_id', 'mobile_code', 'mobile_lookup', 'created_at'])
		.execute()
}
