import { describe, expect, test } from 'vitest'
import { chatId } from '../model/conversation.ts'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn, follow } from '../testing/pushedEvents.ts'

describe('synchronisation', () => {
	test('[SYNC-05] [SYNC-06] every option has a key, and that of video is always 0', async () => {
		const { logIn, node, soon } = createTestNodes()
		const li = await logIn('li')
		void node.notices.notify(appId, uidOf('li'), { title: 't', content: 'c' })
		await soon()
		const { keys } = await li.call('syncKeys', {})
		expect(Object.keys(keys ?? {}).sort()).toEqual(
			[
				...['broadcast', 'chat', 'friend', 'friend_apply', 'group', 'group_chat'],
				...['notice', 'notice_group', 'notice_group_sys', 'video'],
			].sort(),
		)
		expect(keys?.video).toBe('0')
	})

	test('[SYNC-02] [SYNC-03] a list is sent page by page, with the key of the last entry', async () => {
		const { logIn, node, timers } = createTestNodes()
		const li = await logIn('li')
		const before = (await li.call('syncKeys', {})).keys
		for (let n = 1; n <= 250; n++) void node.notices.notify(appId, uidOf('li'), { title: `${n}`, content: '' })
		await timers.advance(50)
		expect(li.pushes('notice')).toHaveLength(250)
		const after = (await li.call('syncKeys', {})).keys
		const changed = Object.keys(after ?? {}).filter(option => before?.[option as never] !== after?.[option as never])
		expect(changed).toEqual(['notice'])
		let syncKey = before?.notice ?? ''
		const pages: number[] = []
		for (let more = true; more; ) {
			const page = await li.call('sync', { option: 'notice', syncKey })
			pages.push(page.list?.length ?? 0)
			syncKey = page.syncKey ?? ''
			more = page.nextPage ?? false
		}
		expect(pages).toEqual([100, 100, 50])
		expect(syncKey).toBe(after?.notice)
		expect(await li.call('sync', { option: 'notice', syncKey })).toMatchObject({ list: [], nextPage: false })
		expect(await li.call('sync', { option: 'notice', syncKey: 'old.7' })).toMatchObject({ reset: true })
	})

	test('everyone receives a broadcast once, on every node', async () => {
		const { logIn, node, soon } = createTestNodes({ nodes: 2 })
		const [li, han] = [await logIn('li'), await logIn('han', { node: 1 })]
		void node.notices.broadcast(appId, { title: 'Maintenance', content: 'tonight' })
		await soon()
		for (const client of [li, han]) expect(client.pushes('broadcast')).toMatchObject([{ title: 'Maintenance', key: 1 }])
	})

	test('conversations are sent from the client’s position in each, and the key only with the last page', async () => {
		const { logIn, makeGroup, storeElsewhere, timers } = createTestNodes()
		const gids = await Promise.all([1, 2, 3, 4, 5].map(n => makeGroup(`g${n}`, ['li'])))
		for (const gid of gids) await storeElsewhere(gid, 1, 150)
		const li = await logIn('li')
		const target = (await li.call('syncKeys', {})).keys?.group_chat
		const cursors: Record<string, string> = {}
		const got = new Map<string, number[]>()
		let syncKey = ''
		for (let more = true; more; ) {
			const page = await li.call('sync', { option: 'group_chat', syncKey, cursors }, () => timers.advance(0))
			for (const { gid = '', epoch, list, after } of page.conversations ?? []) {
				const own = got.get(gid) ?? []
				expect(after).toBe(own.length)
				got.set(gid, [...own, ...list.map(({ hisId }) => hisId)])
				cursors[gid] = `${epoch}.${own.length + list.length}`
			}
			more = page.nextPage ?? false
			if (more) expect(page.syncKey).not.toBe(target)
			syncKey = page.syncKey ?? ''
		}
		expect(syncKey).toBe(target)
		const all = Array.from({ length: 150 }, (_, index) => index + 1)
		expect([...got.entries()].sort()).toEqual(gids.map(gid => [gid, all]))
		expect(
			(await li.call('sync', { option: 'group_chat', syncKey, cursors }, () => timers.advance(0))).conversations,
		).toEqual([])
	})

	test('conversations whose positions do not fit into a call are all sent once; a returning client starts over', async () => {
		const { logIn, makeGroup, storeElsewhere, timers } = createTestNodes()
		const gids = await Promise.all(Array.from({ length: 10 }, (_, n) => makeGroup(`g${n}`, ['li'])))
		for (const gid of gids) await storeElsewhere(gid, 1, 150)
		/** Sends only two positions, the most recent ones; it remembers all the others. */
		const known = new Map<string, { epoch: string; last: number }>()
		async function syncAll(li: Awaited<ReturnType<typeof logIn>>, syncKey: string, most = Number.POSITIVE_INFINITY) {
			let key = syncKey
			for (let pages = 1; ; pages++) {
				const newest = [...known].slice(-2)
				const cursors = Object.fromEntries(newest.map(([gid, { epoch, last }]) => [gid, `${epoch}.${last}`]))
				const page = await li.call('sync', { option: 'group_chat', syncKey: key, cursors }, () => timers.advance(0))
				for (const { gid = '', epoch, list } of page.conversations ?? []) {
					const last = list.at(-1)?.hisId ?? 0
					if (last <= (known.get(gid)?.last ?? 0)) continue
					known.delete(gid)
					known.set(gid, { epoch, last })
				}
				// Ends as clients do: no news and the same key.
				expect(page.syncKey).not.toBe(key)
				key = page.syncKey ?? ''
				if (!page.nextPage || pages >= most) return key
			}
		}
		const li = await logIn('li')
		const target = (await li.call('syncKeys', {})).keys?.group_chat
		await syncAll(li, '', 3)
		const broken = await syncAll(li, '', 1)
		expect(broken).not.toBe(target)
		li.drop()
		// Meanwhile the first one grows, and this client cannot give its position there.
		await storeElsewhere(gids[0] ?? '', 151, 5)
		const back = await logIn('li')
		const key = await syncAll(back, broken)
		expect(key).toBe((await back.call('syncKeys', {})).keys?.group_chat)
		const lengths = gids.map(gid => known.get(gid)?.last)
		expect(lengths).toEqual(gids.map((_, index) => (index === 0 ? 155 : 150)))
		// Another run with all positions ends without omissions.
		await storeElsewhere(gids[9] ?? '', 151, 1)
		await syncAll(back, key)
		expect(known.get(gids[9] ?? '')?.last).toBe(151)
	})

	test('if too much was missed, the newest page is sent with the gap; a reset log is sent in the same way', async () => {
		const { logIn, makeGroup, storeElsewhere } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		await storeElsewhere(gid, 1, 400)
		const li = await logIn('li')
		const sync = async (cursor: string) =>
			(await li.call('sync', { option: 'group_chat', cursors: { [gid]: cursor } })).conversations?.[0]
		const page = await sync('other.5')
		expect(page).toMatchObject({ discontinuity: true, after: 300, more: false, head: 400 })
		expect(page?.list).toHaveLength(100)
		expect(await sync(`${page?.epoch}.5`)).toMatchObject({ discontinuity: true, after: 300 })
		const continued = await sync(`${page?.epoch}.150`)
		expect(continued).toMatchObject({ after: 150, more: true })
		expect(continued).not.toHaveProperty('discontinuity')
	})

	test('a login subscribes before it answers: a message stored between login and sync is not missed', async () => {
		const { logIn, makeGroup, connect, tokenOf, timers } = createTestNodes()
		const gid = await makeGroup('g1', ['li', 'han'])
		const li = await logIn('li')
		for (let delay = 0; delay < 8; delay++) {
			const han = connect()
			li.send('groupSend', { gid, content: `${delay}` })
			await timers.advance(delay % 3)
			han.send('login', { uid: uidOf('han'), appId, token: tokenOf('han'), deviceId: 'one' })
			const syncId = han.send('sync', { option: 'group_chat', cursors: {} })
			await timers.advance(300)
			const synced = han.answerOf<'sync'>(syncId)?.conversations?.[0]?.list.map(({ hisId }) => hisId) ?? []
			const { events, gaps } = follow(batchesIn(han.received), synced.at(-1) ?? 0)
			expect(gaps).toEqual([])
			expect([...synced, ...events.map(({ hisId }) => hisId)]).toHaveLength(delay + 1)
		}
	})

	test('chats are named after the other person, even if they began while both were offline', async () => {
		const { logIn, soon } = createTestNodes()
		const li = await logIn('li')
		const han = await logIn('han')
		han.drop()
		await li.call('chatSend', { userId: uidOf('han'), content: 'are you there?' }, soon)
		const back = await logIn('han')
		const { conversations } = await back.call('sync', { option: 'chat' })
		expect(conversations).toMatchObject([{ userId: 'li', after: 0, list: [{ content: 'are you there?' }] }])
		expect(chatId(uidOf('li'), uidOf('han'))).toBe('u:han:li')
	})
})
