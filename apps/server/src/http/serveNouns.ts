import type { FastifyInstance } from 'fastify'
import type { HttpEdge, OpenNoun } from '../platform/noun.ts'
import { type CallRouteDeps, registerCalls } from './callRoutes.ts'
import { serveDocs } from './openapi.ts'

/** Serves the calls, their documentation and the other routes of all nouns. */
export async function serveNouns(
	app: FastifyInstance,
	nouns: readonly OpenNoun[],
	{ edge, callDeps }: { edge: HttpEdge; callDeps: CallRouteDeps },
) {
	for (const { calls = {}, callScope } of nouns) {
		const groups = Object.values(calls)
		if (!callScope) registerCalls(app, groups, callDeps)
		else
			await app.register(async scope => {
				await callScope(scope, edge)
				registerCalls(scope, groups, callDeps)
			})
	}
	serveDocs(app, Object.assign({}, ...nouns.map(({ calls }) => calls)))
	for (const { routes } of nouns) await routes?.(app, edge)
}
