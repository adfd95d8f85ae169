import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, openDatabaseAsIs } from '../../../platform/database.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { Commit, CommitResult } from '../model/commit.ts'
import { chatId } from '../model/conversation.ts'
import { memberRow } from '../model/group.ts'
import { createSqlMessagingStore } from './store.sql.ts'
import type { MessagingStore } from './store.ts'

const writer = JSON.stringify(new URL('../testing/killedWriter.ts', import.meta.url).href)
const program = `import(${writer}).then(({ runWriter }) => runWriter(process))`
const appId = v.parse(ImAppId, 'app')
const li = v.parse(ImUserId, 'li')
const han = v.parse(ImUserId, 'han')
const gid = v.parse(GroupId, 'group')
const chat = chatId(li, han)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

let folder: string
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-crash-'))
	await (await openDatabase({ folder })).close()
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Written {
	results: CommitResult[][]
	statements: number
}

/** The output of the process; undefined if it was killed. */
async function commitInProcess(lists: Commit[][], killAfter?: number): Promise<Written | undefined> {
	const limit = killAfter === undefined ? [] : [`${killAfter}`]
	const arguments_ = [
		'--disable-warning=ExperimentalWarning',
		'--eval',
		program,
		folder,
		JSON.stringify(lists),
		...limit,
	]
	const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
	let output = ''
	child.stdout.setEncoding('utf8').on('data', text => (output += text))
	const [exitCode, signal] = await once(child, 'close')
	if (signal === 'SIGKILL') return undefined
	if (exitCode !== 0) throw new Error(`the process ended with ${exitCode}`)
	return JSON.parse(output)
}

async function withStore<T>(use: (store: MessagingStore) => Promise<T>): Promise<T> {
	const { db, close } = openDatabaseAsIs({ folder })
	try {
		return await use(createSqlMessagingStore(db))
	} finally {
		await close()
	}
}

const message = (cmid: string) => ({ name: 'messagesReceived', uid: li, cmid, body: { content: cmid } }) as const
const send = (cmid: string): Commit => ({
	appId,
	now: 1,
	conversation: { id: chat, create: {}, events: [message(cmid)] },
})
const settings = newGroupSettings({
	name: '',
	mucType: 0,
	owner: li,
})
const member = (uid: ImUserId) => memberRow(uid, 1, 0)

/** Writes that touch every table: rows are inserted by the first round, changed by the second and removed by the third. */
const everything = (round: number): Commit[] => (round === 3 ? removals : additions(round))

const removals: Commit[] = [
	{
		...send('round 3'),
		request: { uid: li, id: 'r3' },
		lists: [{ uid: han, option: 'notice', name: 'notice', body: { round: 3 } }],
		friends: { remove: [{ uid: li, friendUid: han }] },
		audit: [{ actor: 'li', action: 'test', gid, target: 'han', before: {}, after: { round: 3 } }],
	},
	{
		appId,
		now: 1,
		conversation: { id: gid, events: [message('group 3')], removedMembers: [han] },
		applications: { handle: [{ id: 'a2', status: 'rejected', by: li }] },
	},
]

const additions = (round: number): Commit[] => [
	{
		...send(`round ${round}`),
		request: { uid: li, id: `r${round}` },
		lists: [{ uid: han, option: 'notice', name: 'notice', body: { round } }],
		friends: { put: [{ uid: li, friendUid: han, isFriend: true, remark: `${round}`, shield: false, since: 1 }] },
		users: [{ uid: li, nickName: `${round}`, imgUrl: '', isGuest: false, tokensNotBefore: round, barredUntil: null }],
		audit: [{ actor: 'li', action: 'test', gid, target: 'han', before: {}, after: { round } }],
	},
	{
		appId,
		now: 1,
		conversation: {
			id: gid,
			...(round === 1 ? { create: { group: settings } } : { settings: { name: `${round}` }, revoked: [1] }),
			events: [message(`group ${round}`)],
			members: [round === 1 ? member(li) : member(han)],
		},
		applications: {
			put: [
				{
					id: `a${round}`,
					kind: 'group',
					from: han,
					to: `group${round}`,
					content: '',
					status: 'waiting',
					handledBy: null,
					ts: 1,
				},
			],
			...(round === 1 ? {} : { handle: [{ id: `a${round - 1}`, status: 'accepted', by: li }] }),
		},
	},
]

