import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from '@playwright/test'
import { expectNoViolations } from './fixtures/accessible.ts'
import { aPicture, expect, openPhone, type Person, setSwitch, startMeetingOfTwo, test } from './fixtures/index.ts'

const chatControl = ({ page, t }: Person) => page.getByRole('button', { name: new RegExp(`^${t('chat_title')}`) })
const list = ({ page, t }: Person) => page.getByRole('list', { name: t('chat_messages') })
const attachButton = ({ page, t }: Person) => page.getByRole('button', { name: t('chat_attach'), exact: true })
const chosen = ({ page, t }: Person) => page.getByRole('list', { name: t('chat_files_chosen') })
const fileLink = (person: Person, name: string | RegExp) => list(person).getByRole('link', { name })
const pictureOf = (person: Person, name: string) =>
	list(person).getByRole('button', { name: person.t('chat_picture_open', { name }) })
const pdf = {
	name: '会议纪要.pdf',
	mimeType: 'application/pdf',
	buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(700_000, 0x20)]),
}

async function openChat(person: Person) {
	await chatControl(person).click()
	await expect(person.page.getByRole('textbox', { name: person.t('chat_placeholder') })).toBeEnabled()
}

type Chosen = { name: string; mimeType: string; buffer: Buffer }

async function choose(person: Person, kind: 'picture' | 'file', files: Chosen | Chosen[]) {
	await attachButton(person).click()
	const opened = person.page.waitForEvent('filechooser')
	await person.page.getByRole('button', { name: person.t(`chat_attach_${kind}`), exact: true }).click()
	await (await opened).setFiles(files)
}

const send = ({ page, t }: Person) => page.getByRole('button', { name: t('chat_send'), exact: true }).click()

/** Waits until nothing is on its way any more. */
async function allSent(person: Person) {
	for (const text of [/^正在发送/, /^Sending/]) await expect(list(person).getByText(text)).toHaveCount(0)
	await expect(list(person).getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 })
}

async function openGuest(browser: Browser, url: string, id: string, name: string): Promise<Person> {
	const guest = await openPhone(browser, url)
	await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill(name)
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expect(chatControl(guest)).toBeVisible()
	return guest
}

/** The thumbnail is there, and smaller than the picture; its address names the meeting (NODE-21). */
async function expectLoaded(picture: Locator, isInRoom = true) {
	await expect.poll(() => picture.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480)
	const address = isInRoom ? /\/thumbnail\?meeting=\d{9}$/ : /\/thumbnail$/
	await expect(picture.locator('img')).toHaveAttribute('src', address)
}

const statusOf = (person: Person, address: string) =>
	person.page.evaluate(async url => (await fetch(url)).status, address)

