import type { Platform } from '../../platform/noun.ts'
import { directoryHttp } from './http.ts'
import { createDirectoryService } from './service.ts'
import { createSqlDirectoryStore } from './store.sql.ts'

function open({ db, ids }: Pick<Platform, 'db' | 'ids'>) {
	const directory = createDirectoryService({ store: createSqlDirectoryStore(db), ids })
	return { directory, calls: { directory: directoryHttp(directory) } }
}

export const directoryNoun = { name: 'directory' as const, open }
