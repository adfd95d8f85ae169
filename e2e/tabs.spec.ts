import type { Page } from '@playwright/test'
import { expect, fillSignIn, openMember, test } from './fixtures/index.ts'

test('[CORP-02] a switch of company in one tab applies to the other tab', async ({ browser, server }) => {
	const { page, context, t } = await openMember(browser, server.url, 'hanmei')
	const other = await context.newPage()
	await other.goto('/MeetingList')
	const company = (of: Page, name: string) =>
		of.getByRole('button', { name: new RegExp(`^${name} ?${t('company_switch_hint')}`) })
	const visitors = other.getByRole('article').filter({ hasText: '访客接待' })
	await expect(company(other, 'Parley Demo')).toBeVisible()
	await expect(visitors).toHaveCount(1)

	await company(page, 'Parley Demo').click()
	await page.getByRole('dialog').getByText('Harbour Labs').click()
	await expect(company(other, 'Harbour Labs')).toBeVisible()
	await expect(visitors).toHaveCount(0)
})

test('when another person signs in in one tab, the other tab shows them', async ({ browser, server }) => {
	const person = await openMember(browser, server.url, 'hanmei')
	const { page, context, t } = person
	const other = await context.newPage()
	await other.goto('/MeetingList')
	const me = (name: string) => other.getByRole('link', { name: t('meeting_me', { name }) })
	await expect(me('韩梅')).toBeVisible()

	await page.goto('/MeetingList/Personal')
	await page.getByRole('button', { name: t('personal_sign_out') }).click()
	await page
		.getByRole('alertdialog')
		.getByRole('button', { name: t('personal_sign_out') })
		.click()
	await expect(me('韩梅')).toHaveCount(0)

	await page.getByRole('link', { name: t('landing_login') }).click()
	await fillSignIn(person, 'lilei')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await expect(me('李雷')).toBeVisible()
})
