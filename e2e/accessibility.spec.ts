import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, joinById, type Language, schedule, signIn, takePhone, test } from './fixtures/index.ts'

/** No rule is switched off. */
async function hasNoViolations(page: Page, where: string) {
	await page.waitForTimeout(500)
	const { violations } = await new AxeBuilder({ page }).analyze()
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
	expect(found, where).toEqual([])
}

const looks: { language: Language; colorScheme: 'light' | 'dark'; width: number }[] = [
	{ language: 'zh', colorScheme: 'light', width: 375 },
	{ language: 'en', colorScheme: 'dark', width: 320 },
]

for (const { language, colorScheme, width } of looks) {
	test(`[I18N-01] every screen is without axe violations (${language}, ${colorScheme}, ${width} px)`, async ({
		browser,
		server,
	}) => {
		test.setTimeout(120_000)
		const options = { colorScheme, viewport: { width, height: 812 } }
		const person = await takePhone(browser, server.url, { language, options })
		const { page, say } = person
		await page.goto('/')
		await hasNoViolations(page, 'landing')
		await page.goto('/joinQuickly')
		await hasNoViolations(page, 'joinQuickly')
		await page.goto('/Login')
		await hasNoViolations(page, 'login')
		await signIn(person, 'hanmei')
		await expect(page.getByRole('article').first()).toBeVisible()
		await page.getByRole('article').first().getByRole('button').first().click()
		await hasNoViolations(page, 'list')
		await page.goto('/MeetingList/CreateMeeting')
		await hasNoViolations(page, 'create')
		const id = await schedule(person, { topic: 'Axe' })
		await hasNoViolations(page, 'detail')
		await page.goto('/MeetingList/JoinMeeting/unkonw/false')
		await hasNoViolations(page, 'join')
		await joinById(person, id)
		await hasNoViolations(page, 'room')
		await page.getByRole('button', { name: say('room_leave'), exact: true }).click()
		await hasNoViolations(page, 'leaving')
		await page.goto('/no/such/address')
		await hasNoViolations(page, 'missing')
		await person.context.close()
	})
}
