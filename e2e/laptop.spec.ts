import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectNoViolations } from './fixtures/accessible.ts'
import {
	aPicture,
	enterGuests,
	expect,
	joinById,
	openMember,
	type Person,
	scheduleMeeting,
	setSwitch,
	startMeetingOfTwo,
	test,
} from './fixtures/index.ts'

const laptop = { width: 1280, height: 800 }

/** The scripts that a page has loaded. */
const scriptsOf = (page: Page) => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))

/** A host alone in the room, on a laptop. */
async function startAlone(browser: Browser, url: string, topic: string) {
	return (await startEmpty(browser, url, topic)).host
}

async function startEmpty(browser: Browser, url: string, topic: string) {
	const host = await openMember(browser, url, 'hanmei', {
		options: { viewport: laptop, isMobile: false, hasTouch: false },
	})
	const id = await scheduleMeeting(host, { topic })
	await joinById(host, id)
	return { host, id }
}

const panelOf = ({ page, t }: Person, name: 'room_people' | 'chat_title') =>
	page.getByRole('complementary', { name: t(name), exact: true })

test('[ROOM-185] [LAYOUT-07] from 1024 px people and chat take turns in a panel beside the stage; below it is a sheet', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '宽屏成员')
	const { page, t } = host
	const scripts = await scriptsOf(page)
	expect(scripts.filter(url => /RoomPanel|LaptopBar|Popover/.test(url))).toEqual([])
	await page.setViewportSize(laptop)
	expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--u'))).toBe('1px')
	const stage = page.getByRole('main')
	const widthOf = async () => (await stage.boundingBox())?.width ?? 0
	const before = await widthOf()
	const people = page.getByRole('button', { name: t('room_people_counted', { count: 2 }) })
	await people.click()
	const panel = panelOf(host, 'room_people')
	await expect(panel.getByRole('tab', { selected: true })).toBeFocused()
	await expect(panel.getByRole('listitem').filter({ hasText: '李雷' })).toBeVisible()
	expect(await widthOf()).toBeLessThanOrEqual(before - 360)
	await expectNoViolations(page, 'the panel of people')

	// The room beside it can be used, and its keys work.
	await setSwitch(page.getByRole('switch', { name: t('room_microphone') }), false)
	await page.keyboard.press('c')
	await expect(panelOf(host, 'chat_title')).toBeVisible()
	await expect(panel).toHaveCount(0)
	await expect(page.getByRole('textbox', { name: t('chat_placeholder') })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('complementary')).toHaveCount(0)
	expect(await widthOf()).toBe(before)

	// Escape closes the menu of a person first, then the panel, and the focus is at the button again.
	await people.click()
	const more = panel.getByRole('button', { name: t('room_person_more', { name: '李雷' }) })
	await more.click()
	const menu = page.getByRole('dialog', { name: '李雷', exact: true })
	await expect(menu.getByRole('button', { name: t('room_person_message') })).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(menu.getByRole('button', { name: t('room_person_mute'), exact: true })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(member.page.getByRole('switch', { name: t('room_microphone') })).not.toBeChecked()
	await expect(menu).toHaveCount(0)
	await expect(more).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(panel).toHaveCount(0)
	await expect(people).toBeFocused()

	await people.click()
	await expect(panel).toBeVisible()
	await page.setViewportSize({ width: 1023, height: 800 })
	await expect(page.getByRole('dialog', { name: t('room_people_count', { count: 2 }) })).toBeVisible()
	await expect(panel).toHaveCount(0)
})

