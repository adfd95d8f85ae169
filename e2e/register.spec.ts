import {
	codeSentTo,
	expect,
	fillSignIn,
	type Language,
	newMobile,
	proveMobile,
	takePhone,
	test,
} from './fixtures/index.ts'

for (const language of ['zh', 'en'] as Language[]) {
	test(`[REG-01] [REG-04] [REG-15] somebody new registers, completes the profile and signs in (${language})`, async ({
		browser,
		server,
	}) => {
		const { page, say, context } = await takePhone(browser, server.url, { language })
		const mobile = newMobile()
		// From the landing, which takes the company of the site to heart until somebody signs in.
		await page.goto('/')
		await page.getByRole('link', { name: say('landing_login') }).click()
		await expect(page).toHaveURL(/\/Login$/)
		// A tap while one page still slides over the other falls between them.
		await page.waitForTimeout(500)
		await page.getByRole('link', { name: say('login_register') }).click()
		await expect(page).toHaveURL(/\/Register/)
		await proveMobile(server, page, say, mobile)
		await page.getByRole('button', { name: say('account_register_submit') }).click()

		await expect(page).toHaveURL(/\/perfectInfo\?token=/)
		await page.getByLabel(say('account_profile_name'), { exact: true }).fill('新同事 New')
		await page.getByLabel(say('account_password_choose'), { exact: true }).fill('fresh-start-9')
		await page.getByRole('button', { name: say('account_profile_submit') }).click()

		await expect(page).toHaveURL(/\/Login/)
		await fillSignIn({ page, say }, mobile, 'fresh-start-9')
		await expect(page).toHaveURL(/\/MeetingList$/)
		await context.close()
	})
}

test('[SMS-01] [SMS-12] somebody signs in by a code, and the countdown survives leaving the screen', async ({
	browser,
	server,
}) => {
	const { page, say, context } = await takePhone(browser, server.url)
	await page.goto('/Login')
	await page.getByRole('button', { name: say('login_by_code') }).click()
	await page.getByLabel(say('verification_mobile'), { exact: true }).fill('13800000001')
	await page.getByRole('button', { name: say('verification_get_code') }).click()
	const code = await codeSentTo(server, '13800000001')
	await page.goto('/')
	await page.goto('/Login')
	await page.getByLabel(say('verification_mobile'), { exact: true }).fill('13800000001')
	await expect(page.getByRole('button', { name: /\d+ 秒后重发/ })).toBeDisabled()
	await page.getByLabel(say('verification_code'), { exact: true }).fill(code)
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: say('login_submit'), exact: true }).click()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await context.close()
})

test('[FORGOT-01] [FORGOT-04] a forgotten password is set anew by phone, and the old one is worth nothing', async ({
	browser,
	ownServer,
}) => {
	const { page, say, context } = await takePhone(browser, ownServer.url)
	await page.goto('/Login')
	await page.getByRole('link', { name: say('login_forgot') }).click()
	await expect(page).toHaveURL(/\/forgetPwd\/phoneRetrieve/)
	await proveMobile(ownServer, page, say, '13800000003')
	await page.getByRole('button', { name: say('account_forgot_submit') }).click()
	await expect(page).toHaveURL(/\/forgetPwd\/resetPwd\?token=/)
	await page.getByLabel(say('account_new_password'), { exact: true }).fill('brand-new-77')
	await page.getByLabel(say('account_new_password_again'), { exact: true }).fill('brand-new-77')
	await page.getByRole('button', { name: say('account_reset_submit') }).click()
	await expect(page).toHaveURL(/\/Login/)
	await fillSignIn({ page, say }, 'lilei')
	await expect(page.getByText(say('login_invalid_credentials'))).toBeVisible()
	// LOGIN-19: the button takes one press a second.
	await page.waitForTimeout(1_000)
	await fillSignIn({ page, say }, 'lilei', 'brand-new-77')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await context.close()
})

test('[FORGOT-01] [ROUTE-08] and by the corporate account', async ({ browser, ownServer }) => {
	const { page, say, context } = await takePhone(browser, ownServer.url)
	await page.goto('/forgetPwd/oaVerification')
	await page.getByLabel(say('account_oa_name'), { exact: true }).fill('oa.wang')
	await page.getByLabel(say('account_oa_password'), { exact: true }).fill('Parley-2026')
	await page.getByRole('button', { name: say('account_forgot_submit') }).click()
	await expect(page).toHaveURL(/\/forgetPwd\/resetPwd\?token=/)
	await page.getByLabel(say('account_new_password'), { exact: true }).fill('brand-new-78')
	await page.getByLabel(say('account_new_password_again'), { exact: true }).fill('brand-new-78')
	await page.getByRole('button', { name: say('account_reset_submit') }).click()
	await expect(page).toHaveURL(/\/Login/)
	await fillSignIn({ page, say }, 'oa.wang', 'brand-new-78')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await context.close()
})

test('[LOGIN-23] [REG-16] [HTTP-11] whoever has an incomplete profile completes it first', async ({
	browser,
	ownServer,
}) => {
	const { page, say, context } = await takePhone(browser, ownServer.url)
	await page.goto('/Login')
	await fillSignIn({ page, say }, '13800000004')
	await expect(page).toHaveURL(/\/perfectInfo/)
	await page.getByLabel(say('account_profile_name'), { exact: true }).fill('完整的人')
	await page.getByLabel(say('account_password_choose'), { exact: true }).fill('complete-44')
	await page.getByRole('button', { name: say('account_profile_submit') }).click()
	await expect(page).toHaveURL(/\/(MeetingList)?$/)
	await context.close()
})

test('[HTTP-10] [BIND-10] [ROLE-09] on a phone site whoever has no number binds one first', async ({
	browser,
	server,
}) => {
	const { page, say, context } = await takePhone(browser, server.at('private.localhost'))
	await page.goto('/Login')
	await expect(page.getByRole('link', { name: say('login_register') })).toHaveCount(0)
	await fillSignIn({ page, say }, 'no.phone')
	await expect(page).toHaveURL(/\/bindPhone/)
	await proveMobile(server, page, say, newMobile())
	await page.getByRole('button', { name: say('account_bind_submit') }).click()
	await expect(page).toHaveURL(/\/(MeetingList)?$/)
	await page.goto('/MeetingList')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await context.close()
})
