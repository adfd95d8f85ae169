import { expect, openPhone, signIn, test } from './fixtures/index.ts'

test('back closes an open sheet and nothing else; the next one leaves the screen', async ({ browser, server }) => {
	const person = await openPhone(browser, server.url)
	const { page, context, t } = person
	await signIn(person, 'hanmei')
	await page.goto('/MeetingList')
	const sheet = page.getByRole('dialog')
	const openSheet = () => page.getByRole('button', { name: t('company_switch_hint') }).click()

	await openSheet()
	await expect(sheet).toBeVisible()
	await page.goBack()
	await expect(sheet).toBeHidden()
	await expect(page).toHaveURL(/\/MeetingList$/)

	// Closed otherwise, it costs no further back; forward opens nothing.
	await page.goForward()
	await expect(sheet).toBeHidden()
	await openSheet()
	await page.getByRole('button', { name: t('common_close') }).click()
	await expect(sheet).toBeHidden()
	await page.goto('/MeetingList/Personal')
	await page.goBack()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await context.close()
})

test('[HTTP-09] a session that is refused although it was refreshed ends at the sign-in after a handful of requests', async ({
	browser,
	server,
}) => {
	const person = await openPhone(browser, server.url)
	const { page, context, t } = person
	await signIn(person, 'hanmei')
	let requests = 0
	page.on('request', request => {
		if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr') requests++
	})
	await page.route('**/meeting/users/meetings**', route => route.fulfill({ status: 401, json: { code: 401 } }))

	await page.goto('/MeetingList')
	await expect(page).toHaveURL(/\/Login$/)
	await expect(page.getByText(t('login_session_refused'))).toBeVisible()
	await page.waitForTimeout(3_000)
	await expect(page).toHaveURL(/\/Login$/)
	expect(requests).toBeLessThan(12)
	await context.close()
})
