import type { OnDatabase } from '../../platform/command.ts'
import { createDirectoryService } from './service.ts'
import { createSqlDirectoryStore } from './store.sql.ts'

/** Creates the service on a database or a transaction, for the server and for commands. */
export const openDirectory = ({ db, ids }: Pick<OnDatabase, 'db' | 'ids'>) =>
	createDirectoryService({ store: createSqlDirectoryStore(db), ids })
