import type { Platform } from '../../platform/noun.ts'
import type { CompanyStore } from '../company/index.ts'
import type { SiteService } from '../site/index.ts'
import { createComplaintService } from './complaints.ts'
import { supportHttp } from './http.ts'
import { createSqlComplaintStore } from './store.sql.ts'

export type SupportDeps = Platform & { site: { sites: SiteService }; company: { companies: CompanyStore } }

function open({ db, clock, ids, createRateLimit, site: { sites }, company: { companies } }: SupportDeps) {
	const complaints = createComplaintService({ store: createSqlComplaintStore(db), sites, clock, ids, createRateLimit })
	return {
		complaints,
		calls: { support: supportHttp(companies, sites, complaints) },
		jobs: [{ name: 'old complaints', run: complaints.removeOld }],
	}
}

export const supportNoun = { name: 'support' as const, open }
