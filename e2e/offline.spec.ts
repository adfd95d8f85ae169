import { expect, openMember, test } from './fixtures/index.ts'

test('offline a sheet does not open and the screen stays; a tap after reconnecting opens it', async ({
	browser,
	server,
}) => {
	const { page, context, t } = await openMember(browser, server.url, 'hanmei')
	await page.goto('/MeetingList/Personal')
	const signOut = page.getByRole('button', { name: t('personal_sign_out') })
	await expect(signOut).toBeVisible()
	await page.mouse.click(5, 5)
	await page.waitForLoadState('networkidle')

	await context.setOffline(true)
	await signOut.click()
	// The notice at the top, and the answer to the tap.
	await expect(page.getByText(t('net_offline'))).toHaveCount(2)
	await expect(signOut).toBeVisible()
	await expect(page.getByText(t('error_title'))).toHaveCount(0)

	await context.setOffline(false)
	await signOut.click()
	await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('a screen that cannot be loaded says so, and appears by itself once online', async ({ browser, server }) => {
	const { page, context, t } = await openMember(browser, server.url, 'hanmei')
	const me = page.getByRole('link', { name: t('meeting_me', { name: '韩梅' }) })
	await expect(me).toBeVisible()
	await page.mouse.click(5, 5)
	await page.waitForLoadState('networkidle')

	await context.setOffline(true)
	await me.click()
	await expect(page.getByRole('heading', { name: t('net_offline') })).toBeVisible()

	await context.setOffline(false)
	await expect(page.getByRole('button', { name: t('personal_sign_out') })).toBeVisible()
	await expect(page).toHaveURL(/\/MeetingList\/Personal$/)
})

test('offline the list says so at any scroll position, and so does its date button', async ({ browser, server }) => {
	const { page, context, t } = await openMember(browser, server.url, 'hanmei')
	await expect(page.getByRole('article').nth(9)).toBeAttached()
	await page.waitForLoadState('networkidle')
	await page.evaluate(() => window.scrollTo(0, 600))
	const notice = page.getByRole('status').filter({ hasText: t('net_offline') })
	const dateButton = page.getByRole('heading', { level: 1 }).getByRole('button')

	await context.setOffline(true)
	await expect(notice.first()).toBeInViewport({ ratio: 1 })
	expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
	const [strip, date] = [await notice.first().boundingBox(), await dateButton.boundingBox()]
	expect(date?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? Number.NaN))
	await dateButton.click()
	await expect(page.getByText(t('net_offline'))).toHaveCount(2)
	await expect(page.getByRole('dialog')).toHaveCount(0)

	await context.setOffline(false)
	await expect(notice).toHaveCount(0)
	await dateButton.click()
	await expect(page.getByRole('dialog')).toBeVisible()
})
