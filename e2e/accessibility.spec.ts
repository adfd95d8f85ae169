import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoViolations, lookLabel, looks, openWithLook } from './fixtures/accessible.ts'
import {
	aPicture,
	expect,
	expectInRoom,
	joinById,
	openPhone,
	type Person,
	scheduleMeeting,
	test,
} from './fixtures/index.ts'

const guestScreens = [
	'/',
	'/joinQuickly',
	'/Login',
	'/Login?isShortLogin=true&needLogin=true',
	'/Register',
	'/perfectInfo?token=not-looked-at-before-it-is-sent',
	'/perfectInfo',
	'/forgetPwd/phoneRetrieve',
	'/forgetPwd/oaVerification',
	'/forgetPwd/resetPwd?token=not-looked-at-before-it-is-sent',
	'/forgetPwd/resetPwd',
	'/setUp#unknown',
	'/DingTalkLogin',
	'/bootLogin/648031529/false/false',
	'/Login/ScanJoin/571903264',
	'/Login/ScanResult?status=0',
	'/Login/ScanResult?status=9',
	'/scanNoResult',
	'/scanNoExit',
	'/publicMeeting',
	'/Protocol?isSelf=true',
	'/invite?code=welcome-to-parley',
	'/invite',
	'/no/such/address',
	'/noSupport?from=%2FLogin',
	'/MeetingList/Personal',
	'/MeetingList/Personal/help',
	'/MeetingList/Personal/helpDetails?value=%7B%22path%22%3A%22rooms%22%7D',
	'/MeetingList/Personal/helpDetails?value=x',
	'/allMeetings',
	'/selectMembers?from=create',
]

const memberScreens = [
	'/MeetingList/Personal',
	'/MeetingList/Personal/AboutUs',
	'/MeetingList/Personal/PersonalInfoChange',
	'/MeetingList/Personal/ModifyPwd',
	'/companies',
	'/complaints',
	'/allMeetings',
	'/frequency?from=create',
	'/searchHost?from=create',
	'/selectMembers?from=create',
	'/searchMembers?from=create',
	'/members?from=create',
	'/EditLiveDetails?from=create',
	'/liveBackground?from=create',
	'/MeetingList/EditMeeting?meeting_id=571903264',
]

/** Lives of the demo: not broadcast, with a password, not started, ended with a recording, on air. */
const lives = {
	none: '571903264',
	password: '730582146',
	notStarted: '260418375',
	over: '915274608',
	onAir: '384620917',
}

const viewerScreens = [
	'/noRoom',
	'/verify',
	`/verify?roomId=${lives.password}`,
	'/liveBroadcast',
	`/liveBroadcast?roomId=${lives.none}`,
	`/liveBroadcast?roomId=${lives.notStarted}`,
	`/liveBroadcast?roomId=${lives.over}`,
	`/liveBroadcast?roomId=${lives.onAir}`,
]

const hostScreens = [
	`/preview?from=detail&meetingId=${lives.none}`,
	`/preview?from=detail&meetingId=${lives.onAir}`,
	`/liveDetail/${lives.none}`,
	`/liveDetail/${lives.onAir}`,
	`/liveDesk/${lives.none}`,
	`/liveDesk/${lives.onAir}`,
	`/liveDesk/${lives.over}`,
	`/detail/${lives.onAir}`,
]

