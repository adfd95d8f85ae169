import { writeFile } from 'node:fs/promises'
import {
	createCameraVideo,
	expect,
	expectInRoom,
	fillSignIn,
	openMember,
	openPhone,
	openSimulatedPhone,
	type PhonePage,
	scheduleMeeting,
	test,
} from './fixtures/index.ts'

const base64url = (text: string) => Buffer.from(text).toString('base64url')
const missing = '100000001'
const ended = '915274608'
const isPrivate = '648031529'

/** Creates a meeting of hanmei that anyone may join. */
async function createMeeting(
	browser: Parameters<typeof openPhone>[0],
	url: string,
	fields: { password?: string } = {},
) {
	const host = await openMember(browser, url, 'hanmei')
	return await scheduleMeeting(host, { topic: '短链接会议', hostOpens: false, ...fields })
}

test('[LINK-05] [LINK-07] [LINK-18] [JOIN-28] a guest joins by a short link, password included', async ({
	browser,
	server,
}) => {
	const id = await createMeeting(browser, server.url, { password: '246810' })
	const guest = await openPhone(browser, server.url)
	const { page, t } = guest
	const asked: string[] = []
	page.on('request', request => asked.push(`${request.url()} ${request.headers().referer}`))
	await page.goto(`/?meetingId=${id}#pwd=${base64url('246810')}`)
	await expect(page).toHaveURL(new RegExp(`/Login/ScanJoin/${id}`))
	await expect(page.getByText('短链接会议')).toBeVisible()
	expect(page.url()).not.toContain(base64url('246810'))
	// `url` of the page itself has the fragment; no other request, and no referer, has.
	expect(asked.slice(1).join()).not.toContain(base64url('246810'))
	await page.getByLabel(t('joining_name'), { exact: true }).fill('扫码的客人')
	await page.getByRole('button', { name: t('link_join_web') }).click()
	await expectInRoom(guest, id)

	// JOIN-28, JOIN-06: the join form remembers the meeting and the name.
	await page.goto('/MeetingList/JoinMeeting/unkonw/false')
	await expect(page.getByLabel(t('joining_name'), { exact: true })).toHaveValue('扫码的客人')
	await page.getByRole('button', { name: /短链接会议/ }).click()
	await expect(page.getByLabel(t('joining_id'), { exact: true })).toHaveValue(id.replace(/(\d{3})(?=\d)/g, '$1 '))
})

test('[LINK-02] [LINK-03] [LINK-09] a short link opens the meeting for members, or reports that it has ended or does not exist', async ({
	browser,
	server,
}) => {
	const member = await openMember(browser, server.url, 'lilei', { language: 'en' })
	const { page, t } = member
	await page.goto(`/?meetingId=${isPrivate}`)
	await expect(page).toHaveURL(new RegExp(`/Login/ScanJoin/${isPrivate}`))
	await page.goto(`/?meetingId=${ended}`)
	await expect(page).toHaveURL(/\/Login\/ScanResult\?status=9/)
	await expect(page.getByText(t('link_over_title'))).toBeVisible()
	await page.goto(`/?meetingId=${missing}`)
	await expect(page).toHaveURL(/\/Login\/ScanResult\?status=0/)
	await expect(page.getByText(t('link_gone_title'))).toBeVisible()
	await page
		.getByRole('button', { name: t('link_other_id') })
		.or(page.getByRole('link', { name: t('link_other_id') }))
		.click()
	await expect(page).toHaveURL(/\/(joinQuickly|MeetingList\/JoinMeeting\/unkonw)/)
})

