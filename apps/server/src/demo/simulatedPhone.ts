import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Site, SiteService } from '../modules/site/index.ts'
import { notStored } from '../platform/http/headers.ts'
import { siteOf } from '../platform/http/siteOf.ts'

const apps = ['weixin', 'apple', 'dingtalk'] as const
const Identify = v.object({
	app: v.picklist(apps),
	subject: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
})

export interface SimulatedPhoneDeps {
	/** Text messages that were sent, newest first; missing where a real sender delivers them. */
	inbox: (() => { at: number; to: string; text: string }[]) | undefined
	/** A signed identity of another app; nothing where the site shares no secret with its shell. */
	signIdentity: (app: (typeof apps)[number], subject: string, site: Site) => Promise<string | undefined>
}

/**
 * Serves the endpoints of the simulated phone: its text messages, and identities of other apps. Only with demo data:
 * anyone who reaches them can sign in as anyone.
 */
export function serveSimulatedPhone(
	app: FastifyInstance,
	sites: SiteService,
	{ inbox, signIdentity }: SimulatedPhoneDeps,
) {
	app.get('/shell/inbox', async (_, reply) => {
		reply.header('cache-control', notStored)
		return inbox ? { messages: inbox() } : reply.code(404).send({ code: 404, message: 'missing' })
	})
	app.post('/shell/identify', async (request, reply) => {
		const asked = v.safeParse(Identify, request.body)
		if (!asked.success) return reply.code(422).send({ code: 422, message: 'invalidInput' })
		const site = await siteOf(sites, request)
		const proof = await signIdentity(asked.output.app, asked.output.subject, site)
		return proof === undefined ? reply.code(404).send({ code: 404, message: 'missing' }) : { proof }
	})
}