test('[ROOM-126] [ROOM-186] [LAYOUT-08] More, reactions and host controls are menus at their buttons, which close by Escape, a click elsewhere and the button', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '宽屏菜单')
	const { page, t } = host
	await page.setViewportSize(laptop)
	const bar = page.getByRole('toolbar', { name: t('room_controls') })
	// Behind a menu, everything else is hidden from screen readers.
	const more = page.getByRole('button', { name: t('room_more'), exact: true, includeHidden: true })
	const menu = page.getByRole('dialog', { name: t('room_more') })
	await more.click()
	await expect(menu).toBeVisible()
	await expectNoViolations(page, 'the menu More')
	const [box, button] = [await menu.boundingBox(), await more.boundingBox()]
	expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
	expect(box?.x).toBeLessThanOrEqual(button?.x ?? 0)
	// Keys of the room are off in a menu.
	await page.keyboard.press('m')
	await page.keyboard.press('Escape')
	await expect(menu).toHaveCount(0)
	await expect(more).toBeFocused()
	await expect(bar.getByRole('switch', { name: t('room_microphone') })).toBeChecked()
	await more.click()
	await more.click()
	await expect(menu).toHaveCount(0)
	await more.click()
	await page.mouse.click(200, 300)
	await expect(menu).toHaveCount(0)

	// A menu that More opens stands at the same button.
	await more.click()
	await menu.getByRole('button', { name: t('room_host_controls') }).click()
	const controls = page.getByRole('dialog', { name: t('room_host_controls') })
	await expect(menu).toHaveCount(0)
	// ROOM-126: all of them fit.
	const isCut = await controls.getByRole('button', { name: t('room_end') }).evaluate(row => {
		const menu = row.closest('[role="dialog"]')
		return !menu || menu.getBoundingClientRect().bottom < row.getBoundingClientRect().bottom
	})
	expect(isCut).toBe(false)
	await setSwitch(controls.getByRole('switch', { name: t('room_lock') }), true)
	await page.keyboard.press('Escape')
	await expect(more).toBeFocused()

	await bar.getByRole('button', { name: t('room_reactions') }).click()
	await page
		.getByRole('dialog', { name: t('room_reactions') })
		.getByRole('button', { name: t('room_reaction_clap') })
		.click()
	await expect(member.page.getByText(t('room_reaction_clap')).first()).toBeAttached()
})

test('[ROOM-186] microphone and camera have the choice of their devices beside them, and the way to all', async ({
	browser,
	server,
}) => {
	const host = await startAlone(browser, server.url, '宽屏设备')
	const { page, t } = host
	const bar = page.getByRole('toolbar', { name: t('room_controls') })
	await bar.getByRole('button', { name: t('room_choose_sound') }).click()
	const sound = page.getByRole('dialog', { name: t('devices_sound') })
	const microphones = sound.getByRole('radiogroup', { name: t('devices_microphone') })
	await microphones.getByRole('radio').nth(1).check()
	await expect(sound.getByRole('radiogroup', { name: t('devices_camera') })).toHaveCount(0)
	await expectNoViolations(page, 'the menu of the microphone')
	await sound.getByRole('button', { name: t('devices_more') }).click()
	const all = page.getByRole('dialog', { name: t('devices_title'), exact: true })
	await expect(
		all
			.getByRole('radiogroup', { name: t('devices_microphone') })
			.getByRole('radio')
			.nth(1),
	).toBeChecked()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expectAccessible(page, 'the room on a laptop')
})

test('[ROOM-187] [ROOM-188] the window says how many wait, the icon of the app counts them while the page is hidden, and neither does afterwards', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const { page, t } = host
	await page.addInitScript(() => {
		const badges: (number | undefined)[] = []
		Object.assign(window, { badges })
		Object.assign(navigator, {
			setAppBadge: async (count: number) => void badges.push(count),
			clearAppBadge: async () => void badges.push(undefined),
		})
	})
	const badge = () => page.evaluate(() => (window as never as { badges: (number | undefined)[] }).badges.at(-1))
	const id = await scheduleMeeting(host, { topic: '标题', hasWaitingRoom: true })
	await joinById(host, id)
	await expect(page).toHaveTitle('标题')
	const member = await openMember(browser, server.url, 'lilei')
	await member.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await member.page.getByRole('button', { name: member.t('joining_submit'), exact: true }).click()
	await expect(page).toHaveTitle(t('room_window_waiting', { count: 1, topic: '标题' }))
	expect(await badge()).toBeUndefined()
	const become = (state: string) =>
		page.evaluate(visibility => {
			Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
			document.dispatchEvent(new Event('visibilitychange'))
		}, state)
	await become('hidden')
	await expect.poll(badge).toBe(1)
	await become('visible')
	await expect.poll(badge).toBeUndefined()
	await page.getByRole('button', { name: t('waiting_admit'), exact: true }).click()
	await expect(page).not.toHaveTitle(t('room_window_waiting', { count: 1, topic: '标题' }))
	await page.getByRole('button', { name: t('room_leave'), exact: true }).click()
	await page.getByRole('button', { name: t('room_leave_only'), exact: true }).click()
	await expect(page).toHaveTitle(new RegExp(`^${t('room_title')} · `))
})

