import { expect, joinById, openMember, openPhone, scheduleMeeting, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-25] a new password removes a person from the room, with the reason', async ({ browser, ownServer }) => {
	const { host, member } = await startMeetingOfTwo(browser, ownServer.url, '权限演习')

	await ownServer.runAdmin('person', 'password', 'lilei', '--password', 'Another-2027')

	await expect(member.page.getByText(member.t('room_out_access_title'))).toBeVisible()
	// A reload does not bring them back.
	await member.page.reload()
	await expect(member.page.getByRole('toolbar', { name: member.t('room_controls') })).toHaveCount(0)
	await expect(host.page.getByRole('toolbar', { name: host.t('room_controls') })).toBeVisible()
})

test('[ROOM-34] [JERR-04] a host in the room is warned of password guessing, also by text message, and guided to change it', async ({
	browser,
	ownServer,
}) => {
	const [host, guest] = [await openMember(browser, ownServer.url, 'hanmei'), await openPhone(browser, ownServer.url)]
	const id = await scheduleMeeting(host, { topic: '权限演习' })
	await joinById(host, id)
	await guest.page.goto('/joinQuickly')

	await guest.page.evaluate(tryPasswords, id)

	const { page, t } = host
	// The meeting has no password, so that the attempts are at that of the host.
	await expect(page.getByText(t('room_password_tried_host'))).toBeVisible()
	await expect(async () => {
		const { messages } = await (await fetch(`${ownServer.url}/shell/inbox`)).json()
		expect(messages).toEqual([
			{ at: expect.any(Number), to: expect.any(String), text: expect.stringMatching(`“权限演习”（${id}）`) },
		])
	}).toPass()
	await page.getByRole('button', { name: t('room_password_details') }).click()
	await expect(page).toHaveURL(new RegExp(`/detail/${id}$`))
	await expect(page.getByRole('complementary', { name: t('room_bar') })).toContainText('权限演习')
	const change = page.getByRole('main').getByRole('button', { name: t('meeting_change_password_host') })
	await change.click()
	const password = page.getByLabel(t('scheduling_host_password'), { exact: true })
	await expect(password).toBeFocused()
	await password.fill('longer-than-before-2027')
	await page.getByRole('button', { name: t('scheduling_edit_submit') }).click()
	await expect(page).toHaveURL(new RegExp(`/detail/${id}$`))
	await expect(page.getByRole('main').getByRole('button', { name: t('meeting_edit') })).toBeVisible()
	await expect(change).toHaveCount(0)
	await page.getByRole('button', { name: t('room_bar_return'), exact: true }).click()
	await expect(page.getByRole('toolbar', { name: t('room_controls') })).toBeVisible()
	await expect(page.getByText(t('room_password_tried_host'))).toBeHidden()
})

/** Runs in the page: tries as many wrong host passwords as are answered without a challenge. */
async function tryPasswords(meetingId: string) {
	const _token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
	const fields = { meetingId, display_name: 'M', action: 'webJoin', language: 'zh', openAudio: 0, openVideo: 0, _token }
	for (let i = 0; i < 10; i++) {
		await fetch('/meeting/joinMeeting', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ ...fields, meeting_pwd: `guess-00${i}` }),
		})
	}
}
