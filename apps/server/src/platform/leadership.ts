import type pg from 'pg'
import { tryAdvisoryLock } from './advisoryLock.ts'

/** Decides which of the servers of a database runs the jobs that only one may run. */
export interface Leadership {
	/** Tries to become the leader if there is none. @throws if the database cannot be reached */
	isLeader(): Promise<boolean>
	release(): Promise<void>
}

/** SQLite is opened by one server. */
const alwaysLeader: Leadership = { isLeader: async () => true, release: async () => {} }

/**
 * On PostgreSQL the leader holds an advisory lock, which ends with its connection: another server leads at the latest a
 * minute after one has stopped or lost the database. A job that runs while its lock is lost goes on, so two servers may run
 * the same job for a while: each job can run twice.
 */
export function createLeadership(location: { url: string } | { folder: string }): Leadership {
	if (!('url' in location)) return alwaysLeader
	const { url } = location
	let client: pg.Client | undefined
	let trying: Promise<boolean> | undefined

	async function tryToLead(): Promise<boolean> {
		const held = await tryAdvisoryLock(url, 'parley jobs')
		if (!held) return false
		held.once('end', () => {
			if (client === held) client = undefined
		})
		client = held
		return true
	}

	return {
		async isLeader() {
			if (client) return true
			trying ??= tryToLead().finally(() => {
				trying = undefined
			})
			return await trying
		},
		async release() {
			await trying?.catch(() => {})
			await client?.end()
			client = undefined
		},
	}
}
