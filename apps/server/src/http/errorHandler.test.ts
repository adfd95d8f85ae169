import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { NodeNotTrustedError, NodeUnreachableError } from '../platform/nodeCalls.ts'
import { DatabaseBusyError } from '../platform/sqliteDriver.ts'
import { handleErrors } from './errorHandler.ts'

test.each([
	['timed out waiting for the database', new DatabaseBusyError(new Error('database is locked'))],
	['[NODE-16] asked a node that does not answer', new NodeUnreachableError({ id: 'one', url: null }, new Error())],
	['[NODE-03] came to a node that others may be taking over', new NodeNotTrustedError()],
])('a call that %s says that the server is busy, and when to retry', async (_, error) => {
	const app = fastify()
	handleErrors(app, { languageAt: async () => 'zh' })
	app.get('/busy', async () => {
		throw error
	})
	const reply = await app.inject('/busy')
	expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
	expect(reply.json()).toMatchObject({ code: 503, message: 'busy' })
	await app.close()
})
