import { packetNumber } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, createCallHarness, otherApp, person } from '../testing/callHarness.ts'

test('[IMCALL-43] notices to oneself and broadcasts are found by words in title or content, newest first', async () => {
	const { as, notices, advance } = createCallHarness()
	await notices.notify(appId, person('li'), { title: 'Choir', content: 'We sing on Friday' })
	advance(1)
	await notices.broadcast(appId, { title: 'Maintenance', content: 'On friday night', link: '/help' })
	advance(1)
	await notices.notify(appId, person('han'), { title: 'Friday', content: 'Of another person' })
	await notices.broadcast(otherApp, { title: 'Friday', content: 'Of another application' })
	await notices.notify(appId, person('li'), { title: 'Walk', content: 'On Sunday' })

	const found = await as('li')('noticeSearch', { keywords: 'FRIDAY' })
	expect(found).toMatchObject({
		more: false,
		list: [
			{ messageType: packetNumber('broadcast'), key: 1, title: 'Maintenance', link: '/help' },
			{ messageType: packetNumber('notice'), key: 1, title: 'Choir', content: 'We sing on Friday' },
		],
	})
	expect((await as('li')('noticeSearch', {})).list).toHaveLength(3)
})

test('[IMCALL-43] pages of notices have no gaps, and the last one is marked', async () => {
	const { as, notices, advance } = createCallHarness()
	for (let index = 1; index <= 5; index++) {
		await notices.notify(appId, person('li'), { title: `Notice ${index}`, content: '' })
		if (index !== 3) advance(1)
	}
	const titles: unknown[] = []
	let before: number | undefined
	let pages = 0
	for (let more = true; more; pages++) {
		const page = await as('li')('noticeSearch', { count: 2, ...(before === undefined ? {} : { before }) })
		titles.push(...(page.list ?? []).map(({ title }) => title))
		before = page.list?.at(-1)?.ts
		more = page.more ?? false
	}
	expect(titles).toEqual([5, 4, 3, 2, 1].map(index => `Notice ${index}`))
	// The third and the fourth have the same time, and arrive in one page.
	expect(pages).toBe(2)
})

test('a notice waits in the list of a person who is offline', async () => {
	const { notices, entries } = createCallHarness()
	await notices.notify(appId, person('li'), { title: 'Choir', content: 'Friday' })
	expect(await entries('li', 'notice')).toEqual([{ name: 'notice', title: 'Choir', content: 'Friday' }])
	expect(await entries('han', 'notice')).toEqual([])
	await notices.broadcast(appId, { title: 'All', content: '' })
	expect(await entries('han', 'broadcast')).toEqual([{ name: 'broadcast', title: 'All', content: '' }])
})
