import type { Page } from '@playwright/test'
import { expect, messagesOf, test } from './fixtures/index.ts'

const zh = messagesOf('zh')

/** The styles of every element that is in view, as the browser computed them. */
const computedStyles = (page: Page) =>
	page.evaluate(() =>
		[...document.body.querySelectorAll('*:not(style, script, link)')].flatMap(element => {
			const { top, bottom } = element.getBoundingClientRect()
			if (bottom < 0 || top > innerHeight) return []
			const styles = getComputedStyle(element)
			return [`${element.tagName} ${Array.from(styles, name => styles.getPropertyValue(name)).join()}`]
		}),
	)

test('a first visit has the critical styles, and all of them when a sheet opens; later visits look the same', async ({
	page,
}) => {
	await page.setViewportSize({ width: 375, height: 812 })
	const critical = page.locator('style[data-href]')
	const whole = page.locator('link[rel=stylesheet]')
	async function openCountries() {
		const before = { critical: await critical.count(), whole: await whole.count() }
		await page.getByRole('button', { name: zh('verification_area', { code: '86' }) }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
		await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
		return { before, styles: await computedStyles(page) }
	}

	await page.goto('/Login')
	await page.getByText(zh('login_by_code')).click()
	const first = await openCountries()
	expect(first.before).toEqual({ critical: 1, whole: 0 })
	await expect(critical).toHaveCount(0)
	await expect(whole).toHaveCount(1)
	await page.waitForLoadState('networkidle')

	// The page remembers the way of signing in.
	await page.goto('/Login')
	const later = await openCountries()
	expect(later.before).toEqual({ critical: 0, whole: 1 })
	expect(first.styles.length).toBeGreaterThan(50)
	// Compared one by one: as a whole, a difference would print all of them.
	expect(first.styles.findIndex((styles, at) => styles !== later.styles[at])).toBe(-1)
	expect(first.styles).toHaveLength(later.styles.length)
})
