import { expect, type Language, openPhone, test } from './fixtures/index.ts'

for (const language of ['zh', 'en'] as Language[]) {
	test(`[HELP-01] [HELP-02] [HELP-04] an article is found in the help (${language})`, async ({ browser, server }) => {
		const { page, t } = await openPhone(browser, server.url, { language })
		await page.goto('/MeetingList/Personal/help')
		const rooms = page.getByRole('button', { name: t('help_rooms') })
		await expect(rooms).toBeHidden()
		await page.getByRole('button', { name: t('help_menu_meetings') }).click()
		await rooms.click()

		const frame = page.frameLocator('iframe')
		await expect(page.locator('iframe')).toHaveAttribute('src', '/meeting/meetings#/help/rooms?mobile=1')
		const [shown, other] = language === 'zh' ? ['例会', 'Recurring meetings'] : ['Recurring meetings', '例会']
		await expect(frame.getByRole('heading', { name: shown, exact: true })).toBeVisible()
		await expect(frame.getByRole('heading', { name: other, exact: true })).toBeHidden()
		await expect(frame.locator('article:visible')).toHaveCount(1)

		await page.getByRole('button', { name: t('common_back') }).click()
		await expect(page).toHaveURL(/\/help$/)
	})
}

test('[LIVE-15] [LIVE-16] a browser without required features is redirected to a page that explains what to do', async ({
	browser,
	server,
}) => {
	const { page, context } = await openPhone(browser, server.url, { options: { locale: 'zh-CN' } })
	await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'WeakRef'))
	await page.goto('/Login/ScanJoin/571903264')
	await expect(page).toHaveURL(/\/noSupport\?from=/)
	await expect(page.getByRole('heading', { name: '此浏览器无法打开此页面' })).toBeVisible()
	await expect(page.getByText(`${server.url}/Login/ScanJoin/571903264`)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Firefox' })).toHaveAttribute('href', /^https:/)
})
