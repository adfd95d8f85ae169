import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Compilable, sql } from 'kysely'
import { expect, test } from 'vitest'
import { compileOnce } from './compiledQuery.ts'
import { openDatabase } from './database.ts'
import type { Db } from './db.ts'
import { describeOnEveryDatabase } from './testing/index.ts'

test('a query that is compiled once immediately sees writes of another process to the SQLite file', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parley-'))
	const [ours, theirs] = [await openDatabase({ folder }), await openDatabase({ folder })]
	const countSites = compileOnce(ours.db, () => ({
		compile: () => sql<{ sites: number }>`select count(*) as sites from sites`.compile(ours.db),
	}))
	for (let written = 0; written < 3; written++) {
		expect(await countSites({})).toEqual([{ sites: written }])
		await sql`insert into sites (id, host, is_default, name, settings, created_at) values (${`s${written}`}, ${`h${written}`}, 0, 's', '{}', 0)`.execute(
			theirs.db,
		)
	}
	expect(await countSites({})).toEqual([{ sites: 3 }])
	await Promise.all([ours.close(), theirs.close()])
	await rm(folder, { recursive: true })
})

describeOnEveryDatabase('queries that are compiled once', open => {
	/** Each word is returned with the number, which is compared too. */
	const question = (db: Db, built: () => void = () => {}) =>
		compileOnce(db, ({ number, word }: { number: number; word: string }) => {
			built()
			const query = sql<{ said: string; times: number }>`
				select cast(${word} as text) as said, cast(${number} as bigint) as times
				where cast(${number} as bigint) > ${0} and cast(${word} as text) <> 'no'`
			return { compile: () => query.compile(db) } as Compilable<{ said: string; times: number }>
		})

	test('execute with the values of each call, not those of the first', async () => {
		const { db, close } = await open()
		const ask = question(db)
		expect(await ask({ number: 1, word: 'one' })).toEqual([{ said: 'one', times: 1 }])
		expect(await ask({ number: 2, word: "two'; --" })).toEqual([{ said: "two'; --", times: 2 }])
		expect(await ask({ number: 0, word: 'none' })).toEqual([])
		// PostgreSQL may plan the sixth execution of a prepared statement differently from the first five.
		const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask({ number: n + 1, word: `w${n}` })))
		expect(answers.flat()).toEqual(Array.from({ length: 40 }, (_, n) => ({ said: `w${n}`, times: n + 1 })))
		await close()
	})

	test('are prepared on a connection of PostgreSQL', async () => {
		const { db, kind, close } = await open()
		await question(db)({ number: 1, word: 'one' })
		if (kind === 'postgres') {
			const { rows } = await sql`select statement from pg_prepared_statements where name like 'parley_%'`.execute(db)
			expect(rows).toEqual([{ statement: expect.stringContaining(`<> 'no'`) }])
		}
		await close()
	})

	test('are built at most once', async () => {
		const { db, close } = await open()
		let built = 0
		const ask = question(db, () => {
			built += 1
		})
		expect(built).toBe(0)
		for (let n = 1; n < 5; n++) await ask({ number: n, word: 'x' })
		expect(built).toBe(1)
		await close()
	})

	test('do not compile if they depend on a value', async () => {
		const { db, close } = await open()
		const ask = compileOnce(db, ({ word }: { word: string }) => ({
			compile: () => sql`select ${`%${word}%`} as said`.compile(db),
		}))
		await expect(ask({ word: 'x' })).rejects.toThrow('"word" has no value')
		await close()
	})

	test('do not see changes of a transaction that may be rolled back, except inside it', async () => {
		const { db, close } = await open()
		const countSites = (inside: Db) =>
			compileOnce(inside, () => ({
				compile: () => sql<{ sites: number }>`select count(*) as sites from sites`.compile(inside),
			}))
		const outside = countSites(db)
		expect(await outside({})).toEqual([{ sites: 0 }])
		let asked: Promise<unknown> | undefined
		const transaction = db.transaction().execute(async inside => {
			await sql`insert into sites (id, host, is_default, name, settings, created_at) values ('s', 'h', 0, 's', '{}', 0)`.execute(
				inside,
			)
			expect(await countSites(inside)({})).toEqual([{ sites: 1 }])
			asked = outside({})
			await setTimeout(10)
			throw new Error('taken back')
		})
		await expect(transaction).rejects.toThrow('taken back')
		expect(await asked).toEqual([{ sites: 0 }])
		await close()
	})
})
