import { unreachable } from '@parley/core'
import { createBackgroundQueue } from '../../platform/backgroundQueue.ts'
import type { Log } from '../../platform/log.ts'
import type { VisitEvent } from '../room/index.ts'
import type { VisitStore } from './visitStore.ts'

interface VisitLogDeps {
	store: Pick<VisitStore, 'begin' | 'end' | 'addReport'>
	/** This node, which has the rooms. */
	node: string
	log: Pick<Log, 'warn'>
}

/** Stores visits and reports in their order, in the background (ROOM-168). */
export function createVisitLog({ store, node, log }: VisitLogDeps) {
	async function write(event: VisitEvent): Promise<void> {
		switch (event.type) {
			case 'began':
				return await store.begin(event.visit, node)
			case 'ended':
				return await store.end(event.visit, event.at)
			case 'reported':
				return await store.addReport(event.visit, event.at, event.report)
			default:
				unreachable(event)
		}
	}

	return createBackgroundQueue<VisitEvent>({
		async write(events) {
			for (const event of events) await write(event)
		},
		batchSize: 1,
		what: 'visits to meetings',
		log,
	})
}