for (const look of looks) {
	test(`[I18N-01] the screens before sign-in have no axe violations ${lookLabel(look)}`, async ({
		browser,
		server,
	}) => {
		const { page, t } = await openWithLook(browser, server.url, look)
		for (const path of guestScreens) {
			await page.goto(path)
			await expectAccessible(page, path)
		}
		for (const paper of ['protocol', 'law', 'privacy']) {
			const { language, colorScheme } = look
			const address = `/agreements/${paper}?${new URLSearchParams({ language, theme: colorScheme })}`
			// Checked as a page of its own, inside `main` like its frame; at its own address no script may run.
			const agreementHtml = await (await page.request.get(address)).text()
			await page.setContent(agreementHtml.replace(/<body[^>]*>/, '$&<main>').replace('</body>', '</main></body>'))
			await expectNoViolations(page, address)
		}

		await page.goto('/Login/ScanJoin/571903264')
		await page.getByRole('button', { name: t('link_join_code') }).click()
		await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
		await expectAccessible(page, 'the QR code of a meeting')
		await page.goto('/')
		await page.getByRole('button', { name: t('scan_here') }).click()
		await expect(page.getByRole('dialog').getByText(t('scan_type'))).toBeVisible()
		await expectAccessible(page, 'the scanner')
	})

	test(`[I18N-01] the screens of a live have no axe violations ${lookLabel(look)}`, async ({ browser, server }) => {
		const viewer = await openWithLook(browser, server.url, look)
		for (const path of viewerScreens) {
			await viewer.page.goto(path)
			await expectAccessible(viewer.page, path)
		}
		const host = await openWithLook(browser, server.url, look, { member: 'hanmei' })
		for (const path of hostScreens) {
			await host.page.goto(path)
			await expectAccessible(host.page, path)
		}
	})

	test(`[I18N-01] codes, the slider, binding and refusals have no axe violations ${lookLabel(look)}`, async ({
		browser,
		server,
	}) => {
		const byCode = await openWithLook(browser, server.url, look, {
			stored: { activeType: 'mobile', wxusrinfo: '7b.aa' },
		})
		await refusedByCode(byCode)
		for (const path of ['/loginBindPhone', '/loginBindOA']) {
			await byCode.page.goto(path)
			await expectAccessible(byCode.page, path)
		}
		await byCode.page.getByLabel(byCode.t('account_oa_name'), { exact: true }).fill('oa.wang')
		await byCode.page.getByLabel(byCode.t('account_oa_password'), { exact: true }).fill('Parley-2026')
		await byCode.page.getByRole('button', { name: byCode.t('social_bind_confirm'), exact: true }).click()
		await expect(byCode.page.getByRole('alert').getByRole('button')).toBeVisible()
		await expectAccessible(byCode.page, 'a refused identity')

		const strict = await openWithLook(browser, server.at('strict.localhost'), look)
		await strict.page.goto('/Login')
		await expect(strict.page.getByRole('slider')).toBeVisible()
		await expectAccessible(strict.page, 'the slider')
		await strict.page.getByRole('slider').focus()
		await strict.page.keyboard.press('ArrowRight')
		await strict.page.keyboard.press('Enter')
		await expect(strict.page.getByText(strict.t('challenge_missed'))).toBeVisible()
		await expectAccessible(strict.page, 'the slider after a miss')
	})

	test(`[I18N-01] the personal screens and the forms have no axe violations ${lookLabel(look)}`, async ({
		browser,
		server,
	}) => {
		const { page, t } = await openWithLook(browser, server.url, look, { member: 'hanmei' })
		for (const path of memberScreens) {
			await page.goto(path)
			await expectAccessible(page, path)
		}
		await page.goto('/frequency?from=create')
		const wheel = page.getByRole('spinbutton', { name: t('scheduling_frequency_wheel') })
		await wheel.press('ArrowDown')
		await wheel.press('ArrowDown')
		await expect(page.getByRole('radio')).toHaveCount(31)
		await expectAccessible(page, 'a day of the month')
		await page.goto('/selectMembers?from=create')
		await page.getByRole('checkbox', { name: '研发部' }).check()
		await page.goto('/members?from=create')
		await expect(page.getByText('研发部')).toBeVisible()
		await expectAccessible(page, 'the chosen people')
		await page.goto('/searchHost?from=create')
		await page.getByRole('searchbox').fill('a')
		await expect(page.getByRole('radio').nth(1)).toBeVisible()
		await expectAccessible(page, 'hosts found')
	})

	test(`[I18N-01] the screens of a member have no axe violations ${lookLabel(look)}`, async ({ browser, server }) => {
		const person = await openWithLook(browser, server.url, look, { member: 'hanmei' })
		const { page, t } = person
		await page.goto('/MeetingList')
		await expect(page.getByRole('article').first()).toBeVisible()
		await page.getByRole('article').first().getByRole('button').first().click()
		await expectAccessible(page, 'list')
		await page.getByRole('button', { name: t('meeting_day_hint') }).click()
		await expect(page.getByRole('dialog', { name: t('meeting_day_choose') })).toBeVisible()
		await expectAccessible(page, 'choosing a day')
		await page.keyboard.press('Escape')
		await page.getByRole('searchbox').focus()
		await expectAccessible(page, 'searching')
		await page.keyboard.press('Escape')
		await page.getByRole('link', { name: t('meeting_me', { name: '韩梅' }) }).click()
		await expectAccessible(page, 'personal centre')
		await page
			.getByRole('button', { name: t('social_messenger') })
			.first()
			.click()
		await expect(page.getByRole('dialog', { name: t('social_linked_title') })).toBeVisible()
		await expectAccessible(page, 'links')
		await page.goto('/bindPhone')
		await expectAccessible(page, 'bindPhone')
		await page.goto('/MeetingList/CreateMeeting')
		await expectAccessible(page, 'create')
		await page.getByRole('switch', { name: t('scheduling_live_on') }).check()
		await expectAccessible(page, 'create, with a live')
		await page.goto('/EditLiveDetails?from=create')
		await page.getByRole('textbox').fill('a')
		await page.getByRole('button', { name: t('scheduling_introduction_link'), exact: true }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
		await expectAccessible(page, 'a link in an introduction')
		await page.goto('/liveBackground?from=create')
		await page.locator('input[type=file]').setInputFiles(await aPicture(page))
		await expect(page.getByRole('button', { name: t('scheduling_background_other') })).toBeVisible()
		await expectAccessible(page, 'a chosen background')
		const id = await scheduleMeeting(person, { topic: '一个两百字的会议主题'.repeat(20) })
		await expectAccessible(page, 'detail')
		await page.goto('/MeetingList/JoinMeeting/unkonw/false')
		await expectAccessible(page, 'join')
		await joinById(person, id)
		await expectAccessible(page, 'room')
		const sheets = [t('room_more'), t('room_people_counted', { count: 1 }), t('chat_title')]
		for (const name of sheets) {
			await page.getByRole('button', { name, exact: true }).click()
			await expect(page.getByRole('dialog')).toBeVisible()
			await expectAccessible(page, name)
			await page.keyboard.press('Escape')
			await expect(page.getByRole('dialog')).toHaveCount(0)
		}
		await page.getByRole('button', { name: t('room_leave'), exact: true }).click()
		await expectAccessible(page, 'leaving')
	})
}

/** Fills in a wrong code, and opens the list of countries. */
async function refusedByCode({ page, t }: Person) {
	await page.goto('/Login')
	await page.getByLabel(t('verification_mobile'), { exact: true }).fill('13912345678')
	await page.getByLabel(t('verification_code'), { exact: true }).fill('000000')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: t('login_submit'), exact: true }).click()
	await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
	await expectAccessible(page, 'a wrong code')
	await page.getByRole('button', { name: t('verification_area', { code: '86' }) }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectAccessible(page, 'countries')
	await page.getByRole('dialog').getByRole('searchbox').fill('qqqq')
	await expectAccessible(page, 'no country')
}

