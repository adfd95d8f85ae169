import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import {
	expect,
	expectSeenAndHeard,
	joinById,
	type LiveServer,
	loudness,
	openMember,
	openPhone,
	putOnAirFromRoom,
	scheduleLive,
	startLiveServer,
	waitUntilSeesAndHears,
	test as withServer,
} from './fixtures/index.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''

interface Fixtures {
	/** Server that can broadcast meetings. */
	live: LiveServer
	/** Kills the process that broadcasts a meeting, like a machine out of memory. */
	killSender(): Promise<void>
}

const test = withServer.extend<object, Fixtures & { folder: string }>({
	folder: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
		async ({}, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'parley-sender-'))
			await use(folder)
			await rm(folder, { recursive: true })
		},
		{ scope: 'worker' },
	],
	live: [
		async ({ folder }, use) => {
			// ffmpeg itself, wrapped so that it stores its process id when it reads a meeting.
			const path = join(folder, 'ffmpeg')
			const note = `case "$*" in *matroska*) echo $$ > '${folder}/pid';; esac`
			await writeFile(path, `#!/bin/sh\n${note}\nexec '${program}' "$@"\n`)
			await chmod(path, 0o755)
			const server = await startLiveServer({ PARLEY_FFMPEG: path })
			await use(server)
			await server.dispose()
		},
		{ scope: 'worker', timeout: 90_000 },
	],
	killSender: [
		async ({ folder }, use) =>
			use(async () => void process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL')),
		{ scope: 'worker' },
	],
})
test.beforeEach(() => test.skip(!program, 'no ffmpeg'))

/** Returns whether something that is not transparent covers its upper edge. */
const isBehindScrim = (sheet: Locator): Promise<boolean> =>
	sheet.evaluate(element => {
		const { left, top } = element.getBoundingClientRect()
		const stack = document.elementsFromPoint(left + 40, top + 4)
		const above = stack.slice(0, stack.indexOf(element))
		return above.some(one => !element.contains(one) && getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
	})

test('[DESK-14] [DESK-15] [DESK-16] a meeting of two goes live from its room, with video and audio, survives the loss of its ffmpeg, and ends', async ({
	browser,
	live,
	killSender,
}) => {
	test.setTimeout(300_000)
	const host = await openMember(browser, live.url, 'hanmei', { options: { locale: 'zh-CN' } })
	const { page, t } = host
	const id = await scheduleLive(host, { topic: '两个人的直播' })
	await joinById(host, id)
	const member = await openMember(browser, live.url, 'lilei', { language: 'en' })
	await joinById(member, id)
	for (const { page } of [host, member]) await waitUntilSeesAndHears(page, 1)

	const viewer = await openPhone(browser, live.url, { options: { locale: 'zh-CN' } })
	await viewer.page.goto(`/liveBroadcast?roomId=${id}`)
	await expect(viewer.page.getByText(t('live_not_started_title'))).toBeVisible()

	const sheet = await putOnAirFromRoom(host)
	await expectSeenAndHeard(viewer.page)
	await expect(member.page.getByRole('banner').getByText(member.t('desk_status_onAir'))).toBeVisible()
	for (const tab of await viewer.page.getByRole('tab').all())
		expect((await tab.boundingBox())?.width, 'two characters are wide enough to tap').toBeGreaterThanOrEqual(44)

	await killSender()
	await expect(sheet.getByText(t('desk_meeting_interrupted'))).toBeVisible({ timeout: 60_000 })
	await expectSeenAndHeard(viewer.page)
	await expect(viewer.page.getByText(t('live_over_title'))).toHaveCount(0)

	await sheet.getByRole('button', { name: t('desk_end') }).click()
	const question = page.getByRole('alertdialog')
	await expect(question).toBeVisible()
	expect(await isBehindScrim(page.locator('[role="dialog"]'))).toBe(true)
	await question.getByRole('button', { name: t('desk_end') }).click()
	await expect(viewer.page.getByText(t('live_over_title'))).toBeVisible({ timeout: 60_000 })
	await expect(sheet.getByText(t('desk_status_over'))).toBeVisible()
	// The meeting goes on for its participants.
	await waitUntilSeesAndHears(member.page, 1)
})

test('[DESK-02] [DESK-13] the host broadcasts with the camera of the phone, from the desk, and a viewer sees and hears it', async ({
	browser,
	live,
}) => {
	test.setTimeout(300_000)
	const host = await openMember(browser, live.url, 'hanmei', { language: 'en', options: { locale: 'en-US' } })
	const { page, t } = host
	const id = await scheduleLive(host, { topic: 'From my phone' })
	await page.getByRole('button', { name: t('meeting_live_desk') }).click()
	await expect(page).toHaveURL(new RegExp(`/liveDesk/${id}$`))
	const viewer = await openPhone(browser, live.url, { language: 'en', options: { locale: 'en-US' } })
	await viewer.page.goto(`/liveBroadcast?roomId=${id}`)
	await expect(viewer.page.getByText(t('live_not_started_title'))).toBeVisible()

	await page.getByRole('button', { name: t('desk_way_phone') }).click()
	await page.getByRole('button', { name: t('desk_phone_open') }).click()
	const preview = page.getByLabel(t('desk_phone_preview'))
	await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)
	// One action publishes the camera and puts the live on air.
	await page.getByRole('button', { name: t('desk_start') }).click()
	await expect(page.getByText(t('desk_phone_sending'))).toBeVisible({ timeout: 60_000 })
	await expect(page.getByText(t('desk_status_onAir'), { exact: true }).first()).toBeVisible({ timeout: 60_000 })
	await expectSeenAndHeard(viewer.page)
	await expect(page.getByText(t('desk_picture_publishing'))).toBeVisible()

	// Going back would end the picture for viewers, so the page asks.
	await page.goBack()
	const question = page.getByRole('alertdialog', { name: t('desk_leave_title') })
	await question.getByRole('button', { name: t('desk_stay') }).click()
	await expect(question).toBeHidden()

	// Without a speaker the picture continues, silently.
	await page.getByRole('button', { name: t('desk_phone_mute') }).click()
	await expect.poll(() => loudness(viewer.page), { timeout: 60_000 }).toBeLessThan(0.01)
	await page.getByRole('button', { name: t('desk_phone_stop') }).click()
	await expect(viewer.page.getByText(t('live_reconnecting_title'))).toBeVisible({ timeout: 60_000 })
	await page.getByRole('button', { name: t('desk_end'), exact: true }).click()
	await page
		.getByRole('alertdialog')
		.getByRole('button', { name: t('desk_end'), exact: true })
		.click()
	await expect(viewer.page.getByText(t('live_over_title'))).toBeVisible({ timeout: 60_000 })
})
