import type { Platform } from '../../platform/noun.ts'
import { directoryHttp } from './http.ts'
import { openDirectory } from './openDirectory.ts'

function open({ db, ids }: Pick<Platform, 'db' | 'ids'>) {
	const directory = openDirectory({ db, ids })
	return { directory, calls: { directory: directoryHttp(directory) } }
}

export const directoryNoun = { name: 'directory' as const, open }
