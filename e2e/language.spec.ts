import type { Browser } from '@playwright/test'
import { openContext } from './fixtures/contexts.ts'
import {
	expect,
	expectInRoom,
	joinById,
	messagesOf,
	openMember,
	openPhone,
	type ParleyServer,
	scheduleMeeting,
	test,
} from './fixtures/index.ts'
import { expectApplied } from './fixtures/settingApplied.ts'

const [zh, en] = [messagesOf('zh'), messagesOf('en')]
/** A live of the demo, on air and public. */
const live = '/liveBroadcast?roomId=384620917'

/** Changes the setting as an administrator does, beside the running server, which applies it within seconds. */
async function setLanguage(server: ParleyServer, language: string, ofChinese: string) {
	await server.runAdmin('site', 'set', 'localhost', `language=${language}`)
	const root = async () =>
		/<html[^>]*>/.exec(
			await (await fetch(server.url, { headers: { accept: 'text/html', 'accept-language': 'zh-CN' } })).text(),
		)?.[0]
	await expectApplied(root, `data-language="${ofChinese}"`)
}

/** Opens a page without a chosen language, in a browser with one. */
async function openBrowser(browser: Browser, baseURL: string, locale: string) {
	const context = await openContext(browser, { baseURL, locale, viewport: { width: 375, height: 812 } })
	const page = await context.newPage()
	/** Returns every language of the document, from the server's HTML on. */
	await page.addInitScript(() => {
		const seen: string[] = []
		Object.assign(window, { seenLanguages: seen })
		const note = () => {
			const { lang } = document.documentElement
			if (lang && seen.at(-1) !== lang) seen.push(lang)
		}
		new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['lang'] })
	})
	const seen = () => page.evaluate(() => (window as unknown as { seenLanguages: string[] }).seenLanguages)
	return { context, page, seen }
}

test('[I18N-02] [LIVE-40] a site speaks Chinese, English or the language of the browser, from its first HTML on, and never against a choice', async ({
	browser,
	ownServer,
}) => {
	const { url } = ownServer

	await test.step('Chinese is the default, whatever the browser language; the pages of a live follow the browser', async () => {
		const { page, seen } = await openBrowser(browser, url, 'en-US')
		await page.goto('/')
		await expect(page.getByRole('link', { name: zh('landing_login') })).toBeVisible()
		expect(await seen()).toEqual(['zh-CN'])
		await page.goto(live)
		await expect(page.getByRole('tab', { name: en('live_tab_introduction') })).toBeVisible()
		expect(await seen()).toEqual(['en'])
	})

	await test.step('a choice stays on every page, including those of a live', async () => {
		const { page, seen } = await openBrowser(browser, url, 'zh-CN')
		await page.goto('/')
		await page.getByRole('button', { name: zh('common_language_switch') }).click()
		await expect(page.getByRole('link', { name: en('landing_login') })).toBeVisible()
		await page.goto(live)
		await expect(page.getByRole('tab', { name: en('live_tab_introduction') })).toBeVisible()
		await page.goto('/Login')
		await expect(page.getByRole('button', { name: en('login_submit'), exact: true })).toBeVisible()
		expect((await seen()).at(-1)).toBe('en')
	})

	await test.step('English', async () => {
		await setLanguage(ownServer, 'en', 'en')
		const { page, seen } = await openBrowser(browser, url, 'zh-CN')
		await page.goto('/')
		await expect(page.getByRole('link', { name: en('landing_login') })).toBeVisible()
		expect(await seen()).toEqual(['en'])
		await page.goto(live)
		await expect(page.getByRole('tab', { name: zh('live_tab_introduction') })).toBeVisible()
		expect(await seen()).toEqual(['zh-CN'])
	})

	await test.step('with `browser`, the language of each browser', async () => {
		await setLanguage(ownServer, 'browser', 'zh')
		for (const [locale, tag, t] of [
			['zh-TW', 'zh-CN', zh],
			['en-GB', 'en', en],
		] as const) {
			const { context, page, seen } = await openBrowser(browser, url, locale)
			await page.goto('/')
			await expect(page.getByRole('link', { name: t('landing_login') })).toBeVisible()
			expect(await seen()).toEqual([tag])
			await context.close()
		}
	})
})

test('[ROOM-190] [LAYOUT-13] [STORE-04] a guest of an invitation switches the language on the form and in the room, which stays open', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '访客的语言' })
	await joinById(host, id)
	const { page } = await openPhone(browser, server.url)
	await page.goto(`/?meetingId=${id}`)
	await page.getByLabel(zh('joining_name'), { exact: true }).fill('Ann')
	await page.getByRole('button', { name: zh('common_language_switch') }).click()
	await expect(page.getByLabel(en('joining_name'), { exact: true })).toHaveValue('Ann')

	const join = page.getByRole('button', { name: en('link_join_web') })
	const lastRow = page.locator('form :is(button, input)').last()
	for (const width of [768, 1_280, 1_920]) {
		await page.setViewportSize({ width, height: 1_000 })
		const [row, button] = [await lastRow.boundingBox(), await join.boundingBox()]
		const gap = (button?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0)
		expect(gap, `${width}`).toBeGreaterThan(0)
		expect(gap, `${width}`).toBeLessThan(80)
	}
	await page.setViewportSize({ width: 1_280, height: 560 })
	await expect(join).toBeInViewport({ ratio: 1 })
	await page.setViewportSize({ width: 375, height: 812 })

	await join.click()
	await expectInRoom({ page, t: en }, id)
	await page.evaluate(() => Object.assign(window, { isSamePage: true }))
	await page.getByRole('button', { name: en('room_more'), exact: true }).click()
	await page
		.getByRole('dialog')
		.getByRole('button', { name: en('common_language_switch') })
		.click()
	await expectInRoom({ page, t: zh }, id)
	await expect(page.getByText('访客的语言').first()).toBeVisible()
	expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
	await expect(host.page.getByText('Ann').first()).toBeVisible()
})
