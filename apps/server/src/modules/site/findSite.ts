import type { Result } from '@parley/core'
import { failure, type OnDatabase } from '../../platform/command.ts'
import { createSqlSiteStore } from './store.sql.ts'
import type { Site } from './store.ts'

export const siteOption = ['--site <host>', 'host name of the site (default: the default site)'] as const

/** Finds the site of a host name, or the default site. */
export async function findSite(
	{ db }: Pick<OnDatabase, 'db'>,
	host: string | undefined,
): Promise<Result<Site, string[]>> {
	const sites = await createSqlSiteStore(db).all()
	const site = sites.find(one => (host === undefined ? one.isDefault : one.host === host.toLowerCase()))
	if (site) return { ok: true, value: site }
	if (sites.length === 0) return failure('No site exists yet. Create one: parley site create <host>')
	const known = sites.map(one => one.host).join(', ')
	return failure(
		host === undefined
			? `No default site is set. Name a site with --site: ${known}`
			: `No site ${host}. Existing sites: ${known}`,
	)
}
