import { execFileSync } from 'node:child_process'
import {
	dropSockets,
	expect,
	joinById,
	openMember,
	type Person,
	startMeetingOfTwo,
	test,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

test('[ROOM-21] participants reconnect by themselves when the server is killed during a meeting', async ({
	browser,
	ownServer,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, ownServer.url, '断电演习')

	await ownServer.kill()
	await ownServer.start()

	await waitUntilSeesAndHears(host.page, 1, 60_000)
	await waitUntilSeesAndHears(member.page, 1, 60_000)
})

test('[ROOM-257] after a restart, a person who connects again later than the others is not announced as joined', async ({
	browser,
	ownServer,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, ownServer.url, '先后返回')
	await member.page.context().setOffline(true)
	await ownServer.kill()
	await ownServer.start()
	await expect(host.page.getByText(host.t('room_alone_title'))).toBeVisible({ timeout: 60_000 })
	const joins = await recordJoins(host)
	await member.page.context().setOffline(false)
	await waitUntilSeesAndHears(host.page, 1, 60_000)
	expect(await joins()).toEqual([])
	const third = await openMember(browser, ownServer.url, 'manager')
	await joinById(third, id)
	await waitUntilSeesAndHears(host.page, 2, 60_000)
	expect(await joins()).toHaveLength(1)
})

/** Notes from now on whose arrival the page announces; returns what returns the texts. */
async function recordJoins({ page, t }: Person) {
	await page.evaluate(words => {
		const joins: string[] = []
		Object.assign(window, { joins })
		new MutationObserver(changes => {
			for (const { textContent } of changes.flatMap(({ addedNodes }) => [...addedNodes]))
				if (textContent?.includes(words)) joins.push(textContent)
		}).observe(document.body, { subtree: true, childList: true })
	}, t('room_notice_joined', { name: '' }).trim())
	return () => page.evaluate(() => (window as { joins?: string[] }).joins)
}

test('[ROOM-26] a stopped server hands its participants over to the next one', async ({ browser, ownServer }) => {
	const { host, member } = await startMeetingOfTwo(browser, ownServer.url, '更新演习')
	for (const { page } of [host, member]) await page.evaluate(() => Object.assign(window, { isSamePage: true }))

	const told = Promise.all(
		[host, member].map(({ page }) => expect(page.getByText('服务正在重启').first()).toBeVisible()),
	)
	await ownServer.stop()
	await told
	await ownServer.start()

	for (const { page } of [host, member]) {
		await waitUntilSeesAndHears(page, 1, 60_000)
		await expect(page.getByText('服务正在重启')).toHaveCount(0)
		// Without an error screen or a reload in between.
		expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
	}
})

test('[ROOM-22] participants reconnect by themselves when the media engine is killed', async ({
	browser,
	ownServer,
	engine,
}) => {
	test.skip(engine === 'livekit', 'it is no process of the server; livekit.spec.ts kills it')
	const { host, member } = await startMeetingOfTwo(browser, ownServer.url, '引擎演习')

	const before = mediaEnginePid(ownServer.log())
	execFileSync('kill', ['-9', String(before)])

	await expect.poll(() => mediaEnginePid(ownServer.log())).not.toBe(before)
	await waitUntilSeesAndHears(host.page, 1, 60_000)
	await waitUntilSeesAndHears(member.page, 1, 60_000)
})

test('[ROOM-93] in a call, a page that speaks another version says so, and is back once it is loaded again', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '升级演习')
	let isOutdated = true
	// The page names a version that the server does not speak.
	await member.page.routeWebSocket(/\/room\/socket/, socket => {
		const upstream = socket.connectToServer()
		socket.onMessage(data => upstream.send(isOutdated ? String(data).replace(/"protocol":\d+/, '"protocol":0') : data))
	})
	await member.page.reload()
	await expect(member.page.getByRole('heading', { name: member.t('room_out_outdated_title') })).toBeVisible()
	isOutdated = false
	await member.page.getByRole('button', { name: member.t('joining_reload') }).click()
	await waitUntilSeesAndHears(member.page, 1)
	await waitUntilSeesAndHears(host.page, 1)
})

/** Returns the process id of the current media engine, from the server log. */
function mediaEnginePid(log: string): number {
	const started = log.split('\n').filter(line => line.includes('media engine started'))
	return JSON.parse(started.at(-1) ?? '{}').pid
}

test('[ROOM-20] when a change of network closes the sockets, no participant is lost', async ({ browser, server }) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '换网演习')

	await dropSockets(member.page)

	await waitUntilSeesAndHears(host.page, 1)
	await waitUntilSeesAndHears(member.page, 1)
	await expect(host.page.getByText('李雷').first()).toBeVisible()
})
