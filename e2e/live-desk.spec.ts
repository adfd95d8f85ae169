import { type ChildProcess, spawn } from 'node:child_process'
import { expectAccessible, lookLabel, looks, openWithLook } from './fixtures/accessible.ts'
import { expect, openMember, type Person, test as plain } from './fixtures/index.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''

interface Fixtures {
	/** Publishes a test picture like OBS, with a key frame every so many seconds; returns a function that stops it. */
	publish(url: string, key: string, keyFrameS: number): () => void
}

const test = plain.extend<Fixtures>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
	publish: async ({}, use) => {
		const children = new Set<ChildProcess>()
		await use((url, key, keyFrameS) => {
			const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25']
			const sound = ['-f', 'lavfi', '-i', 'sine=440:r=48000']
			const gop = String(25 * keyFrameS)
			const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p']
			const keyFrames = ['-g', gop, '-keyint_min', gop, '-sc_threshold', '0']
			const output = ['-c:a', 'aac', '-f', 'flv', `${url}/${key}`]
			const child = spawn(program, [...picture, ...sound, ...video, ...keyFrames, ...output], { stdio: 'ignore' })
			children.add(child)
			return () => void child.kill('SIGKILL')
		})
		for (const child of children) child.kill('SIGKILL')
	},
})

/** Schedules a meeting with a live, and opens its desk from its detail; returns the id. */
async function openDesk({ page, t }: Person, topic: string) {
	await page.goto('/MeetingList/CreateMeeting')
	await page.getByLabel(t('scheduling_topic'), { exact: true }).fill(topic)
	await page.getByRole('switch', { name: t('scheduling_live_on') }).check()
	await page.getByRole('button', { name: t('scheduling_submit') }).click()
	await expect(page).toHaveURL(/\/detail\/\d{9}$/)
	await page.getByRole('button', { name: t('meeting_live_desk') }).click()
	await expect(page).toHaveURL(/\/liveDesk\/\d{9}$/)
	return /\d{9}$/.exec(page.url())?.[0] ?? ''
}

