import type { Locator } from '@playwright/test'
import {
	expect,
	fillSignIn,
	messagesOf,
	openMember,
	openPhone,
	openSimulatedPhone,
	scheduleMeeting,
	test,
} from './fixtures/index.ts'

test('[BRG-01] [BRG-14] [JOIN-27] inside the simulated phone the shell opens the room', async ({ browser, server }) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '手机里的会议' })

	const t = messagesOf('zh')
	const { page } = await openPhone(browser, server.url, {
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
})

test('[LAYOUT-05] elements at the edges of landing and sign-in keep clear of notch and home bar', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server)
	const { page, inside, t } = phone
	const boxOf = async (locator: Locator) => {
		await expect(locator).toBeVisible()
		const box = await locator.boundingBox()
		if (!box) throw new Error('it is not displayed')
		return box
	}
	const notch = await boxOf(page.locator('.notch'))
	const home = await boxOf(page.locator('.home'))
	const expectClear = async ({ head, foot }: { head: Locator[]; foot: Locator[] }) => {
		for (const part of head) expect((await boxOf(part)).y).toBeGreaterThanOrEqual(notch.y + notch.height)
		for (const part of foot) {
			const { y, height } = await boxOf(part)
			expect(y + height).toBeLessThanOrEqual(home.y)
		}
	}
	await expectClear({
		head: [
			inside.getByText(t('app_name'), { exact: true }).first(),
			inside.getByRole('button', { name: t('common_language_switch') }),
		],
		foot: [
			inside
				.getByRole('navigation', { name: t('link_links') })
				.getByRole('link')
				.last(),
		],
	})
	await inside.getByRole('link', { name: t('landing_login') }).click()
	await expectClear({
		head: [inside.getByRole('button', { name: t('common_back'), exact: true })],
		foot: [
			inside.getByRole('button', { name: t('social_messenger') }),
			inside.getByRole('button', { name: t('social_deviceMaker') }),
		],
	})
})
