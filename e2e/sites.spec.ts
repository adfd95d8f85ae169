import { expect, fillSignIn, takePhone, test } from './fixtures/index.ts'

test('[ROLE-07] [ROLE-08] [REG-17] a corporate site takes its own accounts, lets nobody register and keeps their names', async ({
	browser,
	server,
}) => {
	const { page, say, context } = await takePhone(browser, server.at('oa.localhost'))
	await page.goto('/Login')
	await expect(page.getByRole('button', { name: say('login_submit'), exact: true })).toBeVisible()
	await expect(page.getByRole('link', { name: say('login_register') })).toHaveCount(0)
	await page.goto('/Register')
	await expect(page.getByText(say('account_register_closed_title'))).toBeVisible()
	await page.goto('/Login')
	await fillSignIn({ page, say }, 'hanmei')
	await expect(page).toHaveURL(/\/MeetingList$/)
	await page.goto('/MeetingList/JoinMeeting/unkonw/false')
	const name = page.getByLabel(say('joining_name'), { exact: true })
	await expect(name).toHaveValue('韩梅')
	await expect(name).not.toBeEditable()
	await context.close()
})

test('[ROLE-10] [ROLE-07] a mixed site takes a corporate account as well as a phone, and names are free to choose for the latter', async ({
	browser,
	server,
}) => {
	for (const account of ['oa.wang', '13800000001', 'amelia.hart']) {
		const { page, say, context } = await takePhone(browser, server.url)
		await page.goto('/')
		await page.getByRole('link', { name: say('landing_login') }).click()
		await fillSignIn({ page, say }, account)
		await expect(page).toHaveURL(/\/MeetingList$/)
		await page.goto('/MeetingList/JoinMeeting/unkonw/false')
		const name = page.getByLabel(say('joining_name'), { exact: true })
		await expect(name).toBeEditable()
		await context.close()
	}
})

test('[LAND-06] [LAND-07] [LOGIN-35] a strict site takes no guests and asks everybody for the slider', async ({
	browser,
	server,
}) => {
	const { page, say, context } = await takePhone(browser, server.at('strict.localhost'))
	await page.goto('/')
	await expect(page.getByRole('link', { name: say('landing_login') })).toBeVisible()
	await expect(page.getByRole('link', { name: say('landing_join') })).toHaveCount(0)
	await page.goto('/Login')
	await expect(page.getByRole('slider')).toBeVisible()
	// LOGIN-18
	await page.getByLabel(say('login_name'), { exact: true }).fill('hanmei')
	await page.getByLabel(say('login_password'), { exact: true }).fill('Parley-2026')
	await page.getByRole('checkbox').check()
	const submit = page.getByRole('button', { name: say('login_submit'), exact: true })
	await expect(submit).toBeDisabled()
	await page.getByRole('button', { name: say('challenge_blind') }).click()
	await expect(submit).toBeEnabled({ timeout: 40_000 })
	await submit.click()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await context.close()
})

test('[LOGIN-36] [LOGIN-42] whoever fails again and again is asked for the slider, and then to wait', async ({
	browser,
	ownServer,
}) => {
	test.setTimeout(120_000)
	const { page, say, context } = await takePhone(browser, ownServer.url, { language: 'en' })
	await page.goto('/Login')
	for (let tried = 0; tried < 3; tried++) {
		await fillSignIn({ page, say }, 'lilei', `wrong-${tried}-pass`)
		await expect(page.getByText(say('login_invalid_credentials'))).toBeVisible()
		await page.waitForTimeout(1_000)
	}
	await fillSignIn({ page, say }, 'lilei', 'wrong-3-pass').catch(() => undefined)
	await expect(page.getByRole('slider')).toBeVisible()
	await context.close()
})