test('[LINK-04] [LINK-06] [LOGIN-29] without a session, the link of a private meeting asks to sign in and then continues', async ({
	browser,
	server,
}) => {
	const { page, t } = await openPhone(browser, server.url)
	await page.goto(`/?meetingId=${isPrivate}`)
	await expect(page).toHaveURL(new RegExp(`/bootLogin/${isPrivate}/false/false`))
	await expect(page.getByText(t('link_internal_title'))).toBeVisible()
	await page
		.getByRole('button', { name: t('link_sign_in') })
		.or(page.getByRole('link', { name: t('link_sign_in') }))
		.click()
	await expect(page).toHaveURL(/\/Login\?/)
	await fillSignIn({ page, t }, 'hanmei')
	await expect(page).toHaveURL(new RegExp(`/Login/ScanJoin/${isPrivate}`))
})

test.describe('the screen after signing in', () => {
	const open = '571903264'
	const ways: [string, string, RegExp][] = [
		['[LOGIN-28] [QJ-10]', `/Login?from=joinQuickly&meetingId=${open}`, /\/joinQuickly\?.*meetingId=571903264/],
		['[LOGIN-29]', `/Login?meetingId=${open}&publicJoin=false`, /\/Login\/ScanJoin\/571903264/],
		[
			'[LOGIN-30]',
			`/Login?meetingId=${open}&publicJoin=true&hasPwd=false`,
			/\/MeetingList\/JoinMeeting\/571903264\/false/,
		],
		['[LOGIN-31]', '/Login', /\/MeetingList$/],
		['[LOGIN-32]', `/Login?meetingId=${ended}&publicJoin=true`, /\/Login\/ScanResult\?status=9/],
		['[LOGIN-33]', `/Login?meetingId=${missing}&publicJoin=true`, /\/Login\/ScanResult\?status=0/],
	]
	for (const [rule, from, to] of ways) {
		test(`${rule} ${from}`, async ({ browser, server }) => {
			const { page, t } = await openPhone(browser, server.url)
			await page.goto(from)
			await fillSignIn({ page, t }, 'hanmei')
			await expect(page).toHaveURL(to)
		})
	}
})

const expectPath = (phone: PhonePage, path: RegExp) => expect.poll(phone.path).toMatch(path)

test('[BRG-05] [ROUTE-14] [BRG-15] the shell opens a short link, and back leaves a private one', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server)
	await phone.fire('shortLinkJoin', JSON.stringify({ meetingId: '571903264', pwd: '' }))
	await expectPath(phone, /^\/Login\/ScanJoin\/571903264/)
	// LINK-15, LINK-16: inside the app there is one way to join.
	await expect(phone.inside.getByRole('button', { name: phone.t('link_join_web') })).toHaveCount(0)
	await expect(phone.inside.getByRole('button', { name: phone.t('link_join_code') })).toHaveCount(0)
	await phone.fire('shortLinkJoin', { meetingId: isPrivate, pwd: '' })
	await expectPath(phone, /^\/bootLogin\//)
	await phone.inside
		.getByRole('button', { name: phone.t('link_back'), exact: true })
		.first()
		.click()
	await expectPath(phone, /^\/$/)
	expect(await phone.calls()).toContain('cancleShortLink')
})

test('[BRG-06] [JOIN-34] [JOIN-35] a direct join from the shell, refused and accepted', async ({ browser, server }) => {
	const id = await createMeeting(browser, server.url)
	const phone = await openSimulatedPhone(browser, server)
	await expect(phone.inside.getByRole('link', { name: phone.t('joining_title') })).toBeVisible()
	await phone.fire('directJoin', { meetingId: '12345678', displayName: '王', password: '' })
	await expect(phone.inside.getByText(/会议号/).first()).toBeVisible()
	await phone.fire('directJoin', { meetingId: id, displayName: ' ', password: '' })
	expect(await phone.calls()).not.toContain('joinMeeting')
	await phone.fire('directJoin', { meetingId: id, displayName: '王', password: '' })
	await expect.poll(phone.calls).toContain('joinMeeting')
})

test('[BRG-12] [LINK-01] scanning in the shell opens the address of the code', async ({ browser, server }) => {
	const phone = await openSimulatedPhone(browser, server)
	await phone.inside.getByRole('button', { name: phone.t('scan_to_join') }).click()
	const sheet = phone.page.getByRole('dialog')
	await sheet.getByRole('textbox').fill(`${server.url}/?meetingId=571903264`)
	await sheet.getByRole('button', { name: 'Scan' }).click()
	await expectPath(phone, /^\/Login\/ScanJoin\/571903264/)
})

