import { isRefusedData } from './database.ts'
import type { Log } from './log.ts'

/** While the database is away, the oldest are given up beyond this number. */
const maxWaiting = 10_000

interface BackgroundQueueOptions<T> {
	/** Writes entries in their order; after an error they are written again, one by one. */
	write(entries: readonly T[]): Promise<void>
	/** Entries of one write. */
	batchSize: number
	/** The entries in the log, such as "visits to meetings". */
	what: string
	log: Pick<Log, 'warn'>
}

/**
 * Writes entries to the database in their order and in the background: callers do not wait for the database. An entry that
 * the database refuses for its data is dropped, so that it does not hold up those behind it.
 */
export function createBackgroundQueue<T extends object>({ write, batchSize, what, log }: BackgroundQueueOptions<T>) {
	const waiting: T[] = []
	let flushing: Promise<void> | undefined

	async function writeAll(): Promise<void> {
		while (waiting.length > 0) {
			const batch = waiting.slice(0, batchSize)
			try {
				await write(batch)
				removeWritten(batch)
			} catch (error) {
				if (!isRefusedData(error)) throw error
				for (const entry of batch) await writeOne(entry)
			}
		}
	}

	async function writeOne(entry: T): Promise<void> {
		try {
			await write([entry])
		} catch (error) {
			if (!isRefusedData(error)) throw error
			// The message and the detail of PostgreSQL may quote a name.
			const { code, errcode } = error as { code?: unknown; errcode?: unknown }
			log.warn({ code, errcode }, `the database refused an entry of ${what}, which is dropped`)
		}
		removeWritten([entry])
	}

	function removeWritten(entries: readonly T[]): void {
		const written: ReadonlySet<T | undefined> = new Set(entries)
		// Some of them may have been given up meanwhile.
		let count = 0
		while (count < entries.length && written.has(waiting[count])) count++
		waiting.splice(0, count)
	}

	/** Writes what waits; after a failure it waits for the next entry or the next call. */
	function flush(): Promise<void> {
		flushing ??= writeAll()
			.catch(error => log.warn({ err: error }, `${what} could not be stored`))
			.finally(() => {
				flushing = undefined
			})
		return flushing
	}

	return {
		add(entry: T): void {
			if (waiting.length >= maxWaiting) waiting.shift()
			waiting.push(entry)
			void flush()
		},
		flush,
	}
}
