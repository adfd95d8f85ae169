import type { MediaGrant } from '@parley/room'
import type { Page } from '@playwright/test'
import { connectLivekitParticipant } from '../apps/server/src/modules/room/adapters/testing/livekitParticipant/livekitParticipant.ts'
import {
	confirmRecord,
	countRoomSockets,
	enterGuests,
	expect,
	expectInRoom,
	joinById,
	openActions,
	openMember,
	type ParleyServer,
	type Person,
	pressRecord,
	scheduleMeeting,
	startMeetingOfTwo,
	turnOnDevices,
	waitUntilSeesAndHears,
	test as withServer,
} from './fixtures/index.ts'
import { startServer } from './fixtures/server.ts'

const test = withServer.extend<object, { ofLarge: ParleyServer }>({
	/** A server where LiveKit has the media of meetings of more than two people. */
	ofLarge: [
		async ({ livekit: _ }, use) => {
			const ffmpeg = process.env.PARLEY_TEST_FFMPEG ?? ''
			const server = await startServer({
				PARLEY_LIVEKIT_ABOVE: '2',
				PARLEY_FFMPEG: ffmpeg,
				MEDIA_MAX_PARTICIPANTS: '60',
			})
			await use(server)
			await server.dispose()
		},
		{ scope: 'worker', timeout: 90_000 },
	],
})

/** Tiles of other people with a picture. */
const cameras = ({ page }: Person) => page.locator('video').filter({ visible: true })

test('[ROOM-247] whoever is removed and returns to LiveKit with their token is out within seconds, seen by nobody', async ({
	browser,
	server,
	livekit,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '移出后返回')
	const token = await tokenOf(member)
	await expect(cameras(host)).toHaveCount(2)
	const actions = await openActions(host, '李雷')
	await actions.getByRole('button', { name: host.t('room_person_remove') }).click()
	await host.page.getByRole('button', { name: host.t('room_remove'), exact: true }).click()
	await expect(member.page.getByRole('heading', { name: member.t('room_out_removed_title') })).toBeVisible()
	await expect(cameras(host)).toHaveCount(1)

	const url = livekit?.settings.url ?? ''
	const back = await connectLivekitParticipant({ url, token } as MediaGrant)
	try {
		back.publish('camera')
		back.feed('camera')
		await expect.poll(() => back.isConnected(), { timeout: 4_000, intervals: [50] }).toBe(false)
		await expect(cameras(host)).toHaveCount(1)
	} finally {
		back.close()
	}
})

/** The token with which a page is connected to LiveKit. */
async function tokenOf({ page }: Person): Promise<string> {
	const urls = await page.evaluate(() =>
		((globalThis as { parleySockets?: { url: string }[] }).parleySockets ?? []).map(({ url }) => url),
	)
	const tokens = urls.map(url => new URL(url).searchParams.get('access_token')).filter(token => token !== null)
	return tokens.at(-1) ?? ''
}

test('[ROOM-249] [ROOM-252] LiveKit is killed and started again: pages say that the media is gone, and are back by themselves', async ({
	browser,
	server,
	livekit,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '媒体中断')
	await livekit?.kill()
	const isGone = host.page.getByText(host.t('room_media_away')).first()
	await expect(isGone).toBeVisible({ timeout: 30_000 })
	await livekit?.start()
	for (const { page } of [host, member]) await waitUntilSeesAndHears(page, 1, 45_000)
	await expect(isGone).toHaveCount(0)
})

test('[ROOM-253] a host who wants to record a meeting reads why that cannot be', async ({ browser, server }) => {
	const { host } = await startMeetingOfTwo(browser, server.url, '不能录制')
	await expectNoRecording(host)
})

async function expectNoRecording(person: Person) {
	const { page, t } = person
	await pressRecord(person, 'recording_start')
	const dialog = page.getByRole('alertdialog', { name: t('recording_impossible_title') })
	await expect(dialog.getByText(t('recording_impossible_text'))).toBeVisible()
	await dialog.getByRole('button', { name: t('recording_impossible_understood') }).click()
	await expect(dialog).toHaveCount(0)
}

async function record(person: Person) {
	await pressRecord(person, 'recording_start')
	await confirmRecord(person, 'recording_confirm_start')
}

/** A server with few cores makes one recording at a time: the next test cannot begin one before. */
async function stopRecording(person: Person) {
	await pressRecord(person, 'recording_stop')
	await confirmRecord(person, 'recording_stop')
	await expect(person.page.getByText(person.t('recording_badge_label'), { exact: true })).toHaveCount(0)
}

/** Whether a page has been connected to LiveKit. */
const isOnLivekit = async (person: Person) => (await tokenOf(person)) !== ''

test('[ROOM-256] [ROOM-253] a third person moves a meeting to LiveKit, where all see and hear each other and nobody records', async ({
	browser,
	ofLarge,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, ofLarge.url, '人数增加')
	for (const person of [host, member]) expect(await isOnLivekit(person)).toBe(false)
	const third = await openMember(browser, ofLarge.url, 'manager')
	await joinById(third, id)
	for (const person of [host, member, third]) {
		await waitUntilSeesAndHears(person.page, 2, 45_000)
		expect(await isOnLivekit(person)).toBe(true)
	}
	await expectNoRecording(host)
})

