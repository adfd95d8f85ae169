import type { HttpApp, Platform } from '../../platform/noun.ts'
import type { CompanyStore } from '../company/index.ts'
import { serveAgreements } from './adapters/agreements.ts'
import { siteChecks } from './checks.ts'
import { siteHttp } from './http.ts'
import { createSiteService } from './service.ts'
import { createSqlSiteStore } from './store.sql.ts'

export type SiteDeps = Pick<Platform, 'config' | 'db' | 'clock'> & {
	company: { companies: Pick<CompanyStore, 'find'> }
}

function open({ config: { publicUrl }, db, clock, company }: SiteDeps) {
	const sites = createSiteService({ store: createSqlSiteStore(db), clock, publicUrl })
	return {
		sites,
		calls: { site: siteHttp(sites, company.companies, clock) },
		routes: (app: HttpApp) => serveAgreements(app, sites),
	}
}

export const siteNoun = { name: 'site' as const, open, checks: siteChecks }
