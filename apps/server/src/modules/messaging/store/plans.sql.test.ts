import { GroupId, ImAppId, ImUserId } from '@parley/im'
import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { OpenDatabase } from '../../../platform/database.ts'
import type { Db } from '../../../platform/db.ts'
import { describeOnEveryDatabase, planOf, recordStatements } from '../../../platform/testing/index.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { Commit } from '../model/commit.ts'
import { chatId } from '../model/conversation.ts'
import { memberRow } from '../model/group.ts'
import { createSqlMessagingStore } from './store.sql.ts'

const appId = v.parse(ImAppId, 'app')
const li = v.parse(ImUserId, 'li')
const han = v.parse(ImUserId, 'han')
const gid = v.parse(GroupId, 'group')
const settings = newGroupSettings({
	name: 'Group',
	mucType: 0,
	owner: li,
})
const member = (uid: ImUserId) => memberRow(uid, 1, 0)

/** Calls every method of a store, so that each of its statements is compiled. */
async function useEverything(db: Db): Promise<void> {
	const store = createSqlMessagingStore(db)
	const request = { uid: li, id: 'r1' }
	const message = (cmid: string) => ({ name: 'messagesReceived', uid: li, cmid, body: {} }) as const
	const application = {
		id: 'a1',
		kind: 'friend',
		from: li,
		to: han,
		content: '',
		status: 'waiting',
		handledBy: null,
		ts: 1,
	} as const
	const friend = { uid: li, friendUid: han, isFriend: true, remark: '', shield: false, since: 1 }
	const inGroup = (parts: Partial<NonNullable<Commit['conversation']>>, more: Partial<Commit> = {}): Commit => ({
		appId,
		now: 1,
		conversation: { id: gid, events: [], ...parts },
		...more,
	})
	const notice = { uid: li, option: 'notice', name: 'notice', body: { title: 'tea' } } as const
	const audit = { actor: 'li', action: 'x', gid, target: '', before: {}, after: {} }
	const user = { uid: li, nickName: '', imgUrl: '', isGuest: false, tokensNotBefore: 0, barredUntil: null }
	const writes: Commit[] = [
		inGroup({ create: { group: settings }, members: [member(li), member(han)], events: [message('m1')] }, { request }),
		inGroup({ events: [message('m2')] }, { lists: [notice], applications: { put: [application] }, audit: [audit] }),
		inGroup({ removedMembers: [han], revoked: [1] }, { friends: { put: [friend] }, users: [user] }),
		inGroup({ settings: { mucType: 5 } }, { lists: [notice], friends: { change: [friend] } }),
		inGroup({ events: [message('m3')] }, { friends: { remove: [{ uid: li, friendUid: han }] } }),
		inGroup({ events: [message('m4')] }),
		inGroup({}, { applications: { handle: [{ id: 'a1', status: 'accepted', by: han }] } }),
	]
	for (const write of writes) expect(await store.commit([write])).toMatchObject([{ status: 'committed' }])
	const chat = chatId(li, han)
	await store.findAnswer(appId, request)
	await store.heads(appId, [gid])
	await store.readEvents(appId, gid, { limit: 1, from: 'oldest' })
	await store.readEvents(appId, gid, { limit: 1, from: 'newest' })
	await store.findMessage(appId, chat, li, 'm1')
	await store.findGroup(appId, gid)
	await store.findGroupAndMember(appId, gid, li)
	await store.findMembers(appId, gid, [li])
	await store.listMembers(appId, gid, { offset: 0, limit: 1, banned: false })
	await store.listManagers(appId, gid)
	await store.memberIds(appId, gid)
	await store.listGroups(appId, li)
	await store.countGroups(appId, [li])
	for (const kind of ['group', 'chat'] as const) {
		await store.listConversations(appId, li, kind)
		await Promise.all([li, han].map(uid => store.listConversations(appId, uid, kind)))
	}
	await store.conversationsStamp(appId, li, 'group')
	await store.setReceiveState(appId, gid, li, 1)
	await store.setRead(appId, gid, li, 1)
	await store.listHeads(appId, li)
	await Promise.all([li, han].map(uid => store.listHeads(appId, uid)))
	await store.readList(appId, li, 'notice', { after: 0, limit: 1 })
	await store.searchNotices(appId, li, { keywords: 'tea', before: 9, limit: 1 })
	await store.findUsers(appId, [li])
	await store.findUsers(appId, [li, han])
	await store.putProfile(appId, user, 9)
	await store.listFriends(appId, li)
	await store.findFriend(appId, li, han)
	await store.findApplication(appId, 'a1')
	await store.findFriendApplication(appId, li, han)
	await store.findGroupApplication(appId, gid, li)
	await store.listFriendApplications(appId, li, { offset: 0, limit: 1 })
	await store.readAudit(appId, gid, 1)
	await store.commit([inGroup({ deleted: true })])
	await store.applyRetention({ roomEvents: 9, listEntries: 9, requests: 9, audit: 9, guests: 9 })
}