/** Draws the QR code of a meeting as an image. */
async function meetingCodePicture(browser: Parameters<typeof openPhone>[0], url: string, meetingId: string) {
	const { page, t } = await openPhone(browser, url)
	await page.goto(`/Login/ScanJoin/${meetingId}`)
	await page.getByRole('button', { name: t('link_join_code') }).click()
	const code = page.getByRole('img', { name: /二维码/ })
	await expect(code).toBeVisible()
	const picture = await code.screenshot()
	return picture
}

test('[LINK-14] [LINK-01] a QR code drawn by one browser is read by another from a picture', async ({
	browser,
	server,
}) => {
	const buffer = await meetingCodePicture(browser, server.url, '571903264')
	const { page, t } = await openPhone(browser, server.url)
	await page.goto('/')
	await page.getByRole('button', { name: t('scan_here') }).click()
	const chooser = page.waitForEvent('filechooser')
	await page.getByText(t('scan_picture')).click()
	await (await chooser).setFiles({ name: 'code.png', mimeType: 'image/png', buffer })
	await expect(page).toHaveURL(/\/Login\/ScanJoin\/571903264/)
})

test('[LINK-14] [LINK-01] a QR code in front of the camera is read', async ({
	browser,
	playwright,
	launchOptions,
	server,
}, info) => {
	const { page: canvasPage } = await openPhone(browser, server.url)
	const videoPath = info.outputPath('code.y4m')
	await writeFile(
		videoPath,
		await createCameraVideo(canvasPage, await meetingCodePicture(browser, server.url, '571903264')),
	)

	const args = [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${videoPath}`]
	const cameraBrowser = await playwright.chromium.launch({ ...launchOptions, args })
	const { page, t } = await openPhone(cameraBrowser, server.url)
	await page.goto('/')
	await page.getByRole('button', { name: t('scan_here') }).click()
	await expect(page).toHaveURL(/\/Login\/ScanJoin\/571903264/)
	await cameraBrowser.close()
})

test('[ROUTE-25] [ROUTE-26] [LAND-08] the agreements open from the landing page, and back returns to it', async ({
	browser,
	server,
}) => {
	const { page, t } = await openPhone(browser, server.url, { language: 'en' })
	await page.goto('/')
	await page.getByRole('link', { name: t('agreement_privacy') }).click()
	await expect(page).toHaveURL(/\/Privacy/)
	await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Privacy policy' })).toBeVisible()
	await page.getByRole('button', { name: t('common_back') }).click()
	await expect(page).toHaveURL(/\/$/)
})

test('[LAND-05] [ROUTE-23] guests see the public meetings', async ({ browser, server }) => {
	const { page, t } = await openPhone(browser, server.url)
	await page.goto('/')
	await page.getByRole('link', { name: t('public_meetings') }).click()
	await expect(page).toHaveURL(/\/publicMeeting/)
	await expect(page.getByRole('button', { name: t('public_join') }).first()).toBeVisible()
	const strict = await openPhone(browser, server.at('strict.localhost'))
	await strict.page.goto('/')
	await expect(strict.page.getByRole('link', { name: t('landing_login') })).toBeVisible()
	await expect(strict.page.getByRole('link', { name: t('public_meetings') })).toHaveCount(0)
})

test('[ROUTE-30] [ROUTE-31] an invitation names the company and explains how to start', async ({ browser, server }) => {
	const { page, t } = await openPhone(browser, server.url)
	await page.goto('/invite?code=welcome-to-parley')
	await expect(page.getByText('Parley Demo')).toBeVisible()
	await page.goto('/invite?code=nobody-gave-this')
	await expect(page.getByText(t('invite_unknown_title'))).toBeVisible()
})
