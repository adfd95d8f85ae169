import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { Browser, Locator } from '@playwright/test'
import { openEgressApi } from '../apps/server/src/modules/room/adapters/livekit/livekitApi.ts'
import { startEgress } from '../apps/server/src/platform/testing/egress.ts'
import { freePort } from '../apps/server/src/platform/testing/freePort.ts'
import { startLivekit } from '../apps/server/src/platform/testing/livekit.ts'
import { findSharedPrograms } from '../apps/server/src/platform/testing/nodes.ts'
import { startRedis } from '../apps/server/src/platform/testing/redisServer.ts'
import {
	expect,
	expectSeenAndHeard,
	joinById,
	openMember,
	openPhone,
	type ParleyNodes,
	type ParleyServer,
	type Person,
	putOnAirFromRoom,
	scheduleLive,
	startNodes,
	waitUntilSeesAndHears,
	test as withServer,
} from './fixtures/index.ts'
import { startServer } from './fixtures/server.ts'

const {
	PARLEY_TEST_EGRESS: program = '',
	PARLEY_TEST_LIVEKIT: livekitProgram = '',
	PARLEY_TEST_REDIS: redisProgram = '',
} = env

interface Broadcasts<Server> {
	server: Server
	/** Kills Egress without notice, like a power cut, and starts it again. */
	replaceEgress(): Promise<void>
	/** Returns the ids of the broadcasts that run, as LiveKit says it; it does not notice the loss of an Egress. */
	listRunning(): Promise<string[]>
	dispose(): Promise<void>
}

/** Starts LiveKit with Egress, and the server. */
async function startBroadcasts<Server extends ParleyServer>(
	startServer: (settings: Record<string, string>) => Promise<Server>,
): Promise<Broadcasts<Server>> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-egress-redis-'))
	const port = await freePort()
	const redisAddress = `127.0.0.1:${port}`
	const redis = await startRedis(redisProgram, { port, folder })
	const livekit = await startLivekit(livekitProgram, { redisAddress })
	const api = openEgressApi(livekit.settings, 10_000)
	let egress = await startEgress(program, livekit.settings, redisAddress)
	const rtmpPort = await freePort()
	const server = await startServer({
		...livekit.environment,
		PARLEY_DEMO: '1',
		PARLEY_RTMP_PORT: `${rtmpPort}`,
		PARLEY_LIVEKIT_EGRESS: `rtmp://127.0.0.1:${rtmpPort}/live`,
	})
	return {
		server,
		async replaceEgress() {
			await egress.kill()
			egress = await startEgress(program, livekit.settings, redisAddress)
		},
		listRunning: async () => (await api.listEgress({ active: true })).map(({ egressId }) => egressId),
		async dispose() {
			await server.dispose()
			await egress.kill()
			await livekit.kill()
			await redis.kill()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** A fixture with LiveKit, Egress and a server of a test. */
const startedFor =
	<Server extends ParleyServer>(start: (settings: Record<string, string>) => Promise<Server>) =>
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
	async ({}: object, use: (broadcasts: Broadcasts<Server>) => Promise<void>) => {
		const broadcasts = await startBroadcasts(start)
		await use(broadcasts)
		await broadcasts.dispose()
	}

const test = withServer.extend<{ alone: Broadcasts<ParleyServer>; behindBalancer: Broadcasts<ParleyNodes> }>({
	alone: [startedFor(startServer), { timeout: 120_000 }],
	behindBalancer: [startedFor(startNodes), { timeout: 120_000 }],
})
test.skip(!program || !redisProgram, 'no LiveKit Egress')

/** Puts a meeting of two on air, in front of a viewer. */
async function goLive(browser: Browser, url: string) {
	const host = await openMember(browser, url, 'hanmei', { options: { locale: 'zh-CN' } })
	const id = await scheduleLive(host, { topic: '两个人的直播' })
	await joinById(host, id)
	const member = await openMember(browser, url, 'lilei', { language: 'en' })
	await joinById(member, id)
	for (const { page } of [host, member]) await waitUntilSeesAndHears(page, 1)
	const viewer = await openPhone(browser, url, { options: { locale: 'zh-CN' } })
	await viewer.page.goto(`/liveBroadcast?roomId=${id}`)
	const sheet = await putOnAirFromRoom(host)
	await expectSeenAndHeard(viewer.page)
	return { host, member, viewer, sheet }
}

async function end({ page, t }: Person, sheet: Locator) {
	await sheet.getByRole('button', { name: t('desk_end') }).click()
	await page
		.getByRole('alertdialog')
		.getByRole('button', { name: t('desk_end') })
		.click()
}

test('[ROOM-255] a meeting in LiveKit goes live through its Egress, survives the loss of it, and ends', async ({
	browser,
	alone: { server, replaceEgress, listRunning },
}) => {
	test.setTimeout(400_000)
	const { host, member, viewer, sheet } = await goLive(browser, server.url)
	const lost = await listRunning()
	expect(lost).toHaveLength(1)
	await replaceEgress()
	await expect(sheet.getByText(host.t('desk_meeting_interrupted'))).toBeVisible({ timeout: 60_000 })
	await expectSeenAndHeard(viewer.page)
	expect(await listRunning()).toHaveLength(2)

	await end(host, sheet)
	await expect(viewer.page.getByText(viewer.t('live_over_title'))).toBeVisible({ timeout: 60_000 })
	await expect.poll(listRunning, { timeout: 60_000 }).toEqual(lost)
	// The meeting goes on for its participants.
	await waitUntilSeesAndHears(member.page, 1)
})

test('[ROOM-255] [NODE-44] a meeting that Egress broadcasts stays live when the server with its stream is killed', async ({
	browser,
	behindBalancer: { server, listRunning },
}) => {
	test.skip(!findSharedPrograms(env), 'a program that several servers share is missing')
	test.setTimeout(400_000)
	const { host, member, viewer, sheet } = await goLive(browser, server.url)
	// One of them has the stream.
	for (const index of [0, 1]) {
		await server.killNode(index)
		// The page has less than this in advance.
		await viewer.page.waitForTimeout(20_000)
		await expectSeenAndHeard(viewer.page)
		await server.startNode(index)
	}
	await end(host, sheet)
	await expect(viewer.page.getByText(viewer.t('live_over_title'))).toBeVisible({ timeout: 60_000 })
	await expect.poll(listRunning, { timeout: 60_000 }).toEqual([])
	await waitUntilSeesAndHears(member.page, 1)
})