/** Enough rows that a plan for few is not the cheapest. */
async function fill({ db, kind }: OpenDatabase): Promise<void> {
	if (kind === 'sqlite') return
	const people = sql`generate_series(1, 50000) as n`
	for (const statement of [
		sql`insert into im_conversations select 'app', 'g' || n, 'group', 'e', 20, 1, 1, 5, repeat('x', 400), 1, null, n from ${people}`,
		sql`insert into im_events select 'app', 'g' || (n % 20000), n, n, 'p' || n, 'messagesReceived', 'c' || n, '{}' from generate_series(1, 60000) as n`,
		sql`insert into im_members select 'app', 'g' || (n % 20000), 'p' || (n % 19993), 0, null, 0, null, 0, 0, 0, 0, n, 0 from generate_series(1, 60000) as n`,
		sql`insert into im_list_heads select 'app', 'p' || n, 'notice', 'e', 5, 1, n from ${people}`,
		sql`insert into im_list_entries select 'app', 'p' || (n % 20000), 'notice', n, n, 'notice', '{}', 'x' from generate_series(1, 60000) as n`,
		sql`insert into im_requests select 'app', 'p' || n, 'r', '{}', n from ${people}`,
		sql`insert into im_users select 'app', 'p' || n, '', repeat('x', 80), n % 2, 0, null, n from ${people}`,
		sql`insert into im_friends select 'app', 'p' || (n % 20000), 'p' || n, '', 0, 1 from generate_series(1, 60000) as n`,
		sql`insert into im_applications select 'app', 'b' || n, 'friend', 'p' || n, 'p' || (n + 1), '', 'accepted', null, null, n from ${people}`,
		sql`insert into im_audit (app_id, gid, ts, actor, action, target, before, after) select 'app', 'g' || n, n, '', '', '', '{}', '{}' from ${people}`,
		sql`analyze`,
	])
		await statement.execute(db)
}

/** SQLite: only the parameters, and tables derived from them, are scanned in full. */
const readsATable = {
	sqlite: /^SCAN (?!json_each|r$|asked$|CONSTANT|\d+ CONSTANT|least_of|\(subquery-\d+\)$)|\(app_id=\?\)$/m,
	postgres: /Seq Scan on im_|Index Cond: \(\(?app_id = [^ ]+\)?$/m,
}

describeOnEveryDatabase('plans of messaging', open => {
	test('no statement scans a whole table, or all rows of an application', async () => {
		const database = await open()
		const { recorded, statements } = recordStatements(database.db)
		await useEverything(recorded)
		const texts = new Set(statements.map(statement => statement.sql))
		await fill(database)
		const plans: Record<string, string> = {}
		for (const text of texts) {
			if (!/\bim_/.test(text)) continue
			const plan = await planOf(database, text)
			if (readsATable[database.kind].test(plan)) plans[text] = plan
		}
		expect(texts.size).toBeGreaterThan(50)
		expect(plans).toEqual({})
		await database.close()
	}, 60_000)
})
