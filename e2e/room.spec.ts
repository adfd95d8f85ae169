import { expect, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-97] [ROOM-98] a member raises a hand by key, the host sees its place and lowers it, and keys can be switched off', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '举手发言')
	const place = (n: number) => host.t('room_hand_place', { place: n })
	await member.page.keyboard.press('h')
	await expect(host.page.getByRole('img', { name: place(1) })).toBeVisible()
	await expect(host.page.getByText(host.t('room_notice_hand', { name: '李雷' })).first()).toBeVisible()
	await host.page.keyboard.press('h')
	await expect(member.page.getByRole('img', { name: place(2) })).toBeVisible()

	// Its place is kept over a reload.
	await member.page.reload()
	await expect(host.page.getByRole('img', { name: place(1) })).toBeVisible()
	await expect(member.page.getByRole('img', { name: place(1) })).toBeVisible()

	await host.page.keyboard.press('p')
	await host.page.getByRole('button', { name: host.t('room_hand_lower_of', { name: '李雷' }) }).click()
	await expect(member.page.getByRole('img', { name: place(1) })).toHaveCount(1)
	await expect(member.page.getByRole('img', { name: place(2) })).toHaveCount(0)
	await host.page.getByRole('button', { name: host.t('room_hand_lower'), exact: true }).click()
	await expect(host.page.getByRole('button', { name: host.t('room_hand_raise'), exact: true })).toBeVisible()
	await expect(member.page.getByRole('img', { name: place(1) })).toHaveCount(0)
	await host.page.keyboard.press('Escape')

	const microphone = member.page.getByRole('switch', { name: member.t('room_microphone') })
	await expect(microphone).toBeChecked()
	await member.page.keyboard.press('m')
	await expect(microphone).not.toBeChecked()
	await member.page.keyboard.down(' ')
	await expect(microphone).toBeChecked()
	await member.page.keyboard.up(' ')
	await expect(microphone).not.toBeChecked()

	await member.page.keyboard.press('?')
	const keys = member.page.getByRole('dialog', { name: member.t('room_keys_title') })
	await keys.getByRole('switch', { name: member.t('room_keys_use') }).uncheck()
	await member.page.keyboard.press('m')
	await keys.getByRole('button', { name: member.t('room_keys_close') }).click()
	await expect(keys).toHaveCount(0)
	await member.page.keyboard.press('m')
	await member.page.waitForTimeout(500)
	await expect(microphone).not.toBeChecked()
})
