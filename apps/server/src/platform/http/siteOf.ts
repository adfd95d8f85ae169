import type { FastifyRequest } from 'fastify'

/** No site has the host name of a request. */
export class UnknownHostError extends Error {
	readonly statusCode = 421
}

/**
 * The site of the host name a request was sent to.
 * @throws {UnknownHostError} which the error handler answers without naming a site
 */
export async function siteOf<Site>(
	sites: { findByHost(host: string): Promise<Site | undefined> },
	request: FastifyRequest,
): Promise<Site> {
	const site = await sites.findByHost(request.host)
	if (!site) throw new UnknownHostError('there is no site of this host name')
	return site
}
