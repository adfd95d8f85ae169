import { browserLanguages } from './engines/index.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expect, type Language, openMember, openPhone, test } from './fixtures/index.ts'

const laptops: { language: Language; colorScheme: 'light' | 'dark'; height: number }[] = [
	{ language: 'zh', colorScheme: 'light', height: 800 },
	{ language: 'en', colorScheme: 'dark', height: 720 },
]

for (const { language, colorScheme, height } of laptops) {
	test(`[PAGE-19] [PAGE-20] on a laptop a start is chosen in the calendar with keys, and its minute typed (${language}, ${colorScheme})`, async ({
		browser,
		server,
	}) => {
		const { page, t } = await openMember(browser, server.url, 'hanmei', {
			language,
			options: {
				viewport: { width: 1280, height },
				isMobile: false,
				hasTouch: false,
				colorScheme,
				reducedMotion: 'reduce',
				locale: browserLanguages[language],
			},
		})
		await page.goto('/MeetingList/CreateMeeting')
		await page.getByRole('button', { name: new RegExp(`^${t('scheduling_start')}`) }).click()
		const sheet = page.getByRole('dialog', { name: t('scheduling_start') })
		await expect(sheet.getByRole('grid')).toBeVisible()
		await expectAccessible(page, 'the calendar')
		// Everything is visible at once.
		const done = await sheet.getByRole('button', { name: t('scheduling_done_sheet') }).boundingBox()
		const grid = await sheet.getByRole('grid').boundingBox()
		expect((grid?.y ?? 0) + (grid?.height ?? 0)).toBeLessThanOrEqual((done?.y ?? 0) + 1)

		await sheet.getByRole('button', { name: new RegExp(t('meeting_day_selected')) }).focus()
		await page.keyboard.press('PageDown')
		await page.keyboard.press('ArrowRight')
		await page.keyboard.press('Enter')
		const chosen = await sheet.getByLabel(t('meeting_day_type'), { exact: true }).inputValue()
		expect(chosen).toMatch(/^20\d\d-\d\d-\d\d$/)
		await sheet.getByLabel(t('scheduling_time'), { exact: true }).fill('1437')
		await page.keyboard.press('Enter')
		await expect(sheet).toBeHidden()
		const [, , day] = chosen.split('-').map(Number)
		const row = page.getByRole('button', { name: new RegExp(`^${t('scheduling_start')}`) })
		await expect(row).toContainText(`${day}`)
		await expect(row).toContainText('14:37')
	})
}

test('[PAGE-19] a phone has wheels and never loads the calendar', async ({ browser, server }) => {
	const { page, t } = await openPhone(browser, server.url, { member: 'hanmei' })
	const loaded: string[] = []
	page.on('request', request => loaded.push(request.url()))
	await page.goto('/MeetingList')
	await page.getByRole('button', { name: new RegExp(t('meeting_day_hint')) }).click()
	await expect(page.getByRole('spinbutton', { name: t('meeting_day_day') })).toBeVisible()
	expect(loaded.filter(url => url.includes('/DayPickerSheet'))).toHaveLength(1)
	expect(loaded.filter(url => url.includes('/Calendar'))).toEqual([])
})
