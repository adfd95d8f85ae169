import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { createSqlMessagingStore, NewEvent } from '../../apps/server/src/modules/messaging/index.ts'
import { median } from '../testInstance.ts'
import { content, roomOf, senders } from './people.ts'

const transactions = 150
let count = 0

/** Names messages as the SDK does: in the order in which they are made. */
export const cmidOf = (purpose: string, number: number): string => `${purpose}-${String(number).padStart(9, '0')}`

export const messageOf = (uid: string, cmid: string): NewEvent => ({
	name: 'messagesReceived',
	uid: v.parse(ImUserId, uid),
	cmid,
	body: { type: 0, content, sendUserName: 'Person 0', imgUrl: '', role: 1 },
})

/** Microseconds of processor time per message. */
async function cpuPerMessage(perTransaction: number, commit: (batch: NewEvent[]) => unknown): Promise<number> {
	const samples: number[] = []
	for (let n = 0; n < transactions; n++) {
		const batch = Array.from({ length: perTransaction }, (_, index) =>
			messageOf(`bench-${index % senders}`, cmidOf('commit', ++count)),
		)
		const before = process.cpuUsage()
		await commit(batch)
		const { user, system } = process.cpuUsage(before)
		samples.push((user + system) / perTransaction)
	}
	return median(samples.slice(transactions / 10))
}

/**
 * Minimum work to store a message durably, in order and once: counter, event and the index of stored ones. The file
 * grows with every call, like that of messaging.
 */
export function createBareStore(folder: string) {
	const db = new DatabaseSync(join(folder, 'bare.sqlite'))
	db.exec(`
		pragma journal_mode = wal; pragma synchronous = full;
		create table conversations (app_id text not null, id text not null, last integer not null, primary key (app_id, id)) without rowid;
		create table events (app_id text not null, conversation_id text not null, position integer not null, ts integer not null,
			uid text not null, name text not null, cmid text, body text not null, primary key (app_id, conversation_id, position)) without rowid;
		create unique index events_cmid on events (app_id, conversation_id, uid, cmid);`)
	const move = db.prepare(
		'insert into conversations values (?, ?, 1) on conflict (app_id, id) do update set last = last + 1 returning last',
	)
	const insert = db.prepare('insert into events values (?, ?, ?, ?, ?, ?, ?, ?)')
	return {
		/** Microseconds per message. */
		measure: (perTransaction: number): Promise<number> =>
			cpuPerMessage(perTransaction, batch => {
				db.exec('begin immediate')
				for (const [index, { uid, name, cmid = null, body }] of batch.entries()) {
					const id = roomOf(index % senders)
					const { last } = move.get('bench-site', id) as { last: number }
					insert.run('bench-site', id, last, Date.now(), uid, name, cmid, JSON.stringify(body))
				}
				db.exec('commit')
			}),
		close: () => db.close(),
	}
}

/** Same through the store of messaging. */
export const storeCommits = (
	store: Pick<ReturnType<typeof createSqlMessagingStore>, 'commit'>,
	appId: ImAppId,
	perTransaction: number,
): Promise<number> =>
	cpuPerMessage(perTransaction, batch =>
		store.commit(
			batch.map((event, index) => ({
				appId,
				now: Date.now(),
				conversation: { id: roomOf(index % senders), version: 1, events: [event] },
			})),
		),
	)