test('[ROOM-175] [ROOM-220] [ROOM-222] a guest and a host exchange a picture and a file, and one to one, which no third person loads, and nobody once it is unsent', async ({
	browser,
	server,
}) => {
	test.setTimeout(300_000)
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '图片和文件')
	const guest = await openGuest(browser, server.url, id, 'Ann')
	for (const person of [host, member, guest]) await openChat(person)

	await choose(guest, 'picture', await aPicture(guest.page, 'poster.jpg'))
	await expect(chosen(guest).getByRole('img', { name: 'poster.jpg' })).toBeVisible()
	await expectNoViolations(guest.page, 'a chosen picture')
	await send(guest)
	await expect(pictureOf(host, 'Ann')).toBeVisible({ timeout: 30_000 })
	await expectLoaded(pictureOf(host, 'Ann'))

	// It opens over everything; back closes it, and not the chat.
	await pictureOf(host, 'Ann').click()
	const viewer = host.page.getByRole('dialog', { name: host.t('chat_picture_of', { name: 'Ann' }) })
	const opened = viewer.getByRole('img', { name: host.t('chat_picture_of', { name: 'Ann' }) })
	await expect.poll(() => opened.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1_200)
	await viewer.getByRole('button', { name: host.t('chat_picture_enlarge') }).click()
	await expect(viewer.getByRole('button', { name: host.t('chat_picture_whole') })).toBeVisible()
	await expectNoViolations(host.page, 'an opened picture')
	await host.page.goBack()
	await expect(viewer).toHaveCount(0)
	await expect(attachButton(host)).toBeVisible()

	await choose(host, 'file', pdf)
	await send(host)
	const link = fileLink(guest, /会议纪要\.pdf/)
	await expect(link).toBeVisible({ timeout: 30_000 })
	await allSent(host)
	const download = guest.page.waitForEvent('download')
	await link.click()
	expect((await download).suggestedFilename()).toBe('会议纪要.pdf')
	expect((await readFile(await (await download).path())).equals(pdf.buffer)).toBe(true)
	await expectNoViolations(guest.page, 'a chat with a picture and a file')

	await host.page.getByLabel(host.t('chat_to')).selectOption({ label: host.t('chat_private_to', { name: 'Ann' }) })
	await choose(host, 'file', { ...pdf, name: '报价.pdf' })
	await send(host)
	const secret = fileLink(guest, /报价\.pdf/)
	await expect(secret).toBeVisible({ timeout: 30_000 })
	await expect(fileLink(member, /会议纪要\.pdf/)).toBeVisible()
	await expect(fileLink(member, /报价\.pdf/)).toHaveCount(0)
	// Not even with the id, at their own place or at that of the guest.
	const address = (await secret.getAttribute('href')) ?? ''
	const ownPath = ((await fileLink(member, /会议纪要\.pdf/).getAttribute('href')) ?? '')
		.split('/')
		.slice(0, 5)
		.join('/')
	expect(await statusOf(guest, address)).toBe(200)
	expect(await statusOf(member, address)).toBe(404)
	expect(await statusOf(member, `${ownPath}/${address.split('/').slice(-2).join('/')}`)).toBe(404)

	// After a reload they are there.
	await guest.page.reload()
	await chatControl(guest).click()
	await expect(fileLink(guest, /报价\.pdf/)).toBeVisible()
	await expectLoaded(pictureOf(guest, guest.t('chat_you')))

	// Unsent, it is there for nobody, whatever address they know.
	const ofGuest = (await secret.getAttribute('href')) ?? ''
	expect(await statusOf(guest, ofGuest)).toBe(200)
	await host.page
		.getByRole('button', { name: host.t('chat_actions', { name: host.t('chat_you') }) })
		.last()
		.click()
	await host.page.getByRole('button', { name: host.t('chat_unsend'), exact: true }).click()
	await expect(secret).toHaveCount(0)
	await expect(list(guest).getByText(guest.t('chat_gone_other', { name: '韩梅' }))).toBeVisible()
	expect(await statusOf(guest, ofGuest)).toBe(404)
})

test('[ROOM-225] files to everyone are kept with the meeting, for those who were there', async ({
	browser,
	server,
}) => {
	test.setTimeout(300_000)
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '保留的文件')
	for (const person of [host, member]) await openChat(person)
	await choose(member, 'picture', await aPicture(member.page))
	await send(member)
	await expect(pictureOf(host, '李雷')).toBeVisible({ timeout: 30_000 })
	await choose(host, 'file', pdf)
	await send(host)
	await expect(fileLink(member, /会议纪要\.pdf/)).toBeVisible({ timeout: 30_000 })
	await host.page.getByLabel(host.t('chat_to')).selectOption({ label: host.t('chat_private_to', { name: '李雷' }) })
	await choose(host, 'file', { ...pdf, name: '报价.pdf' })
	await send(host)
	await expect(fileLink(member, /报价\.pdf/)).toBeVisible({ timeout: 30_000 })
	const inRoom = (await fileLink(member, /会议纪要\.pdf/).getAttribute('href')) ?? ''

	await member.page.goto(`/detail/${id}`)
	const { page, t } = member
	await page.getByRole('button', { name: t('chat_kept', { count: 2 }) }).click()
	await expectLoaded(page.getByRole('button', { name: t('chat_picture_open', { name: '李雷' }) }), false)
	const kept = page.getByRole('link', { name: /会议纪要\.pdf/ })
	const download = page.waitForEvent('download')
	await kept.click()
	expect((await readFile(await (await download).path())).equals(pdf.buffer)).toBe(true)
	await expect(page.getByText(/报价/)).toHaveCount(0)
	await expectNoViolations(page, 'a kept chat with files')
	// A person who has left the room loads nothing there any more.
	await expect.poll(() => statusOf(member, inRoom), { timeout: 30_000 }).toBe(404)
})

