import { expect, fillSignIn, schedule, signIn, takePhone, test, wordsOf } from './fixtures/index.ts'

test('[BRG-01] [BRG-14] [JOIN-27] inside the simulated phone the join is handed to the shell, which opens the room', async ({
	browser,
	server,
}) => {
	test.setTimeout(120_000)
	const host = await takePhone(browser, server.url)
	await signIn(host, 'hanmei')
	const id = await schedule(host, { topic: '手机里的会议' })
	await host.context.close()

	const say = wordsOf('zh')
	const { page, context } = await takePhone(browser, server.url, {
		options: { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false },
	})
	await page.goto('/shell/')
	const inside = page.frameLocator('iframe').first()
	await inside.getByRole('link', { name: say('landing_login') }).click()
	// The same steps inside the frame as in a browser of its own.
	await fillSignIn({ page: inside as never, say }, 'hanmei')
	await expect(inside.getByRole('article').first()).toBeVisible()
	await inside
		.getByRole('button', { name: say('meeting_join_tile') })
		.first()
		.click()
	await inside.getByLabel(say('joining_id'), { exact: true }).fill(id)
	await inside.getByRole('button', { name: say('joining_submit'), exact: true }).click()

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
	await expect(meeting.getByRole('toolbar', { name: say('room_controls') })).toBeVisible()
	await context.close()
})