/** Opens the settings for OBS; returns the address, and the key as displayed. */
async function readPublishing({ page, t }: Person) {
	await page.getByRole('button', { name: t('desk_way_rtmp') }).click()
	const address = page.getByText(/^rtmp:\/\//)
	await expect(address).toBeVisible()
	await page.getByRole('button', { name: t('desk_key_show') }).click()
	const key = page.getByText(/\?key=/)
	await expect(key).toBeVisible()
	return { url: (await address.textContent()) ?? '', key }
}

test('on a low screen only the panel of a desk scrolls, and its end button stays in place', async ({
	browser,
	live,
}) => {
	const options = { viewport: { width: 375, height: 560 } }
	const host = await openMember(browser, live.url, 'hanmei', { options })
	await openDesk(host, 'Low')
	await host.page.getByRole('button', { name: host.t('desk_way_rtmp') }).click()
	await expect(host.page.getByText(/^rtmp:\/\//)).toBeVisible()
	const below = () => host.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
	await expect.poll(below).toBe(0)
})

test.describe('the desk of the host', () => {
	for (const look of looks) {
		test(`[DESK-01] [DESK-02] [DESK-10] [DESK-11] [DESK-12] a live is run from a phone, with OBS ${lookLabel(look)}`, async ({
			browser,
			live,
			publish,
		}) => {
			test.skip(!program, 'no ffmpeg')
			const host = await openWithLook(browser, live.url, look, { member: 'hanmei' })
			const { page, t } = host
			const id = await openDesk(host, 'Launch of the autumn phones, with questions from everybody')
			const shows = (key: string) => expect(page.getByText(t(key), { exact: true }).first()).toBeVisible()
			await shows('desk_status_notStarted')
			await shows('desk_start_without_picture')
			await expectAccessible(page, 'a desk before the start')
			await page.getByRole('button', { name: t('desk_link_code') }).click()
			await expect(page.getByRole('img', { name: t('desk_code_picture') })).toBeVisible()
			await expectAccessible(page, 'the QR code of a live')
			await page.keyboard.press('Escape')

			const { url, key } = await readPublishing(host)
			const first = (await key.textContent()) ?? ''
			await page.getByRole('button', { name: t('desk_key_rotate') }).click()
			const question = page.getByRole('alertdialog', { name: t('desk_key_rotate_title') })
			await expectAccessible(page, 'replacing the key')
			await question.getByRole('button', { name: t('desk_key_rotate') }).click()
			await expect(question).toHaveCount(0)
			await expect(key).not.toHaveText(first)
			const second = (await key.textContent()) ?? ''
			publish(url, first, 1)
			const stop = publish(url, second, 6)
			await shows('desk_picture_unseen')
			await page.getByRole('button', { name: t('desk_start') }).click()
			await shows('desk_status_onAir')
			await expect(page.getByRole('timer')).toHaveText(/00:0\d/)
			await expect(page.getByText(t('desk_frames_value', { count: 25 }))).toBeVisible()
			await expect(page.getByText(t('desk_warning_keyFrames_todo'))).toBeVisible({ timeout: 30_000 })
			const head = page.getByRole('heading', { level: 2, name: /^Launch/ }).locator('..')
			expect(await head.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(2)
			await expectAccessible(page, 'a desk on air')

			stop()
			await expect(page.getByText(/\b2\d\b/).filter({ hasText: /s left|还剩/ })).toBeVisible()
			publish(url, second, 1)
			await shows('desk_picture_publishing')
			await page.getByRole('button', { name: t('desk_suspend') }).click()
			await shows('desk_status_suspended')
			await page.getByRole('button', { name: t('desk_resume') }).click()
			await shows('desk_status_onAir')
			await page.getByRole('button', { name: t('desk_end'), exact: true }).click()
			const last = page.getByRole('alertdialog', { name: t('desk_end_title') })
			await last.getByRole('button', { name: t('desk_end'), exact: true }).click()
			await shows('desk_status_over')
			await expectAccessible(page, 'a desk after the end')
			await page.getByRole('button', { name: t('common_back') }).click()
			await expect(page).toHaveURL(new RegExp(`/detail/${id}$`))
		})
	}

	test('[DESK-06] [DESK-20] [DESK-21] [DESK-22] the host answers a viewer, pins an announcement, and silences the discussion', async ({
		browser,
		server,
	}) => {
		const host = await openMember(browser, server.url, 'hanmei', { language: 'en' })
		const { page, t } = host
		const id = await openDesk(host, 'Launch')
		const watch = await page
			.getByRole('region', { name: t('desk_link') })
			.getByRole('link')
			.getAttribute('href')
		expect(watch).toBe(`${server.url}/liveBroadcast?roomId=${id}`)
		// Viewers see the language of their browser.
		const viewer = await openMember(browser, server.url, 'lilei')
		await viewer.page.goto(watch ?? '')
		await viewer.page.getByRole('tab', { name: viewer.t('live_tab_questions') }).click()
		await viewer.page.getByRole('textbox', { name: viewer.t('live_chat_ask') }).fill('Which colours?')
		await viewer.page
			.getByRole('button', { name: viewer.t('live_chat_send') })
			.filter({ visible: true })
			.click()

		await page.getByRole('tab', { name: t('desk_tab_questions_open', { count: 1 }) }).click()
		for (const width of [375, 320])
			for (const scale of [1.3, 1]) {
				await page.setViewportSize({ width, height: 812 })
				await page.evaluate(size => document.documentElement.style.setProperty('--text-scale', String(size)), scale)
				const cutPx = await page.getByRole('tablist').evaluate(strip => strip.scrollWidth - strip.clientWidth)
				expect(cutPx, `tabs at ${width} px and ${scale}`).toBeLessThan(2)
			}
		await page.setViewportSize({ width: 375, height: 812 })
		await page.getByRole('button', { name: t('live_chat_answer'), exact: true }).click()
		const sheet = page.getByRole('dialog', { name: t('desk_answer_title') })
		await expect(sheet.getByText('Which colours?')).toBeVisible()
		await expectAccessible(page, 'answering')
		await sheet.getByRole('textbox', { name: t('desk_answer_label') }).fill('Blue and green')
		await sheet.getByRole('button', { name: t('desk_answer_send') }).click()
		await expect(page.getByText(t('live_chat_answered'))).toBeVisible()
		await expect(page.getByRole('tab', { name: t('desk_tab_questions'), exact: true })).toBeVisible()
		await expectAccessible(page, 'answered questions')
		const questions = viewer.page.getByRole('log', { name: viewer.t('live_tab_questions') })
		await expect(questions.getByText('Blue and green')).toBeVisible()
		await expect(questions.getByRole('blockquote').getByText('Which colours?')).toBeVisible()

		await page.getByRole('tab', { name: t('desk_tab_discussion') }).click()
		await page.getByRole('button', { name: t('desk_announcement'), exact: true }).click()
		await page.getByRole('textbox', { name: t('desk_announcement_label') }).fill('Prizes at three')
		await page.getByRole('button', { name: t('desk_announcement_pin'), exact: true }).click()
		await viewer.page.getByRole('tab', { name: viewer.t('live_tab_discussion') }).click()
		await expect(viewer.page.getByText('Prizes at three')).toBeVisible()
		await page.getByRole('button', { name: t('desk_silence_on') }).click()
		await expect(viewer.page.getByText(viewer.t('live_chat_silenceAll'))).toBeVisible()
		await expectAccessible(page, 'a silenced discussion')
		await page.getByRole('button', { name: t('desk_silence_off') }).click()
		await expect(viewer.page.getByRole('textbox', { name: viewer.t('live_chat_say') })).toBeVisible()

		await page.getByRole('tab', { name: t('desk_tab_viewers') }).click()
		await page.getByRole('button', { name: t('desk_viewers_menu', { name: '李雷' }) }).click()
		await expectAccessible(page, 'actions for a viewer')
		await page.getByRole('button', { name: t('live_chat_mute') }).click()
		await expect(viewer.page.getByText(viewer.t('live_chat_silenced')).first()).toBeVisible()
	})

	test('[DESK-01] [DESK-05] a colleague is told that the desk is not theirs; a server without broadcasts says so', async ({
		browser,
		server,
	}) => {
		const host = await openMember(browser, server.url, 'hanmei', { language: 'en' })
		const id = await openDesk(host, 'Launch')
		const colleague = await openMember(browser, server.url, 'lilei', { language: 'en' })
		await colleague.page.goto(`/liveDesk/${id}`)
		await expect(colleague.page.getByText(colleague.t('desk_notAllowed_title'))).toBeVisible()
		await colleague.page.goto('/liveDesk/999999999')
		await expect(colleague.page.getByText(colleague.t('desk_missing_title'))).toBeVisible()
	})
})