/** Presses the tab key until the target has the focus, and checks that it and its focus ring are visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
	for (let pressed = 0; pressed < 40; pressed++) {
		if (await target.evaluate(element => element === document.activeElement).catch(() => false)) {
			await expect.poll(() => showsFocus(target), `the focus on ${target} is visible`).toBe(true)
			await expect.poll(() => isUncovered(target), `${target} is not covered`).toBe(true)
			return
		}
		await page.keyboard.press(key)
	}
	throw new Error(`${target} is not reached by ${key}`)
}

/**
 * Returns whether the focus shows: an outline, or the border of the field; for an input that covers a card or slider, on the
 * visible element.
 */
const showsFocus = (target: Locator) =>
	target.evaluate(element => {
		const ringed = (style: CSSStyleDeclaration) =>
			style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
		const { parentElement, nextElementSibling } = element
		return (
			ringed(getComputedStyle(element)) ||
			ringed(getComputedStyle(element, '::after')) ||
			(nextElementSibling !== null && ringed(getComputedStyle(nextElementSibling))) ||
			(parentElement !== null && /\b2(\.\d+)?px inset/.test(getComputedStyle(parentElement).boxShadow))
		)
	})

/** Returns whether no sticky bar covers it. The thumb of a slider is a sibling that covers its input. */
const isUncovered = (target: Locator) =>
	target.evaluate(element => {
		const { left, top, width, height } = element.getBoundingClientRect()
		const hit = document.elementFromPoint(left + width / 2, top + height / 2)
		return hit !== null && (hit.contains(element) || element.parentElement?.contains(hit) === true)
	})

