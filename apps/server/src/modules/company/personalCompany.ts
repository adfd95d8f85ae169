import { type CompanyId, personalEdition, type SiteId } from '@parley/core'
import type { CompanyStore } from './store.ts'

/** Returns a function that finds the company of a site for people without one; undefined where the site has none. */
export const createFindPersonalCompany =
	(companies: Pick<CompanyStore, 'listBySite'>) =>
	async (siteId: SiteId): Promise<CompanyId | undefined> =>
		(await companies.listBySite(siteId)).find(company => company.type === personalEdition)?.id
