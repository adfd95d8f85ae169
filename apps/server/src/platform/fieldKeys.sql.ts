import { type Kysely, sql } from 'kysely'
import {
	attachFieldCipher,
	createFieldCipher,
	type EncryptedField,
	encryptedFields,
	type FieldCipher,
	isEncrypted,
	type LookupField,
} from './fieldCipher.ts'
import type { FieldKeyStore } from './fieldKeys.ts'
import { StartError } from './startError.ts'
import { storedNameKey } from './storedName.ts'

type Row = Record<string, string | null>
// biome-ignore lint/suspicious/noExplicitAny: tables and columns are named by values here
type AnyDb = Kysely<any>

/** An open database (`OpenDatabase`), or the parts needed here. */
interface DatabaseOfKind {
	db: AnyDb
	kind: 'sqlite' | 'postgres'
}

const rowsAtOnce = 500
const idOf: Record<string, string> = { proofs: 'hash' }

/**
 * Gives an open database the cipher of its key. A database without one gets the newest key of the store.
 * @throws {StartError} if the database's key is missing or wrong
 */
export async function openFieldCipher(db: AnyDb, keys: FieldKeyStore): Promise<FieldCipher> {
	const active = await findActiveKey(db)
	if (!active) {
		const newest = keys.read().at(-1) ?? keys.add()
		return attached(db, createFieldCipher(keys.read(), newest.id))
	}
	const known = keys.read()
	if (!known.some(key => key.id === active.key_id)) {
		throw new StartError(
			`The key ${active.key_id} of the database is not in ${keys.place}: restore that file from your copy which you keep apart from the backups.`,
		)
	}
	const cipher = createFieldCipher(known, active.key_id)
	if (!cipher.isProof(active.proof)) {
		throw new StartError(
			`The key ${active.key_id} in ${keys.place} is not that of the database: restore that file from your copy which you keep apart from the backups.`,
		)
	}
	return attached(db, cipher)
}

function attached(db: AnyDb, cipher: FieldCipher): FieldCipher {
	attachFieldCipher(db, cipher)
	return cipher
}

/** Returns the key the database is encrypted with; undefined before the first encrypting migration. */
export async function findActiveKey(db: AnyDb): Promise<{ key_id: string; proof: string } | undefined> {
	try {
		return await db.selectFrom('field_keys').select(['key_id', 'proof']).executeTakeFirst()
	} catch (error) {
		const { code, message } = error as { code?: string; message?: string }
		if (code === '42P01' || message?.includes('no such table')) return undefined
		throw error
	}
}

/** Records the key the database is encrypted with; runs inside the encrypting transaction. */
export async function saveActiveKey(db: AnyDb, cipher: FieldCipher): Promise<void> {
	await db.deleteFrom('field_keys').execute()
	await db.insertInto('field_keys').values({ key_id: cipher.keyId, proof: cipher.prove() }).execute()
}

/**
 * Encrypts everything with a new key, all or nothing. Nothing else may use the database meanwhile. The new key is
 * stored first and the old ones are kept, so that a crash loses neither.
 * @returns ids of the old and the new key, and how many values were encrypted
 */
export async function rotateFieldKey(
	database: DatabaseOfKind,
	keys: FieldKeyStore,
	{ forgetOld }: { forgetOld: boolean },
): Promise<{ from: string; to: string; values: number }> {
	const db: AnyDb = database.db
	const from = await openFieldCipher(db, keys)
	const { id } = keys.add()
	const to = createFieldCipher(keys.read(), id)
	const values = await db.transaction().execute(async transaction => {
		let count = 0
		for (const field of encryptedFields) count += await encryptAgain(transaction, field, to)
		await saveActiveKey(transaction, to)
		return count
	})
	attachFieldCipher(db, to)
	if (forgetOld) keys.keepOnly(id)
	await removeTraces(database)
	return { from: from.keyId, to: id, values }
}

/** `cipher` decrypts with the old key and encrypts with the new one. */
async function encryptAgain(db: AnyDb, field: EncryptedField, cipher: FieldCipher): Promise<number> {
	const [table = '', column = ''] = field.split('.')
	return await rewriteRows(db, { table, columns: [column] }, row => {
		const stored = row[column]
		// Only names that are numbers are encrypted.
		if (typeof stored !== 'string' || !isEncrypted(stored)) return undefined
		const text = cipher.decrypt(field, stored)
		return { [column]: cipher.encrypt(field, text), ...lookupOf(cipher, field, text) }
	})
}

/** The column through which an encrypted one is searched. */
function lookupOf(cipher: FieldCipher, field: EncryptedField, text: string): Row {
	if (field === 'users.name') return { name_key: storedNameKey(cipher, text) }
	if (field === 'users.mobile' || field === 'sms_codes.mobile')
		return { mobile_lookup: cipher.lookup(field satisfies LookupField, text) }
	return {}
}

/** Rewrites all rows of a table in batches; returns how many changed. */
export async function rewriteRows(
	db: AnyDb,
	{ table, columns }: { table: string; columns: readonly string[] },
	change: (row: Row) => Row | undefined,
): Promise<number> {
	const id = idOf[table] ?? 'id'
	let changed = 0
	let after = ''
	for (;;) {
		const rows: Row[] = await db
			.selectFrom(table)
			.select([id, ...columns])
			.where(id, '>', after)
			.orderBy(id)
			.limit(rowsAtOnce)
			.execute()
		const last = rows.at(-1)
		if (!last) return changed
		for (const row of rows) {
			const update = change(row)
			if (!update) continue
			await db.updateTable(table).set(update).where(id, '=', row[id]).execute()
			changed++
		}
		after = last[id] ?? ''
	}
}

/** Databases keep overwritten data until they need the space; this erases it. */
export async function removeTraces({ db, kind }: DatabaseOfKind): Promise<void> {
	if (kind === 'postgres') {
		const tables = [...new Set(encryptedFields.map(field => field.split('.')[0] ?? ''))]
		await sql`vacuum (full) ${sql.join(tables.map(table => sql.table(table)))}`.execute(db)
		return
	}
	await sql`vacuum`.execute(db)
	await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
