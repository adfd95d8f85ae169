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
} from './fixtures/index.ts'

async function joinAsGuest(browser: Browser, url: string, id: string, name: string): Promise<Person> {
	const guest = await openPhone(browser, url)
	const { page, t } = guest
	await page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await page.getByLabel(t('joining_name'), { exact: true }).fill(name)
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	return guest
}

async function remove({ page, t }: Person, name: string) {
	await page.getByRole('button', { name: t('room_person_more', { name }) }).click()
	await page.getByRole('button', { name: t('room_person_remove') }).click()
	await page.getByRole('button', { name: t('room_remove'), exact: true }).click()
}

test('[ROOM-40] [ROOM-181] [ROOM-184] a removed guest stays out until allowed again; another guest of the network asks to be let in', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '移出演习' })
	await joinById(host, id)
	const mallory = await joinAsGuest(browser, server.url, id, 'Mallory')
	await expectInRoom(mallory, id)
	await host.page.keyboard.press('p')
	await remove(host, 'Mallory')
	const out = mallory.page.getByRole('heading', { name: mallory.t('room_out_removed_title') })
	await expect(out).toBeVisible()

	// With a cleared browser, as another guest would: every address of the test is the same.
	const tina = await joinAsGuest(browser, server.url, id, 'Tina')
	await expect(tina.page.getByRole('heading', { name: tina.t('waiting_title') })).toBeVisible()
	await expect(host.page.getByText(host.t('waiting_same_network')).first()).toBeVisible()
	await host.page.getByRole('button', { name: host.t('waiting_admit_person', { name: 'Tina' }) }).click()
	await expectInRoom(tina, id)

	const rejoin = mallory.page.getByRole('button', { name: mallory.t('room_out_rejoin') })
	await rejoin.click()
	await expect(mallory.page.getByText(mallory.t('joining_error_removed'))).toBeVisible()
	await host.page.getByRole('button', { name: host.t('room_allow_again_person', { name: 'Mallory' }) }).click()
	await expect(host.page.getByText(host.t('room_notice_allowed_again', { name: 'Mallory' }))).toBeVisible()
	await mallory.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await mallory.page.getByRole('button', { name: mallory.t('joining_submit'), exact: true }).click()
	await expectInRoom(mallory, id)
})

test('[ROOM-182] the slider for the host password closes when the person is removed', async ({ browser, server }) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '滑块演习' })
	await joinById(host, id)
	const guest = await joinAsGuest(browser, server.url, id, 'Gus')
	await expectInRoom(guest, id)
	const { page, t } = guest
	await page.getByRole('button', { name: t('room_more'), exact: true }).click()
	await page.getByRole('button', { name: t('room_claim') }).click()
	const dialog = page.getByRole('dialog', { name: t('room_claim') })
	const slider = page.getByRole('dialog', { name: t('challenge_title') })
	for (let tries = 0; tries < 12 && !(await slider.isVisible()); tries++) {
		await dialog.getByLabel(t('room_claim_password'), { exact: true }).fill(`wrong-${tries}00`)
		await dialog.getByRole('button', { name: t('room_claim_submit') }).click()
		await expect(slider.or(dialog.getByText(t('room_claim_wrong')))).toBeVisible()
		await page.waitForTimeout(300)
	}
	await expect(slider).toBeVisible()
	await host.page.keyboard.press('p')
	await remove(host, 'Gus')
	await expect(page.getByRole('heading', { name: t('room_out_removed_title') })).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
})