test('[I18N-01] signing in and joining work with the keyboard alone', async ({ browser, server }) => {
	const options = { isMobile: false, hasTouch: false, reducedMotion: 'reduce' as const }
	const { page, t } = await openPhone(browser, server.url, { options })
	const { keyboard } = page
	const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })

	await page.goto('/')
	await tabTo(page, page.getByRole('link', { name: t('landing_login') }))
	await keyboard.press('Enter')
	await expect(page).toHaveURL(/\/Login$/)
	await tabTo(page, page.getByLabel(t('login_name'), { exact: true }))
	await keyboard.type('lilei')
	await tabTo(page, page.getByLabel(t('login_password'), { exact: true }))
	await keyboard.type('Parley-2026')
	await tabTo(page, page.getByRole('checkbox'))
	await keyboard.press('Space')
	// Enter submits the form from any field.
	await tabTo(page, page.getByLabel(t('login_password'), { exact: true }), 'Shift+Tab')
	await keyboard.press('Enter')
	await expect(page).toHaveURL(/\/MeetingList$/)

	// The list scrolls to the current time first, which takes a while.
	await expect(page.getByRole('article').first()).toBeVisible()
	const day = page.getByRole('button', { name: t('meeting_day_hint') })
	await tabTo(page, day)
	await keyboard.press('Enter')
	await expect(page.getByRole('dialog')).toBeVisible()
	await keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(day).toBeFocused()
	await tabTo(page, page.getByRole('link', { name: t('meeting_me', { name: '李雷' }) }))
	await keyboard.press('Enter')
	await expect(page).toHaveURL(/\/MeetingList\/Personal$/)

	await page.goto('/MeetingList/JoinMeeting/571903264/false')
	await tabTo(page, page.getByRole('switch', { name: t('joining_microphone') }))
	await keyboard.press('Space')
	await expect(page.getByRole('switch', { name: t('joining_microphone') })).toBeChecked()
	await tabTo(page, button('joining_submit'))
	await keyboard.press('Enter')
	await expectInRoom({ page, t }, '571903264')
	await tabTo(page, button('room_leave'))
})

test('[SMS-11] the country list, code field and slider work with the keyboard alone', async ({ browser, server }) => {
	// A low viewport, so that sticky bars could cover targets.
	const look = { options: { isMobile: false, hasTouch: false, viewport: { width: 375, height: 560 } } }
	const { page, t } = await openPhone(browser, server.url, look)
	const { keyboard } = page
	await page.goto('/Register')
	const area = page.getByRole('button', { name: t('verification_area', { code: '86' }) })
	await tabTo(page, area)
	await keyboard.press('Enter')
	const dialog = page.getByRole('dialog')
	const index = dialog.getByRole('slider', { name: t('verification_area_index') })
	await tabTo(page, index)
	await keyboard.press('End')
	await expect(index).toHaveAttribute('aria-valuetext', 'Z')
	// From the index the next stop is the first row of its letter, not the two hundred rows before.
	await keyboard.press('Tab')
	await expect(dialog.locator('[data-letter=Z] button').first()).toBeFocused()
	await expect(dialog.locator('[data-letter=Z] button').first()).toBeInViewport()
	await keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(area).toBeFocused()
	await keyboard.press('Enter')
	await tabTo(page, dialog.getByRole('searchbox'))
	await keyboard.type('dg')
	await keyboard.press('Enter')
	await expect(dialog).toHaveCount(0)
	await expect(page.getByRole('button', { name: t('verification_area', { code: '49' }) })).toBeFocused()
	await tabTo(page, page.getByLabel(t('verification_code'), { exact: true }))
	await tabTo(page, page.getByRole('checkbox'))
	await tabTo(page, page.getByLabel(t('verification_mobile'), { exact: true }), 'Shift+Tab')

	await page.goto('/Login/ScanJoin/571903264')
	const code = page.getByRole('button', { name: t('link_join_code') })
	await tabTo(page, code)
	await keyboard.press('Enter')
	await tabTo(page, dialog.getByRole('button', { name: t('link_code_copy') }))
	await keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(code).toBeFocused()

	await slideByKeys(await openPhone(browser, server.at('strict.localhost'), look))
})

async function slideByKeys({ page, t }: Person) {
	await page.goto('/Login')
	const slider = page.getByRole('slider', { name: t('challenge_slider') })
	await tabTo(page, slider)
	const before = await slider.inputValue()
	await page.keyboard.press('ArrowRight')
	expect(Number(await slider.inputValue())).toBeGreaterThan(Number(before))
	await page.keyboard.press('Enter')
	await expect(page.getByText(t('challenge_missed'))).toBeVisible()
}
