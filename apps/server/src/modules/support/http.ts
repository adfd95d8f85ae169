import { support } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { CompanyStore } from '../company/index.ts'
import type { SiteService } from '../site/index.ts'
import type { ComplaintService } from './complaints.ts'

export const supportHttp = (companies: CompanyStore, sites: SiteService, complaints: ComplaintService): CallHandlers =>
	handlers(support, {
		async invitation({ code }, { siteId }) {
			const site = await sites.find(siteId)
			const inviting = code === '' ? { name: site.name, siteId } : await companies.findByInvitationCode(code)
			if (!inviting || inviting.siteId !== siteId) return refused('missing')
			const { productName, telephone, androidUrl, iosUrl } = site.settings
			return ok({
				companyName: inviting.name,
				productName: productName || site.name,
				telephone,
				...(androidUrl && { androidUrl }),
				...(iosUrl && { iosUrl }),
			})
		},
		complain: ({ content }, caller) => complaints.complain(caller, content),
		reportProblem: ({ meetingId, content, figures }, caller) =>
			complaints.reportProblem(caller, meetingId, { typed: content, figures }),
	})
