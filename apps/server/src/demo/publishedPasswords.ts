import type { UserId } from '@parley/core'
import type { Db } from '../platform/db.ts'
import { verifyPassword } from '../platform/passwords.ts'
import { personId } from './meetings.ts'
import { demoPassword } from './people.ts'
import { demoSites } from './sites.ts'
import { demoStore } from './store.sql.ts'

const demoPeopleIds: readonly UserId[] = demoSites.flatMap(site =>
	site.companies.flatMap(company => company.people.map(({ name }) => personId(name, site.id))),
)

/** Returns demo people who still sign in with the published password. */
export async function findPublishedPasswords(db: Db): Promise<string[]> {
	const accounts = await demoStore(db).findPasswords(demoPeopleIds)
	const published = await publishedHashes(accounts.flatMap(({ hashes }) => hashes))
	return accounts.filter(({ hashes }) => hashes.some(hash => published.has(hash))).map(({ id }) => id)
}

/** Demo people share their hashes, so that few have to be computed. */
async function publishedHashes(hashes: readonly string[]): Promise<Set<string>> {
	const published = new Set<string>()
	for (const hash of new Set(hashes)) if (await verifyPassword(demoPassword, hash)) published.add(hash)
	return published
}

/** Takes the published password from the demo people who have it and signs them out; returns how many. */
export async function removePublishedPasswords(db: Db): Promise<number> {
	const ids = await findPublishedPasswords(db)
	await db.transaction().execute(transaction => demoStore(transaction).removePasswords(ids))
	return ids.length
}
