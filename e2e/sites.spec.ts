import { expect, fillSignIn, openPhone, test } from './fixtures/index.ts'

test('[ROLE-07] [ROLE-08] [REG-17] a corporate site accepts its own accounts, allows no registration and locks names', async ({
	browser,
	server,
}) => {
	const { page, t } = await openPhone(browser, server.at('oa.localhost'))
	await page.goto('/Login')
	await expect(page.getByRole('button', { name: t('login_submit'), exact: true })).toBeVisible()
	await expect(page.getByRole('link', { name: t('login_register') })).toHaveCount(0)
	await page.goto('/Register')
	await expect(page.getByText(t('account_register_closed_title'))).toBeVisible()
	await page.goto('/Login')
	await fillSignIn({ page, t }, 'hanmei')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await page.goto('/MeetingList/JoinMeeting/unkonw/false')
	const name = page.getByLabel(t('joining_name'), { exact: true })
	await expect(name).toHaveValue('韩梅')
	await expect(name).not.toBeEditable()
})

test('[ROLE-10] [ROLE-07] a mixed site accepts corporate accounts and phones; phone users may choose their name', async ({
	browser,
	server,
}) => {
	for (const account of ['oa.wang', '13800000001', 'amelia.hart']) {
		const { page, t, context } = await openPhone(browser, server.url)
		await page.goto('/')
		await page.getByRole('link', { name: t('landing_login') }).click()
		await fillSignIn({ page, t }, account)
		await expect(page).toHaveURL(/\/MeetingList$/)
		await page.goto('/MeetingList/JoinMeeting/unkonw/false')
		const name = page.getByLabel(t('joining_name'), { exact: true })
		await expect(name).toBeEditable()
		await context.close()
	}
})

test('[LAND-06] [LAND-07] [LOGIN-35] a strict site accepts no guests and requires the slider from everyone', async ({
	browser,
	server,
}) => {
	const { page, t } = await openPhone(browser, server.at('strict.localhost'))
	await page.goto('/')
	await expect(page.getByRole('link', { name: t('landing_login') })).toBeVisible()
	await expect(page.getByRole('link', { name: t('joining_title') })).toHaveCount(0)
	await page.goto('/Login')
	await expect(page.getByRole('slider')).toBeVisible()
	// LOGIN-18
	await page.getByLabel(t('login_name'), { exact: true }).fill('hanmei')
	await page.getByLabel(t('login_password'), { exact: true }).fill('Parley-2026')
	await page.getByRole('checkbox').check()
	const submit = page.getByRole('button', { name: t('login_submit'), exact: true })
	await expect(submit).toBeDisabled()
	await page.getByRole('button', { name: t('challenge_without_picture') }).click()
	await expect(submit).toBeEnabled({ timeout: 40_000 })
	await submit.click()
	await expect(page).toHaveURL(/\/MeetingList$/)
})

test('[LOGIN-36] [LOGIN-42] repeated failures require the slider, and then a wait', async ({ browser, ownServer }) => {
	const { page, t } = await openPhone(browser, ownServer.url, { language: 'en' })
	await page.goto('/Login')
	for (let tried = 0; tried < 3; tried++) {
		// LOGIN-19: the button accepts one press a second.
		await expect(async () => {
			await fillSignIn({ page, t }, 'lilei', `wrong-${tried}-pass`)
			await expect(page.getByText(t('login_invalid_credentials'))).toBeVisible({ timeout: 2_000 })
		}).toPass()
	}
	await fillSignIn({ page, t }, 'lilei', 'wrong-3-pass').catch(() => undefined)
	await expect(page.getByRole('slider')).toBeVisible()
})
