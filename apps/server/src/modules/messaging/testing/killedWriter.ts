import { openDatabaseAsIs } from '../../../platform/database.ts'
import { createSqlMessagingStore } from '../store/store.sql.ts'

/**
 * Commits to SQLite as a process of its own. Its arguments: a folder, lists of commits (JSON), which are committed all at
 * once, and after how many statements it is killed, as by a power cut. Prints the results, and how many statements it took.
 */
export async function runWriter({ argv, kill, pid, stdout }: Pick<NodeJS.Process, 'argv' | 'kill' | 'pid' | 'stdout'>) {
	const [, folder = '', lists = '[]', killAfter] = argv
	const { db, close } = openDatabaseAsIs({ folder })
	let statements = 0
	const counted = db.withPlugin({
		transformQuery: ({ node }) => node,
		async transformResult({ result }) {
			statements++
			if (statements === Number(killAfter)) kill(pid, 'SIGKILL')
			return result
		},
	})
	const results = await Promise.all(JSON.parse(lists).map(createSqlMessagingStore(counted).commit))
	await close()
	stdout.write(JSON.stringify({ results, statements }))
}