/** Number of completely stored rounds; fails if one is stored in part. */
async function roundsStored(): Promise<number> {
	return await withStore(async store => {
		const chatEvents = await store.readEvents(appId, chat, { limit: 99, from: 'oldest' })
		const groupEvents = await store.readEvents(appId, gid, { limit: 99, from: 'oldest' })
		const rounds = chatEvents.length
		const group = await store.findGroup(appId, gid)
		const applications = await Promise.all([1, 2].map(n => store.findApplication(appId, `a${n}`)))
		const isRemoved = rounds === 3
		const found = {
			positions: [chatEvents, groupEvents].map(events => events.map(({ hisId }) => hisId)),
			heads: (await store.heads(appId, [chat, gid])).map(({ last }) => last),
			members: (await store.memberIds(appId, gid)).length,
			counted: group?.memberCount ?? 0,
			name: group?.settings.name ?? '',
			revoked: groupEvents[0]?.body.revoked === true,
			entries: (await store.readList(appId, han, 'notice', { after: 0, limit: 9 })).length,
			listHead: (await store.listHeads(appId, han)).get('notice')?.last ?? 0,
			answers: (await Promise.all([1, 2, 3].map(n => store.findAnswer(appId, { uid: li, id: `r${n}` })))).filter(
				Boolean,
			).length,
			friend: (await store.findFriend(appId, li, han))?.remark,
			user: (await store.findUsers(appId, [li]))[0]?.nickName,
			audit: (await store.readAudit(appId, gid, 9)).length,
			applications: applications.flatMap(row => (row ? [row.status] : [])),
		}
		const positions = upTo(rounds).map(n => n + 1)
		expect(found).toEqual({
			positions: [positions, positions],
			heads: rounds === 0 ? [] : [rounds, rounds],
			members: isRemoved ? 1 : rounds,
			counted: isRemoved ? 1 : rounds,
			name: rounds >= 2 ? '2' : '',
			revoked: rounds >= 2,
			entries: rounds,
			listHead: rounds,
			answers: rounds,
			friend: rounds === 0 || isRemoved ? undefined : `${rounds}`,
			user: rounds === 0 ? undefined : `${Math.min(rounds, 2)}`,
			audit: rounds,
			applications: [[], ['waiting'], ['accepted', 'waiting'], ['accepted', 'rejected']][rounds],
		})
		return rounds
	})
}

/**
 * Kills the writer after its first statement, after its second, and so on until it survives. Returns the number of
 * statements.
 */
async function killAfterEach(commits: Commit[], check: () => Promise<void>): Promise<number> {
	for (let statement = 1; ; statement++) {
		if (await commitInProcess([commits], statement)) return statement
		await check()
	}
}

/** A round starts some twenty processes in sequence; on a busy machine each takes seconds to load the server. */
const roundMs = 600_000

test.each([0, 1])(
	'killed after any statement while only messages are stored, after %i rounds, none of them is stored; afterwards all are, without a gap',
	async round => {
		const commitsOf = (of: number) => upTo(5).map(n => send(`round ${of} message ${n}`))
		const stored = async () => await withStore(store => store.readEvents(appId, chat, { limit: 99, from: 'oldest' }))
		for (const before of upTo(round)) await withStore(store => store.commit(commitsOf(before)))
		const before = upTo(round * 5).map(n => n + 1)
		const commits = commitsOf(round)
		await killAfterEach(commits, async () => expect((await stored()).map(({ hisId }) => hisId)).toEqual(before))
		expect((await stored()).map(({ hisId }) => hisId)).toEqual(upTo((round + 1) * 5).map(n => n + 1))
		const again = await withStore(store => store.commit(commits))
		expect(again.map(({ status }) => status)).toEqual(commits.map(() => 'repeated'))
	},
	roundMs,
)

test.each([1, 2, 3])(
	'killed after any statement of round %i, nothing of its transaction is stored; only after the last one everything',
	async round => {
		for (const before of upTo(round - 1)) await withStore(store => store.commit(everything(before + 1)))
		// Statements before the commit store nothing; earlier rounds are intact.
		const statements = await killAfterEach(everything(round), async () => expect(await roundsStored()).toBe(round - 1))
		expect(statements).toBeGreaterThan(12)
		expect(await roundsStored()).toBe(round)
		const again = await withStore(store => store.commit(everything(round)))
		expect(again.map(({ status }) => status)).toEqual(['repeated', 'repeated'])
	},
	roundMs,
)

test('two processes that write to one SQLite database at once share no position, and skip none', async () => {
	const own = (name: string) => upTo(50).map(n => [send(`${name}${n}`), send(`both${n}`)])
	const [first, second] = await Promise.all([commitInProcess(own('a')), commitInProcess(own('b'))])
	const results = [first, second].flatMap(written => written?.results.flat() ?? [])
	expect(results.map(({ status }) => status).sort()).toEqual([
		...upTo(150).map(() => 'committed'),
		...upTo(50).map(() => 'repeated'),
	])
	const stored = await withStore(store => store.readEvents(appId, chat, { limit: 999, from: 'oldest' }))
	expect(stored.map(({ hisId }) => hisId)).toEqual(upTo(150).map(n => n + 1))
	const acknowledged = results.flatMap(result => {
		if (result.status === 'committed') return result.events
		return result.status === 'repeated' && result.event ? [result.event] : []
	})
	for (const event of acknowledged) expect(stored[event.hisId - 1]).toEqual(event)
}, 200_000)
