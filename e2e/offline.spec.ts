import { expect, signIn, takePhone, test } from './fixtures/index.ts'

test('without a network a sheet does not come, what stands on the screen stays, and the next tap brings it', async ({
	browser,
	server,
}) => {
	const person = await takePhone(browser, server.url)
	const { page, context, say } = person
	await signIn(person, 'hanmei')
	await page.goto('/MeetingList/Personal')
	const signOut = page.getByRole('button', { name: say('personal_sign_out') })
	await expect(signOut).toBeVisible()
	await page.mouse.click(5, 5)
	await page.waitForLoadState('networkidle')

	await context.setOffline(true)
	await signOut.click()
	await expect(page.getByText(say('net_timeout'))).toBeVisible()
	await expect(signOut).toBeVisible()
	await expect(page.getByText(say('error_title'))).toHaveCount(0)

	await context.setOffline(false)
	await signOut.click()
	await expect(page.getByRole('alertdialog')).toBeVisible()
	await context.close()
})

test('a screen the network does not bring says so, and stands by itself once there is one', async ({
	browser,
	server,
}) => {
	const person = await takePhone(browser, server.url)
	const { page, context, say } = person
	await signIn(person, 'hanmei')
	const me = page.getByRole('link', { name: say('meeting_me', { name: '韩梅' }) })
	await expect(me).toBeVisible()
	await page.mouse.click(5, 5)
	await page.waitForLoadState('networkidle')

	await context.setOffline(true)
	await me.click()
	await expect(page.getByRole('heading', { name: say('net_offline') })).toBeVisible()

	await context.setOffline(false)
	await expect(page.getByRole('button', { name: say('personal_sign_out') })).toBeVisible()
	await expect(page).toHaveURL(/\/MeetingList\/Personal$/)
	await context.close()
})
