import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { DatabaseBusyError } from '../platform/sqliteDriver.ts'
import { handleErrors } from './errorHandler.ts'

test('a call that timed out waiting for the database says so, and when to retry', async () => {
	const app = fastify()
	handleErrors(app, { languageAt: async () => 'zh' })
	app.get('/busy', async () => {
		throw new DatabaseBusyError(new Error('database is locked'))
	})
	const reply = await app.inject('/busy')
	expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
	expect(reply.json()).toMatchObject({ code: 503, message: 'busy' })
	await app.close()
})
