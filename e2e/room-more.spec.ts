import type { Page } from '@playwright/test'
import { expectNoViolations } from './fixtures/accessible.ts'
import { expect, joinById, openMember, scheduleMeeting, startMeetingOfTwo, test } from './fixtures/index.ts'

/** Compares a notice with a hand on a tile, at the first moment at which both are shown: the notice is there for four seconds. */
const coversHand = async (page: Page, notice: string, hand: string) => {
	const compared = await page.waitForFunction(
		([notice, hand]) => {
			const words = [...document.querySelectorAll('p')].find(({ textContent }) => textContent === notice)
			const badge = document.querySelector(`[data-person] [aria-label="${hand}"]`)?.parentElement
			if (!words || !badge) return undefined
			const [a, b] = [words.getBoundingClientRect(), badge.getBoundingClientRect()]
			// Whether they meet in width depends on the words.
			return a.top < b.bottom && b.top < a.bottom ? 'level' : 'apart'
		},
		[notice, hand] as const,
	)
	return compared.jsonValue()
}

test('[ROOM-244] [ROOM-102] [ROOM-103] [ROOM-106] from the sheet More a member reacts, raises a hand and hides the own picture', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '表情回应')
	const { page, t } = member
	const bar = page.getByRole('toolbar', { name: t('room_controls') })
	const more = page.getByRole('dialog', { name: t('room_more') })
	const openMore = () => bar.getByRole('button', { name: t('room_more') }).click()
	const tileOf = (name: string) => host.page.locator('[data-person]', { hasText: name })

	await openMore()
	await more.getByRole('button', { name: t('room_reaction_clap') }).click()
	await expect(more).toHaveCount(0)
	const said = host.t('room_reacted', { name: '李雷', reaction: host.t('room_reaction_clap') })
	await expect(host.page.getByText(said)).toBeAttached()
	await openMore()
	await more.getByRole('button', { name: t('room_reaction_love') }).click()
	// Drawn on the tile of its sender, and gone again by itself.
	const drawn = tileOf('李雷').locator('svg[viewBox="0 0 32 32"]')
	await expect(drawn).toBeVisible()
	await expect(drawn).toHaveCount(0, { timeout: 10_000 })

	// A narrow bar has no control for the hand, but says that it is raised.
	await expect(bar.getByRole('button', { name: t('room_hand_raise') })).toHaveCount(0)
	await openMore()
	const covers = coversHand(
		host.page,
		host.t('room_notice_hand', { name: '李雷' }),
		host.t('room_hand_place', { place: 1 }),
	)
	await more.getByRole('button', { name: t('room_hand_raise') }).click()
	await expect(bar.getByRole('img', { name: t('room_hand_place', { place: 1 }) })).toBeVisible()
	await expect(tileOf('李雷').getByRole('img', { name: host.t('room_hand_place', { place: 1 }) })).toBeVisible()
	expect(await covers).toBe('apart')
	await page.setViewportSize({ width: 1_280, height: 800 })
	await bar.getByRole('button', { name: t('room_hand_lower_own', { place: 1 }), pressed: true }).click()
	await expect(tileOf('李雷').getByRole('img', { name: host.t('room_hand_place', { place: 1 }) })).toHaveCount(0)
	await page.setViewportSize({ width: 375, height: 812 })

	const own = page.locator('[data-person]', { hasText: t('room_you') })
	await openMore()
	await more.getByRole('button', { name: t('room_self_hide') }).click()
	await expect(own).toHaveCount(0)
	await openMore()
	await more.getByRole('button', { name: t('room_self_show') }).click()
	await expect(own).toBeVisible()

	// The same by keys; who speaks is said on demand, and the page fills the display.
	await page.keyboard.press('r')
	await page.keyboard.press('4')
	await expect(tileOf('李雷').locator('svg[viewBox="0 0 32 32"]')).toBeVisible()
	// Muted oneself: the microphones of tests beep at the same time, and then both names are said.
	await page.keyboard.press('m')
	// The microphone of tests beeps once a second: keys at another interval meet a beep soon.
	await expect(async () => {
		await page.keyboard.press('w')
		await expect(page.getByText(t('room_speaking_now', { names: '韩梅' }))).toBeAttached({ timeout: 500 })
	}).toPass({ intervals: [130] })
	await page.keyboard.press('f')
	await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
	await openMore()
	await more.getByRole('button', { name: t('room_fullscreen_end') }).click()
	await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()

	// Back closes the sheet and stays in the room.
	await openMore()
	await page.goBack()
	await expect(more).toHaveCount(0)
	await expect(bar).toBeVisible()
	await page.getByRole('button', { name: t('room_people_counted', { count: 2 }) }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
})

test('[ROOM-194] on a phone held sideways the controls are apart, and so are the title and the edge', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	await joinById(host, await scheduleMeeting(host, { topic: '横屏' }))
	const { page, t } = host
	const bar = page.getByRole('toolbar', { name: t('room_controls') })
	const title = page.getByRole('heading', { name: '横屏' })
	expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(4)
	for (const [width, height] of [
		[812, 375],
		[568, 320],
	] as const) {
		await page.setViewportSize({ width, height })
		const controls = bar.locator('button:visible')
		await expect(controls).toHaveCount(5)
		const edges = await controls.evaluateAll(buttons =>
			buttons.map(button => button.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
		)
		const gaps = edges.map(([top = 0], index) => top - (edges[index - 1]?.[1] ?? 0))
		gaps.push(height - (edges.at(-1)?.[1] ?? 0))
		expect(Math.min(...gaps), `${gaps}`).toBeGreaterThanOrEqual(height < 375 ? 0 : 6)
	}
})

test('[ROOM-226] [ROOM-106] a member chooses how much screen readers are told, which the browser keeps, and asks who is speaking', async ({
	browser,
	server,
}) => {
	test.setTimeout(180_000)
	const { host, member } = await startMeetingOfTwo(browser, server.url, '播报')
	const { page, t } = host
	const more = page.getByRole('dialog', { name: t('room_more') })
	const choices = page.getByRole('dialog', { name: t('room_announce') })
	const openMore = () =>
		page
			.getByRole('toolbar', { name: t('room_controls') })
			.getByRole('button', { name: t('room_more') })
			.click()
	const said = page.getByRole('main').getByRole('status')

	await openMore()
	await more.getByRole('button', { name: t('room_announce_open'), exact: true }).click()
	await expect(choices.getByRole('button', { name: t('room_announce_all') })).toHaveAttribute('aria-current', 'true')
	await expectNoViolations(page, 'the choice of announcements')
	await choices.getByRole('button', { name: t('room_announce_little') }).click()
	await expect(choices).toHaveCount(0)

	// The microphones of tests hum, so that somebody speaks.
	await openMore()
	await more.getByRole('button', { name: t('room_keys_speaker'), exact: true }).click()
	const answers = [t('room_speaking_now', { names: '李雷' }), t('room_speaking_nobody')]
	await expect(page.getByText(new RegExp(`^(${answers.join('|')})$`))).toBeVisible()

	await page.reload()
	await expect(page.locator('[data-person]')).toHaveCount(2)
	await member.page.getByRole('button', { name: member.t('room_leave'), exact: true }).click()
	const left = t('room_notice_left', { name: '李雷' })
	// It is seen, and not in a live region.
	await expect(page.getByText(left)).toBeVisible()
	await expect(said.getByText(left)).toHaveCount(0)
})
