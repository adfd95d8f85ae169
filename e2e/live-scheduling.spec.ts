import type { Locator, Page } from '@playwright/test'
import { aPicture, expect, type Language, openMember, type Person, test } from './fixtures/index.ts'

const wordHtml = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
	<!--StartFragment--><p class="MsoNormal" style="margin:0cm"><b><span style="font-size:14pt">14:00</span></b> opening<o:p></o:p></p>
	<script>window.pasted = true</script><img src="https://evil.example/x.png" onerror="window.pasted = true"><!--EndFragment--></body></html>`

const paste = (editor: Locator, html: string) =>
	editor.evaluate((element, html) => {
		const clipboardData = new DataTransfer()
		clipboardData.setData('text/html', html)
		element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	}, html)

/** Returns the natural width of a picture once it has loaded. */
const pictureWidth = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

/** Writes a bold title, a list, pasted word-processor content, and a picture. */
async function writeIntroduction({ page, t }: Person) {
	const editor = page.getByRole('textbox', { name: t('scheduling_introduction') })
	await editor.click()
	await page.getByRole('button', { name: t('scheduling_introduction_bold') }).click()
	await page.keyboard.type('Autumn launch')
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: t('scheduling_introduction_bullets') }).click()
	await page.keyboard.type('New phones')
	await page.keyboard.press('Enter')
	await page.keyboard.press('Enter')
	await paste(editor, wordHtml)
	await expect(editor.locator('strong', { hasText: '14:00' })).toBeVisible()
	await expect(editor.locator('strong', { hasText: 'Autumn launch' })).toBeVisible()
	await expect(editor.locator('[style*=font-size], [class^=Mso], script')).toHaveCount(0)
	await page.locator('input[type=file]').setInputFiles(await aPicture(page))
	await expect.poll(async () => pictureWidth(editor.locator('img[src^="/meeting/pictures/"]'))).toBeGreaterThan(0)
	expect(await page.evaluate(() => 'pasted' in window)).toBe(false)
}

/** Selects a 4:3 picture. */
async function chooseBackground({ page, t }: Person) {
	await expect(page.getByText(t('scheduling_background_hint'))).toBeVisible()
	await page.locator('input[type=file]').setInputFiles(await aPicture(page))
	await expect.poll(() => pictureWidth(page.locator('main img').first())).toBeGreaterThan(0)
}

const expectPicture = async (page: Page) => {
	const picture = page.locator('main img').first()
	await expect.poll(() => pictureWidth(picture)).toBeGreaterThan(0)
	return await picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
}

/** Returns the editor, which is loaded on demand. */
const loadedParts = (page: Page) =>
	page.evaluate(() =>
		performance
			.getEntriesByType('resource')
			.map(({ name }) => /(IntroductionEditor)[^/]*\.js/.exec(name)?.[1])
			.filter(Boolean),
	)

for (const language of ['zh', 'en'] as Language[]) {
	test(`[LSET-01] [LSET-15] [OP-097] [ROUTE-42] [LIST-28] a live is scheduled, seen and edited (${language})`, async ({
		browser,
		server,
	}) => {
		const host = await openMember(browser, server.url, 'hanmei', { language })
		const { page, t } = host
		const topic = `Launch ${language}`
		await page.goto('/MeetingList/CreateMeeting')
		await page.getByLabel(t('scheduling_topic'), { exact: true }).fill(topic)
		await page.getByRole('switch', { name: t('scheduling_live_on') }).check()
		await expect(page.getByRole('switch', { name: t('scheduling_live_chat') })).toBeDisabled()
		await page.getByLabel(t('scheduling_live_password')).fill('2468')

		expect(await loadedParts(page)).toEqual([])
		await page.getByRole('button', { name: t('scheduling_introduction') }).click()
		await writeIntroduction(host)
		await page.getByRole('button', { name: t('scheduling_introduction_save'), exact: true }).click()
		await page.getByRole('button', { name: t('scheduling_background') }).click()
		await chooseBackground(host)
		expect(await loadedParts(page)).toHaveLength(1)
		await page.getByRole('button', { name: t('scheduling_background_save'), exact: true }).click()
		await expect(page.getByText(t('scheduling_background_chosen'))).toBeVisible()
		await expect(page.getByLabel(t('scheduling_live_password'))).toHaveValue('2468')
		await page.getByRole('button', { name: t('scheduling_submit') }).click()

		await expect(page).toHaveURL(/\/detail\/\d{9}$/)
		const id = /\d{9}$/.exec(page.url())?.[0] ?? ''
		await expect(page.getByText(`/liveBroadcast?roomId=${id}`)).toBeVisible()
		await page.getByRole('button', { name: t('meeting_live_show_password') }).click()
		await expect(page.getByText('2468')).toBeVisible()
		await page.getByRole('button', { name: t('meeting_live_open_preview') }).click()
		await expect(page.getByRole('tab', { name: t('live_preview_introduction') })).toBeVisible()
		await expect(page.locator('strong', { hasText: 'Autumn launch' })).toBeVisible()
		// OP-097: the full introduction.
		expect(await expectPicture(page)).toBeCloseTo(4 / 3, 1)
		await page.getByRole('button', { name: t('common_back') }).click()
		await expect(page).toHaveURL(new RegExp(`/detail/${id}$`))
		await page.goto(`/liveDetail/${id}`)
		await expect(page.locator('strong', { hasText: 'Autumn launch' })).toBeVisible()

		await page.goto('/MeetingList')
		// The number of demo meetings listed before it depends on the hour.
		await page.getByRole('searchbox').fill(topic)
		// The result of the search replaces the list, and closes what is open in it.
		await expect(page.getByRole('article')).toHaveCount(1)
		const card = page.getByRole('article', { name: topic })
		await card.getByRole('button', { name: topic }).click()
		await expect(card.getByText(`/liveBroadcast?roomId=${id}`)).toBeVisible()
		await card.getByRole('button', { name: t('meeting_live_open_preview') }).click()
		await expect(page).toHaveURL(`/preview?from=meetingList&meetingId=${id}`)
		await page.getByRole('button', { name: t('common_back') }).click()
		await expect(page).toHaveURL(/\/MeetingList$/)

		await page.goto(`/detail/${id}`)
		await page.getByRole('button', { name: t('meeting_edit'), exact: true }).click()
		await page.getByRole('button', { name: t('scheduling_introduction') }).click()
		await page.getByRole('textbox', { name: t('scheduling_introduction') }).press('ControlOrMeta+a')
		await page.keyboard.type('Moved to Friday')
		await page.getByRole('button', { name: t('scheduling_introduction_save'), exact: true }).click()
		await page.getByLabel(t('scheduling_live_password')).fill('')
		await page.getByRole('button', { name: t('scheduling_edit_submit'), exact: true }).click()
		await expect(page.getByText(t('scheduling_edit_done'))).toBeVisible()
		await page.goto(`/liveDetail/${id}`)
		await expect(page.getByText('Moved to Friday')).toBeVisible()
		await expect(page.locator('main img')).toHaveCount(0)

		const colleague = await openMember(browser, server.url, 'lilei', { language })
		await colleague.page.goto(`/detail/${id}`)
		await expect(colleague.page.getByRole('heading', { name: topic })).toBeVisible()
		await expect(colleague.page.getByText('/liveBroadcast')).toHaveCount(0)
	})
}

test('[LSET-09] an input method composes undisturbed in the introduction, and emoji are removed afterwards', async ({
	browser,
	server,
}) => {
	const { page, t, context } = await openMember(browser, server.url, 'hanmei')
	await page.goto('/EditLiveDetails?from=create')
	const editor = page.getByRole('textbox', { name: t('scheduling_introduction') })
	await editor.click()
	const keyboard = await context.newCDPSession(page)
	for (const text of ['n', 'ni', 'nih', '你好😀'])
		await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
	await expect(editor).toHaveText('你好😀')
	await keyboard.send('Input.insertText', { text: '你好😀' })
	await expect(editor).toHaveText('你好')
	await page.keyboard.type('a')
	await expect(editor).toHaveText('你好a')
})

test('[LSET-04] back closes open overlays, and never discards typed text', async ({ browser, server }) => {
	const { page, t } = await openMember(browser, server.url, 'hanmei')
	await page.goto('/MeetingList/CreateMeeting')
	await page.getByRole('switch', { name: t('scheduling_live_on') }).check()
	await page.getByRole('button', { name: t('scheduling_introduction') }).click()
	const editor = page.getByRole('textbox', { name: t('scheduling_introduction') })
	await editor.fill('Typed')
	await page.getByRole('button', { name: t('scheduling_introduction_link'), exact: true }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(editor).toHaveText('Typed')
	await page.goBack()
	await expect(page.getByRole('alertdialog', { name: t('common_save_title') })).toBeVisible()
	await page.goBack()
	await expect(page.getByRole('alertdialog')).toHaveCount(0)
	await expect(editor).toHaveText('Typed')
	await page.reload()
	await expect(editor).toHaveText('Typed')
})