for (const { language, colorScheme } of [
	{ language: 'zh', colorScheme: 'light' },
	{ language: 'en', colorScheme: 'dark' },
] as const) {
	test(`[LAYOUT-09] the list of meetings and the chosen one stand side by side; keys choose, Back and links work (${language}, ${colorScheme})`, async ({
		browser,
		server,
	}) => {
		const { page, t } = await openMember(browser, server.url, 'hanmei', {
			language,
			options: { viewport: laptop, isMobile: false, hasTouch: false, colorScheme, reducedMotion: 'reduce' },
		})
		const list = page.getByRole('region', { name: t('meeting_list_title'), exact: true })
		const cards = list.getByRole('article').getByRole('button')
		const detail = page.locator('[data-detail-pane]')
		await expect(detail.getByText(t('meeting_none_chosen'), { exact: true })).toBeVisible()
		await expect(cards.nth(2)).toBeVisible()
		await expectAccessible(page, 'two panes with nothing chosen')

		const [first, second] = [await cards.nth(0).textContent(), await cards.nth(1).textContent()].map(String) as [
			string,
			string,
		]
		await cards.nth(0).click()
		await expect(page).toHaveURL(/\/detail\/\d{9}$/)
		await expect(detail.getByRole('heading', { level: 1 })).toBeFocused()
		await expect(detail.getByText(first, { exact: true })).toBeVisible()
		await expect(cards.nth(0)).toHaveAttribute('aria-current', 'page')
		const firstUrl = page.url()
		await expectAccessible(page, 'two panes')

		// The list keeps its place, and the keys move in it.
		await page.evaluate(() => window.scrollTo(0, 120))
		await cards.nth(0).focus()
		const before = await page.evaluate(() => window.scrollY)
		await page.keyboard.press('ArrowDown')
		await expect(cards.nth(1)).toBeFocused()
		await page.keyboard.press('Enter')
		await expect(detail.getByText(second, { exact: true })).toBeVisible()
		await expect(page).not.toHaveURL(firstUrl)
		expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(60)
		await page.goBack()
		await expect(page).toHaveURL(firstUrl)
		await expect(detail.getByText(first, { exact: true })).toBeVisible()
		await page.reload()
		await expect(detail.getByText(first, { exact: true })).toBeVisible()
		await expect(cards.nth(0)).toHaveAttribute('aria-current', 'page')

		// A tablet has one of the two.
		await page.setViewportSize({ width: 1023, height: 800 })
		await expect(list).toHaveCount(0)
		await expect(page.getByRole('main').getByText(first, { exact: true })).toBeVisible()
		await expect(page.getByRole('button', { name: t('common_back'), exact: true })).toBeVisible()
	})
}

