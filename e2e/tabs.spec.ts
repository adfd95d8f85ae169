import type { Page } from '@playwright/test'
import { expect, fillSignIn, signIn, takePhone, test } from './fixtures/index.ts'

test('[CORP-02] the company changed to in one tab is the company of the other', async ({ browser, server }) => {
	const person = await takePhone(browser, server.url)
	const { page, context, say } = person
	await signIn(person, 'hanmei')
	const other = await context.newPage()
	await other.goto('/MeetingList')
	const company = (of: Page, name: string) =>
		of.getByRole('button', { name: new RegExp(`^${name} ?${say('company_switch_hint')}`) })
	const visitors = other.getByRole('article').filter({ hasText: '访客接待' })
	await expect(company(other, 'Parley Demo')).toBeVisible()
	await expect(visitors).toHaveCount(1)

	await company(page, 'Parley Demo').click()
	await page.getByRole('dialog').getByText('Harbour Labs').click()
	await expect(company(other, 'Harbour Labs')).toBeVisible()
	await expect(visitors).toHaveCount(0)
	await context.close()
})

test('somebody else signs in in one tab, and is who the other shows', async ({ browser, server }) => {
	const person = await takePhone(browser, server.url)
	const { page, context, say } = person
	await signIn(person, 'hanmei')
	const other = await context.newPage()
	await other.goto('/MeetingList')
	const me = (name: string) => other.getByRole('link', { name: say('meeting_me', { name }) })
	await expect(me('韩梅')).toBeVisible()

	await page.goto('/MeetingList/Personal')
	await page.getByRole('button', { name: say('personal_sign_out') }).click()
	await page
		.getByRole('alertdialog')
		.getByRole('button', { name: say('personal_sign_out') })
		.click()
	await expect(me('韩梅')).toHaveCount(0)

	await page.getByRole('link', { name: say('landing_login') }).click()
	await fillSignIn(person, 'lilei')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await expect(me('李雷')).toBeVisible()
	await context.close()
})