test('[ROOM-256] a meeting that has moved and shrunk is still in LiveKit when its server has restarted', async ({
	browser,
	ofLarge,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, ofLarge.url, '重启后不搬回')
	const leave = await enterGuests(ofLarge, id, ['客人'])
	for (const person of [host, member]) await expect.poll(() => isOnLivekit(person)).toBe(true)
	leave()
	await ofLarge.kill()
	await ofLarge.start()
	for (const { page } of [host, member]) await waitUntilSeesAndHears(page, 1, 60_000)
	await expectNoRecording(host)
})

test('[ROOM-93] [ROOM-256] the pages of a meeting follow their server to LiveKit and back', async ({
	browser,
	livekit,
}) => {
	const withLivekit = livekit?.environment ?? {}
	const withoutLivekit = Object.fromEntries(Object.keys(withLivekit).map(name => [name, undefined]))
	const server = await startServer(withoutLivekit)
	try {
		const { host, member } = await startMeetingOfTwo(browser, server.url, '启用 LiveKit')
		const people = [host, member]
		async function restartWith(settings: NodeJS.ProcessEnv) {
			await server.stop()
			server.changeSettings(settings)
			await server.start()
		}
		// Their policy was that of a server without LiveKit.
		await restartWith(withLivekit)
		for (const { page, t } of people) {
			await expect(page.getByRole('heading', { name: t('room_out_outdated_title') })).toBeVisible({ timeout: 30_000 })
			await page.getByRole('button', { name: t('joining_reload') }).click()
		}
		for (const { page } of people) await waitUntilSeesAndHears(page, 1, 60_000)
		for (const settings of [withoutLivekit, withLivekit, withoutLivekit]) {
			const former = await Promise.all(people.map(({ page }) => countConnections(page)))
			await restartWith(settings)
			for (const [index, { page }] of people.entries()) {
				await expect.poll(() => areClosed(page, former[index] ?? 0), { timeout: 60_000 }).toBe(true)
				await waitUntilSeesAndHears(page, 1, 60_000)
			}
		}
	} finally {
		await server.dispose()
	}
})

interface PageWithConnections {
	parleyConnections?: RTCPeerConnection[]
}
/** Number of media connections that a page has made. */
const countConnections = (page: Page) =>
	page.evaluate(() => (globalThis as PageWithConnections).parleyConnections?.length ?? 0)
/** Whether the first connections of a page are closed. */
const areClosed = (page: Page, count: number) =>
	page.evaluate(
		first =>
			((globalThis as PageWithConnections).parleyConnections ?? [])
				.slice(0, first)
				.every(({ connectionState }) => connectionState === 'closed'),
		count,
	)

test('[ROOM-256] a meeting that is recorded stays where it is recorded while others join', async ({
	browser,
	ofLarge,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, ofLarge.url, '边录边加入')
	await record(host)
	await expect(host.page.getByText(host.t('recording_badge_label'), { exact: true }).first()).toBeVisible()
	const third = await openMember(browser, ofLarge.url, 'manager')
	await joinById(third, id)
	for (const person of [host, member, third]) {
		await waitUntilSeesAndHears(person.page, 2, 45_000)
		expect(await isOnLivekit(person)).toBe(false)
	}
	await stopRecording(host)
})

test('[ROOM-256] [ROOM-150] the fifty-first person moves a meeting that is recorded, and everybody reads why the recording has ended', async ({
	browser,
	ofLarge,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, ofLarge.url, '五十一人')
	await record(host)
	const badge = host.page.getByText(host.t('recording_badge_label'), { exact: true }).first()
	await expect(badge).toBeVisible()
	const names = Array.from({ length: 49 }, (_, index) => `客人${index + 1}`)
	const leave = await enterGuests(ofLarge, id, names.slice(0, 48))
	await expect(badge).toBeVisible()
	const leaveLast = await enterGuests(ofLarge, id, names.slice(48))
	for (const { page, t } of [host, member])
		await expect(page.getByText(t('recording_notice_media_elsewhere')).first()).toBeVisible()
	await expect(badge).toHaveCount(0)
	for (const person of [host, member]) await expect.poll(() => isOnLivekit(person)).toBe(true)
	leave()
	leaveLast()
})

test('[ROOM-250] the client of LiveKit is loaded with the grant, and not with the form', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '按需加载' })
	const loaded: string[] = []
	host.page.on('request', request => void loaded.push(request.url()))
	await host.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await turnOnDevices(host)
	await expect.poll(() => countRoomSockets(host.page)).toBeGreaterThan(0)
	await host.page.waitForLoadState('networkidle')
	const isClient = (url: string) => url.includes('livekitSession')
	expect(loaded.filter(isClient)).toEqual([])
	await host.page.getByRole('button', { name: host.t('joining_submit'), exact: true }).click()
	await expectInRoom(host, id)
	await expect.poll(() => loaded.filter(isClient)).toHaveLength(1)
})
