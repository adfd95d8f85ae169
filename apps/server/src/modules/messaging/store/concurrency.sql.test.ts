import { env } from 'node:process'
import { GroupId, ImAppId, ImUserId } from '@parley/im'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openDatabaseAsIs } from '../../../platform/database.ts'
import { describeOnEveryDatabase } from '../../../platform/testing/index.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { Commit } from '../model/commit.ts'
import { chatId } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import { createSqlMessagingStore } from './store.sql.ts'
import type { MessagingStore } from './store.ts'

const appId = v.parse(ImAppId, 'app')
const person = (id: string | number) => v.parse(ImUserId, `p${id}`)
const gid = v.parse(GroupId, 'group')
const chat = chatId(person(1), person(2))
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const send = (cmid: string, id = chat, now = 1): Commit => ({
	appId,
	now,
	conversation: {
		id,
		create: {},
		events: [{ name: 'messagesReceived', uid: person(1), cmid, body: { content: cmid } }],
	},
})

describeOnEveryDatabase('concurrent commits', open => {
	let databases: OpenDatabase[]
	/** PostgreSQL is used by several nodes; SQLite by one process. */
	let nodes: MessagingStore[]

	beforeEach(async () => {
		const first = await open()
		databases = first.kind === 'postgres' ? [await openAgain(first), first] : [first]
		nodes = databases.map(({ db }) => createSqlMessagingStore(db))
	})
	afterEach(async () => {
		for (const { close } of databases) await close()
	})
	const node = (n: number) => nodes[n % nodes.length] as MessagingStore
	const readAll = async (id: string) => await node(0).readEvents(appId, id, { limit: 10_000, from: 'oldest' })
	const one = async (n: number, commit: Commit) => (await node(n).commit([commit]))[0]

	test('a hundred messages of one conversation get the positions 1 to 100, each once', async () => {
		const results = await Promise.all(upTo(100).map(n => one(n, send(`c${n}`))))
		const positions = results.map(result => (result?.status === 'committed' ? result.events[0]?.hisId : undefined))
		expect(positions.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(upTo(100).map(n => n + 1))
		expect((await readAll(chat)).map(({ hisId }) => hisId)).toEqual(upTo(100).map(n => n + 1))
		for (const [n, position] of positions.entries())
			expect((await node(n).findEvent(appId, chat, position ?? 0))?.cmid).toBe(`c${n}`)
	})

	test('repeated reads after a position return everything in order, and nothing twice', async () => {
		let isWriting = true
		const writing = Promise.all(
			upTo(20).map(async writer => {
				for (const n of upTo(10)) await one(writer, send(`${writer}-${n}`))
			}),
		).finally(() => {
			isWriting = false
		})
		const seen: LoggedEvent[] = []
		for (let wasWriting = true; wasWriting; ) {
			wasWriting = isWriting
			const after = seen.at(-1)?.hisId ?? 0
			seen.push(...(await node(seen.length).readEvents(appId, chat, { after, limit: 7, from: 'oldest' })))
			await new Promise(resolve => setTimeout(resolve, 1))
		}
		await writing
		seen.push(
			...(await node(0).readEvents(appId, chat, { after: seen.at(-1)?.hisId ?? 0, limit: 999, from: 'oldest' })),
		)
		expect(seen.map(({ hisId }) => hisId)).toEqual(upTo(200).map(n => n + 1))
		for (const writer of upTo(20)) {
			const own = seen.map(({ cmid }) => cmid).filter(cmid => cmid?.startsWith(`${writer}-`))
			expect(own).toEqual(upTo(10).map(n => `${writer}-${n}`))
		}
	})

	test('the same message sent through several nodes at once is stored once, and all get the same answer', async () => {
		for (const cmid of ['first', 'second', 'third']) {
			const results = await Promise.all(upTo(10).map(n => one(n, send(cmid, chat, 100 + n))))
			const events = results.map(result => {
				if (result?.status === 'committed') return result.events[0]
				return result?.status === 'repeated' ? result.event : undefined
			})
			expect(results.filter(result => result?.status === 'committed')).toHaveLength(1)
			expect(new Set(events.map(event => JSON.stringify(event))).size).toBe(1)
		}
		expect((await readAll(chat)).map(({ cmid }) => cmid)).toEqual(['first', 'second', 'third'])
	})

	test('the same request through several nodes at once is executed once', async () => {
		const request = { uid: person(1), id: 'r1' }
		const results = await Promise.all(
			upTo(10).map(n =>
				one(n, {
					appId,
					now: 1,
					request,
					answer: { n },
					lists: [{ uid: person(2), option: 'notice', name: 'notice', body: {} }],
				}),
			),
		)
		expect(results.filter(result => result?.status === 'committed')).toHaveLength(1)
		const answers = results.map(result => (result && 'answer' in result ? result.answer.n : undefined))
		expect(new Set(answers).size).toBe(1)
		expect(await node(0).readList(appId, person(2), 'notice', { after: 0, limit: 9 })).toHaveLength(1)
	})

	test('of changes decided on the same version one is stored, and the others must be decided again', async () => {
		const settings = newGroupSettings({
			name: 'Group',
			mucType: 0,
			owner: person(1),
		})
		const creations = await Promise.all(
			upTo(6).map(n => one(n, { appId, now: 1, conversation: { id: gid, create: { group: settings }, events: [] } })),
		)
		expect(creations.map(result => result?.status).sort()).toEqual([...upTo(5).map(() => 'changed'), 'committed'])
		for (const version of [1, 2, 3]) {
			const results = await Promise.all(
				upTo(10).map(n =>
					one(n, {
						appId,
						now: 1,
						conversation: { id: gid, version, events: [], settings: { name: `${version}-${n}` } },
					}),
				),
			)
			expect(results.filter(result => result?.status === 'committed')).toHaveLength(1)
			expect(results.filter(result => result?.status === 'changed')).toHaveLength(9)
		}
		expect((await node(0).findGroup(appId, gid))?.version).toBe(4)
	})

	test('crossing lists of commits are all stored, without a deadlock', async () => {
		const conversations = upTo(8).map(n => chatId(person(n), person('x')))
		const rotated = (by: number) => upTo(8).map(n => (n * 5 + by * 3) % 8)
		const lists = upTo(24).map(list =>
			rotated(list).map(
				(n): Commit => ({
					...send(`${list}-${n}`, conversations[n]),
					lists: rotated(list + 1).map(m => ({ uid: person(m), option: 'notice', name: 'notice', body: { list, n } })),
				}),
			),
		)
		await Promise.all(lists.map((commits, n) => node(n).commit(commits)))
		for (const id of conversations)
			expect((await readAll(id)).map(({ hisId }) => hisId)).toEqual(upTo(24).map(n => n + 1))
		const entries = await node(0).readList(appId, person(3), 'notice', { after: 0, limit: 999 })
		expect(entries.map(({ key }) => key)).toEqual(upTo(24 * 8).map(n => n + 1))
	})
})

/** Opens another pool of connections to the same database, like another node. */
async function openAgain({ db }: OpenDatabase): Promise<OpenDatabase> {
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
	const url = new URL(env.PARLEY_TEST_DATABASE_URL ?? '')
	url.pathname = `/${rows[0]?.name}`
	return openDatabaseAsIs({ url: url.href, keyFolder: '' })
}
