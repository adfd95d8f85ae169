import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { explainStartError, StartError } from './startError.ts'

function explain(error: unknown, environment: Record<string, string> = {}) {
	const config = readConfig({ PARLEY_DATA: '/srv/parley', PORT: '443', HOST: '192.0.2.1', ...environment })
	if (!config.ok) throw new Error(config.failure.join())
	return explainStartError(error, config.value)
}
const aFault = (fields: object, message = 'it broke\n    at somewhere (file.ts:1:1)') =>
	Object.assign(new Error(message), fields)
const postgres = { DATABASE_URL: 'postgres://parley:hunter2@db.example/parley' }

test.each([
	['a full disk', { code: 'ENOSPC', path: '/srv/parley/secrets.json' }, ['/srv/parley/secrets.json', 'PARLEY_DATA']],
	['a full disk without a path', { code: 'ENOSPC' }, ['/srv/parley', 'free some']],
	['a folder of another user', { code: 'EACCES', path: '/srv/parley' }, ['/srv/parley', 'its owner']],
	['a read-only disk', { code: 'EROFS', path: '/srv/parley' }, ['/srv/parley', 'read-only']],
	['a file where the folder should be', { code: 'EEXIST', path: '/srv/parley' }, ['/srv/parley', 'not a folder']],
	['a missing certificate', { code: 'ENOENT', path: '/etc/a.pem' }, ['/etc/a.pem', 'missing']],
	['a taken port', { code: 'EADDRINUSE', syscall: 'listen' }, ['443', 'PORT']],
	['a port of the system', { code: 'EACCES', syscall: 'listen' }, ['443', '1024']],
	['an address of another machine', { code: 'EADDRNOTAVAIL', syscall: 'listen' }, ['192.0.2.1', 'HOST']],
	['a database that is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, ['/srv/parley', 'No space']],
	['a database that cannot grow', { code: 'ERR_SQLITE_ERROR', errcode: 4874 }, ['/srv/parley', 'space']],
	['a database that is none', { code: 'ERR_SQLITE_ERROR', errcode: 26 }, ['/srv/parley', 'restore']],
	['a database of another user', { code: 'ERR_SQLITE_ERROR', errcode: 14 }, ['/srv/parley', 'its owner']],
])('%s is explained in one sentence with its place and a remedy', (_, fields, parts) => {
	const said = explain(aFault(fields))
	for (const part of parts) expect(said).toContain(part)
	expect(said).not.toMatch(/\n| at |\w The /)
	expect(said).toMatch(/^[A-Z/]/)
})

test.each([
	['of the pages', { code: 'EADDRINUSE', syscall: 'listen', port: 443 }, 'PORT', 'PARLEY_METRICS'],
	['of the metrics', { code: 'EADDRINUSE', syscall: 'listen', port: 9100 }, 'PARLEY_METRICS', ' PORT'],
])('a taken port %s names its own setting alone', (_, fields, setting, other) => {
	const said = explain(aFault(fields), { PARLEY_METRICS: '127.0.0.1:9100' })
	expect(said).toContain(`${fields.port} is taken: stop what uses it, or choose another with ${setting}.`)
	expect(said).not.toContain(other)
})

test.each([
	['Client has encountered a connection error and is not queryable', {}],
	['Connection terminated unexpectedly', {}],
	['timeout expired', {}],
	['terminating connection due to administrator command', { code: '57P01' }],
])('PostgreSQL that stops while it is used is told as one that cannot be reached: %s', (message, fields) => {
	expect(explain(aFault(fields, message), postgres)).toContain('PostgreSQL cannot be reached')
	expect(explain(aFault(fields, message))).not.toContain('PostgreSQL cannot')
})

test.each([
	['that does not run', { code: 'ECONNREFUSED' }, 'cannot be reached'],
	['with another password', { code: '28P01' }, 'user and password'],
	['without the database', { code: '3D000' }, 'no such database'],
	['with a full disk', { code: '53100' }, 'disk of PostgreSQL is full'],
])('PostgreSQL %s is told without its password', (_, fields, part) => {
	const said = explain(aFault(fields), postgres)
	expect(said).toContain(part)
	expect(said).not.toContain('hunter2')
})

test('the cause is found even if an error wraps another', () => {
	const wrapped = new Error('migration 0001 failed', { cause: aFault({ code: 'ERR_SQLITE_ERROR', errcode: 13 }) })
	expect(explain(wrapped)).toContain('No space')
	expect(explain(new StartError('Say this.'))).toBe('Say this.')
})

test('an unexpected error is one sentence too, and says where to look', () => {
	expect(explain(aFault({}))).toBe(
		'Parley could not start (it broke): check the settings with `npm run parley -- doctor`, or see where it happened with PARLEY_LOG=debug.',
	)
	expect(explain('a text')).toContain('(a text)')
})
