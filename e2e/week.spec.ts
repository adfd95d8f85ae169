import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { expect, openMember, test } from './fixtures/index.ts'

const laptop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false } as const

const loadsWeek = async (page: Page) =>
	await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('WeekView')))

const cell = (page: Page, dayIndex: number, hour: number) => page.locator(`[data-cell="${dayIndex} ${hour}"]`)

for (const { language, colorScheme } of [
	{ language: 'zh', colorScheme: 'light' },
	{ language: 'en', colorScheme: 'dark' },
] as const) {
	test(`[LAYOUT-11] [LAYOUT-12] a week shows the meetings, opens one beside it and begins scheduling at the chosen hours (${language}, ${colorScheme})`, async ({
		browser,
		server,
	}) => {
		const { page, t } = await openMember(browser, server.url, 'hanmei', {
			language,
			options: { ...laptop, colorScheme, reducedMotion: 'reduce' },
		})
		const views = page.getByRole('navigation', { name: t('meeting_view') })
		await expect(views.getByRole('link', { name: t('meeting_view_list'), exact: true })).toHaveAttribute(
			'aria-current',
			'page',
		)
		expect(await loadsWeek(page)).toBe(false)
		await views.getByRole('link', { name: t('meeting_view_week'), exact: true }).click()
		await expect(page).toHaveURL(/\/MeetingList\?week=\d{4}-\d\d-\d\d$/)
		const grid = page.getByRole('grid', { name: t('meeting_week_hours') })
		await expect(grid).toBeVisible()
		const heading = page.getByRole('heading', { level: 1 }).first()
		const blocks = page.locator('[data-meeting-block]')
		await expect(blocks.first()).toBeVisible()
		await expect(page.getByText(`${t('meeting_today')}, `)).toBeAttached()
		await expect(views.getByRole('link', { name: t('meeting_view_week'), exact: true })).toHaveAttribute(
			'aria-current',
			'page',
		)
		await expectAccessible(page, 'a week')

		// One of it, beside it; Back and a reload.
		const week = page.url()
		const topic = String(await blocks.first().locator('span').first().textContent())
		await blocks.first().click()
		await expect(page).toHaveURL(/\/detail\/\d{9}\?week=\d{4}-\d\d-\d\d$/)
		const detail = page.locator('[data-detail-pane]')
		await expect(detail.getByText(topic, { exact: true })).toBeVisible()
		await expect(detail.getByRole('heading', { level: 1 })).toBeFocused()
		await expect(blocks.first()).toHaveAttribute('aria-current', 'page')
		await expectAccessible(page, 'a week with a meeting beside it')
		await page.reload()
		await expect(detail.getByText(topic, { exact: true })).toBeVisible()
		await expect(blocks.first()).toBeVisible()
		await page.getByRole('link', { name: t('meeting_week_close') }).click()
		await expect(page).toHaveURL(week)
		await expect(detail).toHaveCount(0)

		// Another week, and back.
		const dates = await heading.textContent()
		await page.getByRole('button', { name: t('meeting_week_next') }).click()
		await expect(heading).not.toHaveText(String(dates))
		const nextWeek = page.url()
		expect(nextWeek).not.toBe(week)
		await page.goBack()
		await expect(heading).toHaveText(String(dates))
		await page.goForward()
		await expect(page).toHaveURL(nextWeek)

		// An hour by the keyboard.
		await cell(page, 0, 9).focus()
		await page.keyboard.press('ArrowRight')
		await page.keyboard.press('ArrowDown')
		await expect(cell(page, 1, 10)).toBeFocused()
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL(/\/CreateMeeting\?start_time=[^&]+&week=/)
		await page.goBack()
		await expect(page).toHaveURL(nextWeek)

		// Hours by dragging.
		await cell(page, 3, 22).scrollIntoViewIfNeeded()
		// The page may still be scrolling: the first cell is hovered once it stands still.
		await cell(page, 3, 20).hover({ position: { x: 40, y: 6 } })
		const [from, to] = [await cell(page, 3, 20).boundingBox(), await cell(page, 3, 21).boundingBox()]
		if (!from || !to) throw new Error('The cells have no place.')
		await page.mouse.down()
		await page.mouse.move(from.x + from.width / 2, from.y + 30)
		await page.mouse.move(to.x + to.width / 2, to.y + to.height - 6)
		await expect(page.getByText('20:00–22:00').first()).toBeVisible()
		await page.mouse.up()
		await expect(page).toHaveURL(/\/CreateMeeting\?start_time=[^&]+&duration=7200&week=/)
		await page.getByLabel(t('scheduling_topic'), { exact: true }).fill(`周视图 ${language}`)
		await page.getByRole('button', { name: t('scheduling_submit') }).click()
		await expect(page).toHaveURL(/\/detail\/\d{9}\?week=/)
		const block = page.getByRole('button', {
			name: `周视图 ${language} 20:00–22:00 ${t('meeting_not_started')}`,
			exact: true,
		})
		await expect(block).toBeVisible()
		await expect(block).toHaveAttribute('aria-current', 'page')

		// A smaller window has the list, or the meeting.
		await page.setViewportSize({ width: 1023, height: 800 })
		await expect(grid).toHaveCount(0)
		await expect(page.getByRole('main').getByText(`周视图 ${language}`, { exact: true })).toBeVisible()
	})
}

test('[LAYOUT-11] a week that cannot be loaded says so and tries again', async ({ browser, server }) => {
	const { page, t } = await openMember(browser, server.url, 'hanmei', { options: laptop })
	await page.goto('/MeetingList?week=2020-05-05')
	await expect(page.getByText(t('meeting_week_empty'))).toBeVisible()
	await page.context().setOffline(true)
	await page.getByRole('button', { name: t('meeting_week_next') }).click()
	await expect(page.getByRole('alert').getByText(t('meeting_unreachable_title'))).toBeVisible()
	await expectAccessible(page, 'a week without a connection')
	await page.context().setOffline(false)
	await expect(page.getByText(t('meeting_week_empty'))).toBeVisible()

	await page.route('**/meeting/users/meetings?*', route => route.fulfill({ status: 500, json: {} }))
	await page.getByRole('button', { name: t('meeting_week_next') }).click()
	await expect(page.getByRole('alert').getByText(t('meeting_list_failed'))).toBeVisible()
	await page.unroute('**/meeting/users/meetings?*')
	await page.getByRole('button', { name: t('meeting_retry') }).click()
	await expect(page.getByText(t('meeting_week_empty'))).toBeVisible()
})

test('[LAYOUT-11] a phone loads nothing of the week, whatever the address says', async ({ browser, server }) => {
	const { page, t } = await openMember(browser, server.url, 'hanmei')
	await page.goto('/MeetingList?week=2026-11-23')
	await expect(page.getByRole('article').first()).toBeVisible()
	await expect(page.getByRole('grid', { name: t('meeting_week_hours') })).toHaveCount(0)
	expect(await loadsWeek(page)).toBe(false)
})
