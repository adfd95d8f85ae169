import * as v from 'valibot'
import { type Answer, type Check, type CheckContext, type CheckResult, describeAnswer } from '../../platform/check.ts'
import type { Config } from '../../platform/config.ts'
import { createSqlSiteStore } from './store.sql.ts'
import { type Site, SiteSettings } from './store.ts'

/** The sites of the examined database; none where there is no database yet. */
export const readSites = ({ ask }: Pick<CheckContext, 'ask'>): Promise<Answer<Site[]>> =>
	ask([], db => createSqlSiteStore(db).all())

/** Without a site every visitor reads that there is none. The demo makes its own at the first start. */
export function checkSites(hosts: readonly string[], { demo }: Pick<Config, 'demo'>): CheckResult {
	if (hosts.length > 0) return { found: hosts.join(', ') }
	if (demo === 'thisMachine' || demo === 'everywhere') return { found: 'none yet; the demo creates some' }
	return { found: 'none', remedy: 'Create one for the address people open: parley site create <host name>' }
}

/** Until `telephone` is set, pages show a placeholder number. */
export function checkTelephones(
	sites: readonly Pick<Site, 'host' | 'settings'>[],
	{ isReachable }: Pick<Config, 'isReachable'>,
): CheckResult {
	const { telephone: usual } = v.parse(SiteSettings, {})
	const found = sites.map(({ host, settings }) => `${host}: ${settings.telephone || 'none'}`).join('; ')
	const unset = sites.filter(({ settings }) => settings.telephone === usual).map(({ host }) => host)
	if (unset.length === 0 || !isReachable) return { found: found || 'no site yet' }
	return {
		found: `${unset.join(', ')} ${unset.length === 1 ? 'shows' : 'show'} the placeholder number ${usual}`,
		remedy: `Set a telephone number, or none (telephone=): ${unset.map(host => `parley site set ${host} telephone=…`).join('; ')}`,
	}
}

export const siteChecks: readonly Check[] = [
	{
		about: 'sites',
		run: async context =>
			describeAnswer(await readSites(context), sites =>
				checkSites(
					sites.map(({ host }) => host),
					context.config,
				),
			),
	},
	{
		about: 'telephone',
		run: async context => describeAnswer(await readSites(context), sites => checkTelephones(sites, context.config)),
	},
]
