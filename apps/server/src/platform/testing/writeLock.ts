import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** Asks every millisecond whether another connection may write to SQLite; for how long it could not, in milliseconds, each time. */
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
