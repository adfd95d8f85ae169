import { unreachable } from '@parley/core'
import type { Log } from '../../platform/log.ts'
import type { VisitEvent } from '../room/index.ts'
import type { VisitStore } from './visitStore.ts'

/** While the database refuses them, the newest are given up beyond this number. */
const maxWaiting = 10_000

interface VisitLogDeps {
	store: Pick<VisitStore, 'begin' | 'end' | 'addReport'>
	log: Pick<Log, 'warn'>
}

/** Stores visits and reports in their order, in the background: a slow or full database stops no meeting (ROOM-168). */
export function createVisitLog({ store, log }: VisitLogDeps) {
	const waiting: VisitEvent[] = []
	let writing: Promise<void> | undefined

	async function write(event: VisitEvent): Promise<void> {
		switch (event.type) {
			case 'began':
				return await store.begin(event.visit)
			case 'ended':
				return await store.end(event.visit, event.at)
			case 'reported':
				return await store.addReport(event.visit.participantId, event.at, event.report)
			default:
				unreachable(event)
		}
	}

	async function writeAll(): Promise<void> {
		for (let event = waiting[0]; event; event = waiting[0]) {
			await write(event)
			waiting.shift()
		}
	}

	/** Writes what waits; after a failure it waits for the next event or the next minute. */
	function flush(): Promise<void> {
		writing ??= writeAll()
			.catch(error => log.warn({ err: error }, 'visits to meetings could not be stored'))
			.finally(() => {
				writing = undefined
			})
		return writing
	}

	return {
		add(event: VisitEvent): void {
			if (waiting.length >= maxWaiting) return
			waiting.push(event)
			void flush()
		},
		flush,
	}
}