test('[ROOM-177] [ROOM-178] [ROOM-221] [ROOM-224] what cannot be sent is named, an upload is cancelled, and one that failed is sent again', async ({
	browser,
	server,
}) => {
	test.setTimeout(240_000)
	const { host, member } = await startMeetingOfTwo(browser, server.url, '发送失败')
	for (const person of [host, member]) await openChat(person)
	await choose(host, 'file', { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
	await expect(host.page.getByRole('alert')).toHaveText(
		host.t('chat_file_refused', { name: 'setup.exe', reason: host.t('chat_file_kind') }),
	)
	await expect(chosen(host)).toHaveCount(0)

	// All of three files are visible; the cut edge of the next row shows that there are more.
	const many = Array.from({ length: 6 }, (_, index) => ({ ...pdf, name: `会议纪要-最终版-第 ${index + 1} 稿.pdf` }))
	await choose(host, 'file', many.slice(0, 3))
	const seen = async () => {
		const { y = 0, height = 0 } = (await chosen(host).boundingBox()) ?? {}
		const rows = await chosen(host)
			.getByRole('listitem')
			.evaluateAll(all => all.map(element => element.getBoundingClientRect()))
		const bottom = y + height
		return rows.map(row => (row.bottom <= bottom ? 'whole' : row.top < bottom - 8 ? 'cut' : 'below'))
	}
	expect((await seen()).slice(0, 2)).toEqual(['whole', 'whole'])
	expect(await seen()).not.toContain('below')
	await choose(host, 'file', many.slice(3))
	expect(await seen()).toEqual(['whole', 'whole', 'cut', 'below', 'below', 'below'])
	for (const { name } of many)
		await host.page.getByRole('button', { name: host.t('chat_file_remove', { name }) }).click()

	// A page that is called a document.
	await choose(host, 'file', {
		...pdf,
		name: 'page.pdf',
		buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
	})
	await expect(host.page.getByRole('alert')).toHaveCount(0)
	await send(host)
	await expect(list(host).getByText(host.t('chat_file_content'))).toBeVisible({ timeout: 30_000 })
	await expect(list(host).getByRole('button', { name: host.t('chat_again'), exact: true })).toHaveCount(0)
	await list(host)
		.getByRole('button', { name: host.t('chat_discard'), exact: true })
		.click()

	// The server cannot be reached for a while.
	let isRefused = true
	await host.page.route('**/meeting/chat/files/parts*', route => (isRefused ? route.abort() : route.continue()))
	await choose(host, 'file', pdf)
	await send(host)
	const progress = list(host).getByRole('progressbar', { name: host.t('chat_file_uploading', { name: pdf.name }) })
	await expect(progress).toBeVisible()
	await expectNoViolations(host.page, 'a file on its way')
	await list(host)
		.getByRole('button', { name: host.t('chat_file_cancel', { name: pdf.name }) })
		.click()
	await expect(progress).toHaveCount(0)
	await choose(host, 'file', pdf)
	await send(host)
	await expect(list(host).getByText(host.t('chat_file_failed'))).toBeVisible({ timeout: 60_000 })
	isRefused = false
	await list(host)
		.getByRole('button', { name: host.t('chat_again'), exact: true })
		.click()
	await expect(fileLink(member, /会议纪要\.pdf/)).toBeVisible({ timeout: 30_000 })
	await expect(fileLink(member, /./)).toHaveCount(1)

	// Dropped and pasted on a laptop.
	const { page } = host
	const dropped = await page.evaluateHandle(() => {
		const data = new DataTransfer()
		data.items.add(new File(['a,b'], '名单.csv', { type: 'text/csv' }))
		return data
	})
	await list(host).dispatchEvent('dragenter', { dataTransfer: dropped })
	await expect(page.getByText(host.t('chat_drop'))).toBeVisible()
	await list(host).dispatchEvent('drop', { dataTransfer: dropped })
	await expect(
		chosen(host).getByRole('button', { name: host.t('chat_file_remove', { name: '名单.csv' }) }),
	).toBeVisible()
	await send(host)
	await expect(fileLink(member, /名单\.csv/)).toBeVisible({ timeout: 30_000 })
})

test('[ROOM-223] the host turns off pictures and files: the button goes at once, and comes back', async ({
	browser,
	server,
}) => {
	test.setTimeout(240_000)
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '关闭文件')
	const guest = await openGuest(browser, server.url, id, 'Ann')
	for (const person of [member, guest]) await openChat(person)
	await expect(attachButton(member)).toBeVisible()
	await choose(guest, 'file', pdf)
	await expect(chosen(guest)).toBeVisible()
	await host.page.getByRole('button', { name: host.t('room_more'), exact: true }).click()
	await host.page.getByRole('button', { name: host.t('room_host_controls'), exact: true }).click()
	const permission = host.page.getByRole('switch', { name: host.t('room_may_files') })
	await setSwitch(permission, false)
	for (const person of [member, guest]) await expect(attachButton(person)).toHaveCount(0)
	await expect(chosen(guest)).toHaveCount(0)
	await setSwitch(permission, true)
	for (const person of [member, guest]) await expect(attachButton(person)).toBeVisible()
})
