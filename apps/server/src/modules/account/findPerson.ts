import { ok } from '@parley/core'
import { failure, type OnDatabase } from '../../platform/command.ts'
import { findSite } from '../site/index.ts'
import { createSqlAccountStore } from './store.sql.ts'

export const unknownPersonText = (name: string, site: string): string => `No person "${name}" on ${site}`

/** Finds the account of a login name on a site. */
export async function findPerson(
	{ db }: Pick<OnDatabase, 'db'>,
	{ name, site: host }: { name: string; site: string | undefined },
) {
	const site = await findSite({ db }, host)
	if (!site.ok) return site
	const account = await createSqlAccountStore(db).findByName(site.value.id, name)
	return account ? ok(account) : failure(unknownPersonText(name, site.value.host))
}
