import { openDatabaseAsIs } from '../../../platform/database.ts'
import { createSqlMessagingStore } from '../store/store.sql.ts'

/**
 * Commits to SQLite in a process of its own. Its arguments: a folder, lists of commits (JSON), which are all committed
 * at once, and the number of statements after which it is killed, as by a power cut. Prints the results, and the number
 * of statements.
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
