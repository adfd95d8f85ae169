import { defaultLocale, locales } from '@parley/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { createDocumentStyle, renderMarkdown } from '../../../platform/http/documentPage.ts'
import { siteOf } from '../../../platform/http/siteOf.ts'
import { pageNames, type SiteService } from '../index.ts'

const AgreementQuery = v.object({
	name: v.picklist(pageNames),
	language: v.fallback(v.picklist(locales), defaultLocale),
	/** Missing: as the device prefers. */
	theme: v.fallback(v.optional(v.picklist(['light', 'dark'])), undefined),
})

const { document, policy } = createDocumentStyle()

/** The agreement pages of each site, shown in a frame by the page (ROUTE-25, ROUTE-29). */
export function serveAgreements(app: FastifyInstance, sites: SiteService) {
	app.get('/agreements/:name', async (request, reply) => {
		const asked = v.safeParse(AgreementQuery, fieldsOf(request))
		if (!asked.success) return reply.callNotFound()
		const { name, language, theme } = asked.output
		const site = await siteOf(sites, request)
		const text = await sites.readPage(site, name, language)
		return reply
			.header('content-security-policy', policy)
			.header('cache-control', 'no-cache')
			.type('text/html; charset=utf-8')
			.send(document({ language, theme, ...renderMarkdown(text) }))
	})
}

const fieldsOf = ({ params, query }: FastifyRequest) => ({ ...(query as object), ...(params as object) })
