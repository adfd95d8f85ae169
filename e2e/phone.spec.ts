import { expect, fillSignIn, messagesOf, openMember, openPhone, scheduleMeeting, test } from './fixtures/index.ts'

test('[BRG-01] [BRG-14] [JOIN-27] inside the simulated phone the shell opens the room', async ({ browser, server }) => {
	test.setTimeout(120_000)
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '手机里的会议' })
	await host.context.close()

	const t = messagesOf('zh')
	const { page, context } = await openPhone(browser, server.url, {
		options: { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false },
	})
	await page.goto('/shell/')
	const inside = page.frameLocator('iframe').first()
	await inside.getByRole('link', { name: t('landing_login') }).click()
	// The same steps as in a plain browser.
	await fillSignIn({ page: inside as never, t }, 'hanmei')
	await expect(inside.getByRole('article').first()).toBeVisible()
	await inside
		.getByRole('button', { name: t('meeting_join_tile') })
		.first()
		.click()
	await inside.getByLabel(t('joining_id'), { exact: true }).fill(id)
	await inside.getByRole('button', { name: t('joining_submit'), exact: true }).click()

	await expect
		.poll(async () => {
			const messages = await page.evaluate(() =>
				(
					(window as never as { simulatedPhone: { messages(): { name: string }[] } }).simulatedPhone.messages() ?? []
				).map(message => message.name),
			)
			return messages
		})
		.toContain('joinMeeting')
	const meeting = page.frameLocator('iframe[src*="/room/"]')
	await expect(meeting.getByRole('toolbar', { name: t('room_controls') })).toBeVisible()
	await context.close()
})
