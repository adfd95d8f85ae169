import { env } from 'node:process'
import { findSharedPrograms } from '../apps/server/src/platform/testing/nodes.ts'
import {
	test as base,
	expect,
	expectInRoom,
	joinById,
	openMember,
	type ParleyNodes,
	type Person,
	scheduleMeeting,
	startNodes,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

const test = base.extend<{ nodes: ParleyNodes }>({
	// biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other one
	nodes: async ({}, use) => {
		const nodes = await startNodes()
		await use(nodes)
		await nodes.dispose()
	},
})
test.skip(!findSharedPrograms(env), 'a program that several servers share is missing')

/** A meeting whose host is on the first server, where its room is, and a member on the second. */
async function meetOnTwoNodes(browser: Parameters<typeof openMember>[0], nodes: ParleyNodes, topic: string) {
	nodes.sendOnlyTo(0)
	const host = await openMember(browser, nodes.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic })
	await joinById(host, id)
	nodes.sendOnlyTo(1)
	const member = await openMember(browser, nodes.url, 'lilei')
	await joinById(member, id)
	return { host, member, id }
}

const see = (...people: Person[]) => Promise.all(people.map(({ page }) => waitUntilSeesAndHears(page, 1, 60_000)))

test('[NODE-01] [NODE-06] [NODE-21] people whom different servers serve see, hear and read each other', async ({
	browser,
	nodes,
}) => {
	const { host, member } = await meetOnTwoNodes(browser, nodes, '两台服务器')
	await see(host, member)
	const field = ({ page, t }: Person) => page.getByRole('textbox', { name: t('chat_placeholder') })
	for (const person of [host, member]) {
		await person.page.getByRole('button', { name: new RegExp(`^${person.t('chat_title')}`) }).click()
		await expect(field(person)).toBeEnabled()
	}
	await field(host).fill('第一台的问候')
	await field(host).press('Enter')
	await expect(member.page.getByText('第一台的问候')).toBeVisible()
	await field(member).fill('第二台的问候')
	await field(member).press('Enter')
	await expect(host.page.getByText('第二台的问候')).toBeVisible()
})

test('[NODE-03] [NODE-13] when the server of a meeting is killed, people go on over the other one, each shown once', async ({
	browser,
	nodes,
}) => {
	const { host, member, id } = await meetOnTwoNodes(browser, nodes, '断电演习')
	await see(host, member)
	for (const { page } of [host, member]) await page.evaluate(() => Object.assign(window, { isSamePage: true }))
	await nodes.killNode(0)
	await see(host, member)
	for (const person of [host, member]) {
		await expectInRoom(person, id)
		await expect(person.page.locator('video').filter({ visible: true })).toHaveCount(2)
		// Without an error screen or a reload in between.
		expect(await person.page.evaluate(() => 'isSamePage' in window)).toBe(true)
	}
})
