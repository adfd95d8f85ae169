import { UserId } from '@parley/core'
import { type Browser, chromium, type Page } from 'playwright-core'
import * as v from 'valibot'
import { demoPassword, mainSite } from '../apps/server/src/demo/index.ts'
import { createSqlAccountStore } from '../apps/server/src/modules/account/index.ts'
import { createSqlDirectoryStore, openDirectory } from '../apps/server/src/modules/directory/index.ts'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { randomIds } from '../apps/server/src/platform/ids.ts'
import { type ParleyServer, startServer } from '../e2e/fixtures/server.ts'
import { median } from './testInstance.ts'

export const name = 'Directory: opening a department'

/** Sizes; the smallest list renders all its rows, the others only those around the visible part. */
const sizes = [100, 300, 1_000]
const goalMs = 100
const runs = 9

export async function run() {
	const executablePath = process.env.PARLEY_BROWSER
	if (!executablePath) throw new Error('PARLEY_BROWSER does not name a browser')
	const server = await startServer()
	await fill(server)
	const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
	try {
		const page = await signIn(browser, server.url)
		const times = new Map(sizes.map(size => [size, [] as number[]]))
		for (let n = 0; n < runs; n++) for (const size of sizes) times.get(size)?.push(await open(page, size))
		const plain = median(times.get(sizes[0] ?? 0) ?? [])
		return [
			{
				title: `From the tap to the first visible rows, including the response of the server; medians of ${runs} interleaved runs`,
				rows: sizes.map(size => {
					const ms = median(times.get(size) ?? [])
					const [what, ratio] = [size === sizes[0] ? 'all its rows' : 'rows in sight', (ms / plain).toFixed(2)]
					return {
						people: size,
						list: what,
						ms: ms.toFixed(0),
						'to the plain list': ratio,
						goal: goalMs,
						over: ms > goalMs ? 'yes' : '',
					}
				}),
				notes: ['375 × 812, no throttling. The plain list has 100 people: up to that size all rows are rendered.'],
			},
		]
	} finally {
		await browser.close()
		await server.dispose()
	}
}

const departmentOf = (size: number) => `Bench ${size}`

async function fill({ dataFolders: [folder = ''] }: ParleyServer): Promise<void> {
	const { db, close } = await openDatabase({ folder })
	const accounts = createSqlAccountStore(db)
	const reader = await accounts.findByName(mainSite, 'hanmei')
	if (!reader?.lastCompanyId) throw new Error('the demo has no hanmei with a company')
	const companyId = reader.lastCompanyId
	const directory = openDirectory({ db, ids: randomIds })
	for (const size of sizes) {
		const department = await directory.ensureDepartmentPath(companyId, [departmentOf(size)])
		await db.transaction().execute(async transaction => {
			const [people, places] = [createSqlAccountStore(transaction), createSqlDirectoryStore(transaction)]
			for (let n = 0; n < size; n++) {
				const id = v.parse(UserId, `bench-${size}-${n}`)
				const nothing = { passwordHash: null, corporateHash: null, mobile: null, mobileCode: null, source: null }
				const names = { id, siteId: mainSite, name: id, displayName: `Colleague ${n}` }
				await people.insert({ ...names, ...nothing, picture: null, isComplete: true, lastCompanyId: null }, 1)
				await people.addMembership({ userId: id, companyId, userType: 1, isDefault: true })
				await places.addToDepartment(id, department?.id ?? '')
			}
		})
	}
	await close()
}

async function signIn(browser: Browser, url: string): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true })
	const page = await context.newPage()
	await page.goto(`${url}/Login`)
	await page.locator('form input').nth(0).fill('hanmei')
	await page.locator('form input').nth(1).fill(demoPassword)
	await page.getByRole('checkbox').check()
	await page.locator('form button[type=submit]').click()
	await page.waitForURL(/MeetingList$/)
	return page
}

/** Returns milliseconds, measured in a page that has not loaded the department yet. */
async function open(page: Page, size: number): Promise<number> {
	await page.goto(new URL('/selectMembers?from=create', page.url()).href)
	const row = page.getByRole('listitem').filter({ hasText: new RegExp(`${departmentOf(size)}\\b`) })
	const link = await row.getByRole('link').elementHandle()
	return await page.evaluate(async element => {
		const since = performance.now()
		;(element as HTMLElement).click()
		while (!document.querySelector('li input[type=checkbox]') || !document.body.textContent?.includes('Colleague '))
			await new Promise(requestAnimationFrame)
		// Painted in the frame after the one in which they appear.
		await new Promise(requestAnimationFrame)
		return performance.now() - since
	}, link)
}
