import { chromium, type Locator } from 'playwright-core'
import { chromiumArguments } from '../../e2e/fixtures/chromiumArguments.ts'
import { joinById, openMember, scheduleMeeting } from '../../e2e/fixtures/people.ts'

/**
 * One end of the bench of joining, a process of its own because it runs in a network namespace:
 *
 *   host <url>                        hosts a meeting with its camera, prints its id, and stays
 *   phone <url> <meeting id> <ms>     opens the form of the join, taps after that time, prints the ms to the first frame
 *   open <url>                        opens the page of another product, prints "joined" at once, and stays
 *   tap <url> <ms>                    opens it, taps its button after that time, prints the ms to the first frame
 */
const [role, url = '', ...parameters] = process.argv.slice(2)

/** The properties that the bench adds to the page. */
type MeasuredWindow = typeof globalThis & { firstFrameAt?: number }

const browser = await chromium.launch({
	executablePath: process.env.PARLEY_BROWSER ?? '',
	args: [...chromiumArguments, '--ignore-certificate-errors'],
})
const options = { ignoreHTTPSErrors: true }
switch (role) {
	case 'host':
		await host()
		break
	case 'open':
		await (await browser.newPage(options)).goto(url)
		console.log('joined')
		break
	case 'tap':
		console.log(await tapPage(Number(parameters[0])))
		await browser.close()
		break
	default:
		console.log(await tapForm(parameters[0] ?? '', Number(parameters[1])))
		await browser.close()
}

async function host() {
	const person = await openMember(browser, url, 'hanmei', { options })
	const id = await scheduleMeeting(person, { topic: 'Joining on a slow line', hostOpens: false })
	await joinById(person, id)
	console.log(id)
}

async function tapForm(meetingId: string, formMs: number): Promise<number> {
	const { page, t } = await openMember(browser, url, 'lilei', { options })
	await page.goto(`/MeetingList/JoinMeeting/${meetingId}/false`)
	return await measureJoin(page.getByRole('button', { name: t('joining_submit'), exact: true }), formMs)
}

async function tapPage(formMs: number): Promise<number> {
	const context = await browser.newContext({ viewport: { width: 375, height: 812 }, ...options })
	const page = await context.newPage()
	await page.goto(url)
	return await measureJoin(page.getByRole('button'), formMs)
}

/** Resolves to the time from the tap to the first frame of the host, in ms. */
async function measureJoin(button: Locator, formMs: number): Promise<number> {
	const page = button.page()
	await button.waitFor({ timeout: 60_000 })
	await page.waitForTimeout(formMs)
	await page.evaluate(() => {
		const seen = new WeakSet<HTMLVideoElement>()
		setInterval(() => {
			for (const video of document.querySelectorAll('video')) {
				if (seen.has(video)) continue
				seen.add(video)
				video.requestVideoFrameCallback(() => {
					;(globalThis as MeasuredWindow).firstFrameAt ??= Date.now()
				})
			}
		}, 10)
	})
	const tappedAt = Date.now()
	await button.click()
	await page.waitForFunction(() => (globalThis as MeasuredWindow).firstFrameAt, undefined, {
		timeout: 60_000,
		polling: 50,
	})
	return (await page.evaluate(() => (globalThis as MeasuredWindow).firstFrameAt ?? 0)) - tappedAt
}
