import { systemClock } from '../platform/clock.ts'
import type { CommandContext } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, openDatabase, withLateSync } from '../platform/database.ts'
import { randomIds } from '../platform/ids.ts'
import { lockImports } from '../platform/importLock.ts'

/** Opens the configured database for one command. */
export async function withCommandContext<T>(config: Config, work: (context: CommandContext) => Promise<T>): Promise<T> {
	const location = databaseLocation(config)
	const database = await openDatabase(location)
	const { db, kind } = database
	const shared = { clock: systemClock, ids: randomIds }
	try {
		return await work({
			...shared,
			db,
			inTransaction: inside => db.transaction().execute(transaction => inside({ ...shared, db: transaction })),
			withLateSync: late => withLateSync(database, late),
			isExclusive: kind === 'sqlite',
			lockImports: () => lockImports(location),
		})
	} finally {
		await database.close()
	}
}
