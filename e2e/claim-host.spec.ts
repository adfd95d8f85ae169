import { expect, joinById, openMember, test } from './fixtures/index.ts'

const hostPassword = 'harbour-2026'

test('[ROOM-173] [ROOM-199] a member with the host password becomes host in the meeting, and its owner takes the role back without', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	await host.page.goto('/MeetingList/CreateMeeting')
	await host.page.getByLabel(host.t('scheduling_topic'), { exact: true }).fill('主持人演习')
	await host.page.getByLabel(host.t('scheduling_host_password'), { exact: true }).fill(hostPassword)
	await host.page.getByRole('button', { name: host.t('scheduling_submit') }).click()
	await expect(host.page).toHaveURL(/\/detail\/\d{9}$/)
	const id = /\d{9}$/.exec(host.page.url())?.[0] ?? ''
	await joinById(host, id)
	const member = await openMember(browser, server.url, 'lilei')
	await joinById(member, id)

	const { page, t } = member
	const more = page.getByRole('button', { name: t('room_more'), exact: true })
	await more.click()
	await expect(page.getByRole('button', { name: t('room_host_controls') })).toHaveCount(0)
	await page.getByRole('button', { name: t('room_claim') }).click()
	const dialog = page.getByRole('dialog', { name: t('room_claim') })
	const password = dialog.getByLabel(t('room_claim_password'), { exact: true })
	const submit = dialog.getByRole('button', { name: t('room_claim_submit') })
	await password.fill('harbour-2025')
	await submit.click()
	await expect(dialog.getByText(t('room_claim_wrong'))).toBeVisible()
	await password.fill(hostPassword)
	await submit.click()
	await expect(dialog).toHaveCount(0)

	await more.click()
	await expect(page.getByRole('button', { name: t('room_host_controls') })).toBeVisible()
	await expect(page.getByRole('button', { name: t('room_claim') })).toHaveCount(0)
	// The former host still runs the meeting, and takes the role back.
	await host.page.getByRole('button', { name: host.t('room_more'), exact: true }).click()
	await expect(host.page.getByRole('button', { name: host.t('room_host_controls') })).toBeVisible()
	await host.page.getByRole('button', { name: host.t('room_reclaim') }).click()
	const question = host.page.getByRole('alertdialog', { name: host.t('room_reclaim_title') })
	await expect(question.getByText(host.t('room_reclaim_text', { name: '李雷' }))).toBeVisible()
	await question.getByRole('button', { name: host.t('room_reclaim_confirm') }).click()
	await expect(question).toHaveCount(0)
	await host.page.getByRole('button', { name: host.t('room_more'), exact: true }).click()
	await expect(host.page.getByRole('button', { name: host.t('room_host_controls') })).toBeVisible()
	await expect(host.page.getByRole('button', { name: host.t('room_reclaim') })).toHaveCount(0)
	// The member is co-host, and would need the password again.
	await page.keyboard.press('Escape')
	await more.click()
	await expect(page.getByRole('button', { name: t('room_claim') })).toBeVisible()
})
