import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** Copies the database in a thread, so that the command keeps handling signals. */
const { from, to } = workerData as { from: string; to: string }
const database = new DatabaseSync(from, { timeout: 10_000 })
try {
	database.prepare('vacuum into ?').run(to)
} finally {
	database.close()
}