test('[LAYOUT-09] a deleted meeting is gone from the list beside it', async ({ browser, ownServer }) => {
	// The list begins with ten meetings: those of other tests would push this one out.
	const host = await openMember(browser, ownServer.url, 'hanmei', {
		options: { viewport: laptop, isMobile: false, hasTouch: false },
	})
	const { page, t } = host
	await scheduleMeeting(host, { topic: '左右两栏' })
	const card = page.getByRole('article', { name: '左右两栏' })
	await expect(card.first()).toBeVisible()
	await page
		.getByRole('main')
		.getByRole('button', { name: t('meeting_delete'), exact: true })
		.click()
	await page
		.getByRole('alertdialog')
		.getByRole('button', { name: t('meeting_delete'), exact: true })
		.click()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await expect(page.getByText(t('meeting_none_chosen'), { exact: true })).toBeVisible()
	await expect(card).toHaveCount(0)
})

test('[LAYOUT-10] a picture dropped on the background of a live is used', async ({ browser, server }) => {
	const { page, t } = await openMember(browser, server.url, 'hanmei', {
		options: { viewport: laptop, isMobile: false, hasTouch: false },
	})
	await page.goto('/MeetingList/CreateMeeting')
	await page.getByRole('switch', { name: t('scheduling_live_on') }).check()
	await page.getByRole('button', { name: t('scheduling_background') }).click()
	const choose = page.getByRole('button', { name: t('scheduling_background_choose') })
	await expect(choose).toBeVisible()
	const picture = await aPicture(page)
	const dropped = await page.evaluateHandle(
		([bytes, name, type]) => {
			const transfer = new DataTransfer()
			transfer.items.add(new File([Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))], name, { type }))
			return transfer
		},
		[picture.buffer.toString('base64'), picture.name, picture.mimeType] as const,
	)
	const area = page.locator('[data-drop-area]')
	await area.dispatchEvent('dragenter', { dataTransfer: dropped })
	await expect(area.getByText(t('scheduling_picture_drop'))).toBeVisible()
	await area.dispatchEvent('drop', { dataTransfer: dropped })
	// Cut to size first.
	await expect(page.getByText(t('scheduling_picture_drop'))).toHaveCount(0)
	await expect(page.getByRole('button', { name: t('scheduling_background_other') })).toBeVisible()
})

test('[ROOM-232] a tile that is pointed at or focused has a menu in its corner, which pins its person and has the host’s actions', async ({
	browser,
	server,
}) => {
	const { host, id } = await startEmpty(browser, server.url, '画面菜单')
	const leave = await enterGuests(server, id, ['王芳', '李娜'])
	const { page, t } = host
	const tile = page
		.getByRole('list', { name: t('room_people'), exact: true })
		.getByRole('listitem')
		.filter({ hasText: '王芳' })
	const more = tile.getByRole('button', { name: t('room_person_more', { name: '王芳' }) })
	const opacity = () => more.evaluate(button => getComputedStyle(button).opacity)
	await page.mouse.move(2, 2)
	await expect.poll(opacity).toBe('0')
	await tile.hover()
	await expect.poll(opacity).toBe('1')
	const before = (await tile.boundingBox())?.width ?? 0
	await more.click()
	const menu = page.getByRole('dialog', { name: '王芳' })
	await expect(menu.getByRole('button', { name: t('room_person_remove') })).toBeVisible()
	await expectNoViolations(page, 'the menu of a tile')
	await menu.getByRole('button', { name: t('room_pin_here') }).click()
	await expect(menu).toHaveCount(0)
	await expect.poll(async () => ((await tile.boundingBox())?.width ?? 0) > before * 1.3).toBe(true)

	// By keyboard, and the focus comes back.
	await page.mouse.move(2, 2)
	await more.focus()
	await expect.poll(opacity).toBe('1')
	await page.keyboard.press('Enter')
	await expect(menu.getByRole('button', { name: t('room_unpin') })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(menu).toHaveCount(0)
	await expect(more).toBeFocused()
	// Nothing is to be done towards oneself, and a phone has the list of people.
	await expect(
		page
			.getByRole('list', { name: t('room_people'), exact: true })
			.getByRole('button', { name: t('room_person_more', { name: '韩梅' }) }),
	).toHaveCount(0)
	await page.setViewportSize({ width: 375, height: 812 })
	await expect(more).toHaveCount(0)
	leave()
})
