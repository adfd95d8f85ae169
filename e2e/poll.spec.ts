import { expect, openFromMore, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-215] [ROOM-216] the host asks, the member answers and changes the answer, and both read the counts', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '投票')
	const open = (person: typeof host) => openFromMore(person, person.t('poll_title'))
	const form = await open(host)
	await form.getByLabel(host.t('poll_question'), { exact: true }).fill('周二还是周五？')
	await form.getByLabel(host.t('poll_option', { number: 1 }), { exact: true }).fill('周二')
	await form.getByLabel(host.t('poll_option', { number: 2 }), { exact: true }).fill('周五')
	await form.getByRole('button', { name: host.t('poll_start') }).click()
	await expect(form.getByRole('radio', { name: '周五' })).toBeVisible()

	const { page, t } = member
	const card = page.getByRole('region', { name: t('poll_title') })
	await expect(card).toContainText('周二还是周五？')
	await card.getByRole('button', { name: t('poll_answer') }).click()
	const sheet = page.getByRole('dialog', { name: t('poll_title') })
	await sheet.getByRole('radio', { name: /周五/ }).check()
	await expect(sheet.getByText(t('poll_counted', { count: 1, percent: 100 }))).toBeVisible()
	await sheet.getByRole('radio', { name: /周二/ }).check()
	await form.getByRole('radio', { name: /周五/ }).check()
	await expect(sheet.getByText(t('poll_counted', { count: 1, percent: 50 }))).toHaveCount(2)
	await form.getByRole('button', { name: host.t('poll_end') }).click()
	await expect(sheet.getByText(t('poll_ended'))).toBeVisible()
	// A reload keeps what the room knows.
	await page.reload()
	const again = await open(member)
	await expect(again.getByRole('radio', { name: /周二/ })).toBeChecked()
	await expect(again.getByRole('radio', { name: /周五/ })).toBeDisabled()
})
