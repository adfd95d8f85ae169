import type { Db } from './db.ts'
import { StartError } from './startError.ts'

/** Table that exists while another database is being copied into this one (admin/moveDatabase.ts). */
export const progressTable = 'database_move'

/** @throws {StartError} if a copy into this database was not finished */
export async function refuseUnfinishedMove(db: Db): Promise<void> {
	const isUnfinished = (await db.introspection.getTables()).some(({ name }) => name === progressTable)
	if (isUnfinished)
		throw new StartError(
			'Copying into this database was not finished: run parley move-database again, or use the database it was copied from.',
		)
}
