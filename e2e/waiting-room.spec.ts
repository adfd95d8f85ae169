import type { Browser } from '@playwright/test'
import {
	expect,
	expectInRoom,
	joinById,
	openMember,
	openPhone,
	type Person,
	scheduleMeeting,
	test,
	turnOnDevices,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

/** Starts a meeting with a waiting room; its host is in the room. */
async function startWithWaitingRoom(browser: Browser, url: string, topic: string) {
	const host = await openMember(browser, url, 'hanmei')
	const id = await scheduleMeeting(host, { topic, hasWaitingRoom: true })
	await joinById(host, id)
	return { host, id }
}

/** A guest joins, and has to wait. */
async function wait(browser: Browser, url: string, id: string, name: string): Promise<Person> {
	const guest = await openPhone(browser, url)
	const { page, t } = guest
	await page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await page.getByLabel(t('joining_name'), { exact: true }).fill(name)
	await turnOnDevices(guest)
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expect(page.getByRole('heading', { name: t('waiting_title') })).toBeVisible()
	return guest
}

const place = ({ page, t }: Person, number: number) => page.getByText(t('waiting_place', { place: number }))

const openPeople = async ({ page, t }: Person) => {
	await page.keyboard.press('p')
	await expect(page.getByRole('heading', { name: t('waiting_section', { count: 1 }) })).toBeVisible()
}

test('[ROOM-140] [ROOM-141] [ROOM-142] a guest waits, knows nothing of the room, and enters by themselves once the host lets them in', async ({
	browser,
	server,
}) => {
	const { host, id } = await startWithWaitingRoom(browser, server.url, '等候演习')
	const guest = await wait(browser, server.url, id, 'Tina He')
	await expect(place(guest, 1)).toBeVisible()
	await expect(guest.page.getByText('等候演习')).toBeVisible()
	await expect(guest.page.getByText(guest.t('waiting_host', { name: '韩梅' }))).toBeVisible()
	await expect(guest.page).toHaveTitle(guest.t('waiting_page_title', { place: 1 }))
	await expect(guest.page.getByRole('toolbar', { name: guest.t('room_controls') })).toHaveCount(0)
	await expect(host.page.locator('[data-person]')).toHaveCount(1)

	// Alt+A goes to the card, which never takes the focus by itself.
	await expect(host.page.getByText(host.t('waiting_admit_one', { name: 'Tina He' }), { exact: true })).toBeVisible()
	const admit = host.page.getByRole('button', { name: host.t('waiting_admit'), exact: true })
	await expect(admit).not.toBeFocused()
	await host.page.keyboard.press('Alt+a')
	await expect(admit).toBeFocused()
	await host.page.keyboard.press('Enter')

	await expectInRoom(guest, id)
	await expect(guest.page.getByRole('alert').getByText(guest.t('waiting_admitted', { count: 2 }))).toBeAttached()
	for (const { page } of [host, guest]) await waitUntilSeesAndHears(page, 1)
	await expect(admit).toHaveCount(0)

	// Once let in, a person does not wait again, neither after a reload nor after leaving.
	await guest.page.reload()
	await expectInRoom(guest, id)
	await guest.page.getByRole('button', { name: guest.t('room_leave') }).click()
	await guest.page.getByRole('button', { name: guest.t('room_out_rejoin') }).click()
	await expectInRoom(guest, id)
})

test('[ROOM-142] [ROOM-143] two wait in line: places, a message of the host, a reload, leaving, and all are let in', async ({
	browser,
	server,
}) => {
	const { host, id } = await startWithWaitingRoom(browser, server.url, '排队演习')
	const first = await wait(browser, server.url, id, 'Ann')
	const second = await wait(browser, server.url, id, 'Bo')
	const third = await wait(browser, server.url, id, 'Cem')
	await expect(place(third, 3)).toBeVisible()
	await second.page.reload()
	await expect(place(second, 2)).toBeVisible()
	await first.page.getByRole('button', { name: first.t('waiting_leave') }).click()
	await expect(first.page.getByText(first.t('room_out_left_title'))).toBeVisible()
	await expect(place(second, 1)).toBeVisible()
	await expect(place(third, 2)).toBeVisible()

	await host.page.keyboard.press('p')
	const message = host.page.getByLabel(host.t('waiting_write'))
	await message.fill('上一场晚了几分钟')
	await host.page.getByRole('button', { name: host.t('waiting_send') }).click()
	for (const { page } of [second, third]) await expect(page.getByText('上一场晚了几分钟')).toBeVisible()
	await expect(message).toHaveValue('')
	await expect(host.page.getByText(host.t('waiting_sent', { message: '上一场晚了几分钟' }))).toBeVisible()
	// The microphone chosen while waiting counts.
	const microphone = second.page.getByRole('switch', { name: second.t('room_microphone') })
	await microphone.click()
	await expect(microphone).not.toBeChecked()

	await host.page
		.getByRole('dialog')
		.getByRole('button', { name: host.t('waiting_admit_all') })
		.click()
	for (const person of [second, third]) await expectInRoom(person, id)
	await expect(second.page.getByRole('switch', { name: second.t('room_microphone') })).not.toBeChecked()
	await expect(second.page.getByRole('switch', { name: second.t('room_camera') })).toBeChecked()
})

test('[ROOM-144] [ROOM-183] a guest who is not let in reads the words of the host, and cannot ask again at once, in whatever way', async ({
	browser,
	server,
}) => {
	const { host, id } = await startWithWaitingRoom(browser, server.url, '拒绝演习')
	const guest = await wait(browser, server.url, id, 'Ann')
	await host.page.getByRole('button', { name: host.t('waiting_deny'), exact: true }).click()
	const dialog = host.page.getByRole('dialog', { name: host.t('waiting_deny_title', { name: 'Ann' }) })
	await dialog.getByLabel(host.t('waiting_deny_word')).fill('请三点再来')
	await dialog.getByRole('button', { name: host.t('waiting_deny'), exact: true }).click()

	await expect(guest.page.getByRole('heading', { name: guest.t('room_out_denied_title') })).toBeVisible()
	async function expectDenial() {
		await expect(guest.page.getByRole('heading', { name: guest.t('room_out_denied_title') })).toBeVisible()
		for (const text of ['拒绝演习', guest.t('waiting_host', { name: '韩梅' }), '请三点再来'])
			await expect(guest.page.getByText(text)).toBeVisible()
		await expect(guest.page.getByText(/0[34]:\d\d/)).toBeVisible()
		await expect(guest.page.getByRole('button', { name: guest.t('waiting_ask_again') })).toBeDisabled()
	}
	await expectDenial()
	await guest.page.reload()
	await expectDenial()
	await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expectDenial()
	await expect(host.page.locator('[data-person]')).toHaveCount(1)
})

test('[ROOM-118] the answer of the host reaches a guest who has joined anew while it was asked for', async ({
	browser,
	server,
}) => {
	const { host, id } = await startWithWaitingRoom(browser, server.url, '重新请求演习')
	const guest = await wait(browser, server.url, id, 'Tina He')
	const other = await wait(browser, server.url, id, 'Bo')
	await host.page.keyboard.press('p')
	await host.page.getByRole('button', { name: host.t('waiting_deny_person', { name: 'Tina He' }) }).click()
	const { page, t } = guest
	await page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expect(place(guest, 1)).toBeVisible()
	await host.page.getByRole('button', { name: host.t('waiting_deny'), exact: true }).click()
	await expect(page.getByRole('heading', { name: t('room_out_denied_title') })).toBeVisible()
	await expect(place(other, 1)).toBeVisible()

	// One who is gone for good cannot be answered, and the host is told.
	await host.page.getByRole('button', { name: host.t('waiting_deny_person', { name: 'Bo' }) }).click()
	await other.page.getByRole('button', { name: other.t('waiting_leave') }).click()
	await expect(host.page.getByRole('button', { name: host.t('waiting_deny_person', { name: 'Bo' }) })).toHaveCount(0)
	await host.page.getByRole('button', { name: host.t('waiting_deny'), exact: true }).click()
	await expect(host.page.getByText(host.t('waiting_gone')).first()).toBeVisible()
})

test('[ROOM-140] [ROOM-141] the host opens the waiting room in the room; its end reaches those who wait', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '现场启用' })
	await joinById(host, id)
	await host.page.keyboard.press('p')
	const isUsed = host.page.getByRole('switch', { name: host.t('waiting_use') })
	await isUsed.click()
	await expect(isUsed).toBeChecked()
	await host.page.keyboard.press('Escape')
	const guest = await wait(browser, server.url, id, 'Ann')
	await openPeople(host)
	await host.page.keyboard.press('Escape')
	await host.page.getByRole('button', { name: host.t('room_leave') }).click()
	await host.page.getByRole('button', { name: host.t('room_end'), exact: true }).click()
	await expect(guest.page.getByText(guest.t('room_out_ended_by_host_title'))).toBeVisible()
})

test('[ROOM-145] a guest who is moved back to the waiting room is told so there', async ({ browser, server }) => {
	const { host, id } = await startWithWaitingRoom(browser, server.url, '请回等候室')
	const guest = await wait(browser, server.url, id, 'Tina He')
	await host.page.getByRole('button', { name: host.t('waiting_admit'), exact: true }).click()
	await expectInRoom(guest, id)
	await host.page.keyboard.press('p')
	await host.page.getByRole('button', { name: host.t('room_person_more', { name: 'Tina He' }) }).click()
	await host.page.getByRole('button', { name: host.t('waiting_move'), exact: true }).click()
	await expect(guest.page.getByRole('heading', { name: guest.t('room_out_moved_title') })).toBeFocused()
	await expect(place(guest, 1)).toBeVisible()
})
