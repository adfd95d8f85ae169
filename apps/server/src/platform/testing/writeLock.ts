import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Checks every millisecond whether another connection may write to SQLite; returns each period in which it could not,
 * in milliseconds.
 */
export async function watchWriteLock(folder: string, isRunning: () => boolean): Promise<number[]> {
	const database = new DatabaseSync(join(folder, 'parley.sqlite'))
	database.exec('pragma busy_timeout = 0')
	const times: number[] = []
	let since: number | undefined
	while (isRunning()) {
		try {
			database.exec('begin immediate; rollback')
			if (since !== undefined) times.push(performance.now() - since)
			since = undefined
		} catch {
			since ??= performance.now()
		}
		await delay(1)
	}
	database.close()
	return times
}
