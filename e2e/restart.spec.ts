import { execFileSync } from 'node:child_process'
import type { Browser } from '@playwright/test'
import { dropSockets, expect, joinById, schedule, seesAndHears, signIn, takePhone, test } from './fixtures/index.ts'

test('[ROOM-21] people are back by themselves when the server is killed in the middle of a meeting', async ({
	browser,
	ownServer,
}) => {
	test.setTimeout(150_000)
	const { host, member } = await twoMeet(browser, ownServer.url, '断电演习')

	await ownServer.kill()
	await ownServer.start()

	await seesAndHears(host.page, 1, 60_000)
	await seesAndHears(member.page, 1, 60_000)
	for (const { context } of [host, member]) await context.close()
})

test('[ROOM-22] people are back by themselves when the media engine is killed', async ({ browser, ownServer }) => {
	test.setTimeout(150_000)
	const { host, member } = await twoMeet(browser, ownServer.url, '引擎演习')

	const before = engineOf(ownServer.log())
	execFileSync('kill', ['-9', String(before)])

	await expect.poll(() => engineOf(ownServer.log())).not.toBe(before)
	await seesAndHears(host.page, 1, 60_000)
	await seesAndHears(member.page, 1, 60_000)
	for (const { context } of [host, member]) await context.close()
})

/** The process id of the engine that runs now, from the log an operator would read. */
function engineOf(log: string): number {
	const started = log.split('\n').filter(line => line.includes('media engine started'))
	return JSON.parse(started.at(-1) ?? '{}').pid
}

test('[ROOM-20] a change of network cuts the sockets and nobody is lost', async ({ browser, server }) => {
	test.setTimeout(120_000)
	const { host, member } = await twoMeet(browser, server.url, '换网演习')

	await dropSockets(member.page)

	await seesAndHears(host.page, 1)
	await seesAndHears(member.page, 1)
	await expect(host.page.getByText('李雷').first()).toBeVisible()
	for (const { context } of [host, member]) await context.close()
})

/** Two members in a meeting of their own, seeing and hearing each other. */
async function twoMeet(browser: Browser, url: string, topic: string) {
	const [host, member] = [await takePhone(browser, url), await takePhone(browser, url)]
	await signIn(host, 'hanmei')
	const id = await schedule(host, { topic })
	await joinById(host, id)
	await signIn(member, 'lilei')
	await joinById(member, id)
	await seesAndHears(host.page, 1)
	return { host, member }
}
