import type { Page } from '@playwright/test'
import { expect, openPhone, test } from './fixtures/index.ts'

const rootFontPx = (page: Page) =>
	page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

test('[LAYOUT-01] [LAYOUT-02] [LAYOUT-03] the root font size follows the width at once, up to 768', async ({
	browser,
	server,
}) => {
	const { page } = await openPhone(browser, server.url)
	await page.goto('/joinQuickly')
	for (const [width, px] of [
		[375, 100],
		[320, 85.33],
		[750, 200],
		[768, 204.8],
		[1200, 204.8],
	] as const) {
		await page.setViewportSize({ width, height: 812 })
		expect(await rootFontPx(page)).toBeCloseTo(px, 1)
	}
})

test('[API-38] the page of the calls is no wider than a phone', async ({ browser, server }) => {
	const { page } = await openPhone(browser, server.url)
	for (const width of [375, 320]) {
		await page.setViewportSize({ width, height: 812 })
		await page.goto('/docs')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		const tooWide = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		)
		expect(tooWide, `at ${width} px`).toBe(0)
	}
})

test('[LAYOUT-04] from 768 px the page is a centred column', async ({ browser, server }) => {
	const { page, t } = await openPhone(browser, server.url)
	await page.goto('/joinQuickly')
	const field = page.getByLabel(t('joining_id'), { exact: true })
	const boxAt = async (width: number) => {
		await page.setViewportSize({ width, height: 900 })
		const box = await field.boundingBox()
		if (!box) throw new Error('the field is not shown')
		return box
	}
	const narrow = await boxAt(767)
	const wide = await boxAt(1200)
	expect(wide.height).toBeLessThan(narrow.height)
	expect(wide.width).toBeLessThan(700)
	expect(Math.abs(wide.x + wide.width / 2 - 600)).toBeLessThan(4)
})

test('[LAYOUT-06] a focused field is visible', async ({ browser, server }) => {
	const { page, t } = await openPhone(browser, server.url)
	await page.goto('/joinQuickly')
	const field = page.getByLabel(t('joining_name'), { exact: true })
	// The field focused when the screen opens would stay visible.
	await expect(page.getByLabel(t('joining_id'), { exact: true })).toBeFocused()
	await page.evaluate(() => (document.activeElement as HTMLElement).blur())
	await page.setViewportSize({ width: 375, height: 240 })
	await page.evaluate(() => window.scrollTo(0, 0))
	await expect(field).not.toBeInViewport({ ratio: 1 })
	// Browsers usually scroll by themselves, but not in a web view that resizes late.
	await field.evaluate(input => input.focus({ preventScroll: true }))
	await expect(field).toBeInViewport({ ratio: 1 })
})

for (const [path, px] of [
	['/joinQuickly', 24],
	['/scanNoResult', 44],
] as const) {
	test(`[LAYOUT-05] ${path} keeps ${px} px from the top of a notched phone whose app reports no safe area, and none in a browser`, async ({
		browser,
		server,
	}) => {
		const mainTop = async (height: number, query = '?isInApp=true') => {
			const { page, context } = await openPhone(browser, server.url, {
				options: { viewport: { width: 375, height }, screen: { width: 375, height } },
			})
			await page.goto(path + query)
			await expect(page.getByRole('heading').first()).toBeVisible()
			const top = await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top ?? Number.NaN)
			await context.close()
			return top
		}
		expect((await mainTop(812)) - (await mainTop(800))).toBeCloseTo(px, 0)
		expect((await mainTop(812, '')) - (await mainTop(800, ''))).toBeCloseTo(0, 0)
	})
}

for (const language of ['zh', 'en'] as const) {
	test(`[LAYOUT-04] on a laptop the sign-in form needs no scrolling (${language})`, async ({ browser, server }) => {
		const options = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
		const { page, t } = await openPhone(browser, server.url, { language, options })
		await page.goto('/Login')
		await expect(page.getByRole('button', { name: t('login_submit'), exact: true })).toBeInViewport({ ratio: 1 })
	})
}

test('back arrows have the same position, even over the picture of the sign-in screen', async ({ browser, server }) => {
	const { page, t, context } = await openPhone(browser, server.url)
	const arrowAt = async (path: string) => {
		await page.goto(path)
		const box = await page.getByRole('button', { name: t('common_back'), exact: true }).boundingBox()
		return box && { x: Math.round(box.x), y: Math.round(box.y) }
	}
	const place = await arrowAt('/joinQuickly')
	for (const path of ['/Login', '/Register', '/Protocol', '/publicMeeting', '/liveBroadcast?roomId=384620917']) {
		expect(await arrowAt(path), path).toEqual(place)
	}
	await context.close()
})

for (const width of [375, 1280]) {
	test(`a guest of a live chooses a name in one line with its button (${width} px)`, async ({ browser, server }) => {
		for (const language of ['zh', 'en'] as const) {
			const { page, t, context } = await openPhone(browser, server.url, {
				language,
				options: { viewport: { width, height: 800 } },
			})
			await page.goto('/liveBroadcast?roomId=384620917')
			const field = page.getByRole('textbox', { name: t('live_chat_name') })
			await expect(field).toBeVisible()
			const middle = async (box: Promise<{ y: number; height: number } | null>) => {
				const { y, height } = (await box) ?? { y: Number.NaN, height: 0 }
				return y + height / 2
			}
			const button = page.getByRole('button', { name: t('live_chat_name_choose') })
			expect(Math.abs((await middle(field.boundingBox())) - (await middle(button.boundingBox())))).toBeLessThan(2)
			// The proposed name is fully visible.
			expect(await field.evaluate((input: HTMLInputElement) => input.scrollWidth - input.clientWidth)).toBe(0)
			await context.close()
		}
	})
}
