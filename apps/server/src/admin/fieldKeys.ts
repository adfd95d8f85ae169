import { type CommandResult, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, fieldKeysOf, openDatabase } from '../platform/database.ts'
import { findActiveKey, rotateFieldKey } from '../platform/fieldKeys.sql.ts'
import { lockDatabase } from '../platform/serverLock.ts'
import { table } from '../platform/table.ts'

/** Lists the keys of the data folder, and the one the database is encrypted with. */
export async function listKeys(config: Config): Promise<CommandResult> {
	const location = databaseLocation(config)
	const database = await openDatabase(location)
	const active = await findActiveKey(database.db).finally(database.close)
	const keys = fieldKeysOf(location)
	const rows = keys.read().map(({ id, createdAt }) => [id, createdAt, id === active?.key_id ? 'in use' : 'for backups'])
	return success(...table([['KEY', 'MADE AT', ''], ...rows]), backupAdvice(keys.place))
}

/** Encrypts the database with a new key; the server must be stopped. */
export async function rotateKey(config: Config, forgetOld: boolean): Promise<CommandResult> {
	const location = databaseLocation(config)
	const lock = await lockDatabase(location, 0)
	try {
		const database = await openDatabase(location)
		const keys = fieldKeysOf(location)
		const { from, to, values } = await rotateFieldKey(database, keys, { forgetOld }).finally(database.close)
		return success(
			`${values} values encrypted with the new key ${to}.`,
			forgetOld
				? `The old key ${from} was removed: older backups can no longer be read.`
				: `The old key ${from} is kept for older backups; --forget-old removes it.`,
			backupAdvice(keys.place),
		)
	} finally {
		await lock.release()
	}
}

const backupAdvice = (place: string): string =>
	`Keep a copy of ${place} in another place than the backups, which can't be opened without it.`
