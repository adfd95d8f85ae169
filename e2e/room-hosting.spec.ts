import { expect, openActions, openPhone, setSwitch, startMeetingOfTwo, test } from './fixtures/index.ts'

type Meeting = Awaited<ReturnType<typeof startMeetingOfTwo>>
type Participant = Meeting['host']

async function closeOverlays({ page }: Participant) {
	await expect(async () => {
		await page.keyboard.press('Escape')
		await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
	}).toPass()
}

/** A guest without an account, in the meeting. */
async function joinAsGuest(browser: Parameters<typeof openPhone>[0], url: string, id: string, name: string) {
	const guest = await openPhone(browser, url)
	await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill(name)
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expect(guest.page.locator('[data-person]').first()).toBeVisible()
	return guest
}

test('[ROOM-110] [ROOM-111] a member becomes co-host, removes a guest, and is the host after the meeting is handed over', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '联席主持')
	const guest = await joinAsGuest(browser, server.url, id, 'Ann')
	await expect(host.page.locator('[data-person]')).toHaveCount(3)

	// A member pins others and writes to them, and has nothing else to do towards them.
	const ofMember = await openActions(member, 'Ann')
	await expect(ofMember.getByRole('listitem')).toHaveText([member.t('room_pin_here'), member.t('room_person_message')])
	await closeOverlays(member)

	const actions = await openActions(host, '李雷')
	await actions.getByRole('button', { name: host.t('room_co_host_make') }).click()
	// First, because it is shown for some seconds only.
	await expect(member.page.getByText(member.t('room_notice_made_co_host')).first()).toBeVisible()
	await expect(host.page.getByRole('dialog').getByText(host.t('room_co_host'), { exact: true })).toBeVisible()
	await closeOverlays(host)

	// The role stays over a reload, and allows nothing towards the host.
	await member.page.reload()
	await expect(member.page.locator('[data-person]')).toHaveCount(3)
	const towardsHost = await openActions(member, '韩梅')
	await expect(towardsHost.getByRole('button', { name: member.t('room_spotlight') })).toBeVisible()
	await expect(towardsHost.getByRole('button', { name: member.t('room_person_remove') })).toHaveCount(0)
	await closeOverlays(member)

	const towardsGuest = await openActions(member, 'Ann')
	await towardsGuest.getByRole('button', { name: member.t('room_person_remove') }).click()
	await member.page.getByRole('button', { name: member.t('room_remove'), exact: true }).click()
	await expect(guest.page.getByRole('heading', { name: guest.t('room_out_removed_title') })).toBeVisible()
	await closeOverlays(member)

	const handOver = await openActions(host, '李雷')
	await handOver.getByRole('button', { name: host.t('room_hand_over') }).click()
	await host.page
		.getByRole('alertdialog')
		.getByRole('button', { name: host.t('room_hand_over') })
		.click()
	await expect(member.page.getByText(member.t('room_notice_made_host')).first()).toBeVisible()
	await closeOverlays(host)
	// Only the host is asked whether to end the meeting.
	await member.page.getByRole('button', { name: member.t('room_leave'), exact: true }).click()
	await expect(member.page.getByRole('button', { name: member.t('room_end') })).toBeVisible()
})

test('[ROOM-112] [ROOM-113] [ROOM-119] [ROOM-127] all are muted, may not unmute, and one is asked and speaks; permissions bind members only', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '全体静音')
	const microphoneOf = ({ page, t }: Participant) => page.getByRole('switch', { name: t('room_microphone') })
	await expect(microphoneOf(member)).toBeChecked()
	await host.page.keyboard.press('p')
	await host.page.getByRole('button', { name: host.t('room_mute_all') }).click()
	await host.page
		.getByRole('dialog', { name: host.t('room_mute_all_title') })
		.getByRole('button', { name: host.t('room_mute_all') })
		.click()
	await expect(microphoneOf(member)).not.toBeChecked()
	await expect(member.page.getByText(member.t('room_notice_muted')).first()).toBeVisible()
	await host.page.getByRole('button', { name: host.t('room_host_controls') }).click()
	const controls = host.page.getByRole('dialog', { name: host.t('room_host_controls') })
	await setSwitch(controls.getByRole('switch', { name: host.t('room_may_unmute') }), false)
	await setSwitch(controls.getByRole('switch', { name: host.t('room_may_rename') }), false)
	// ROOM-127: they are over the list, to which going back returns.
	await host.page.goBack()
	await expect(controls).toHaveCount(0)
	await expect(host.page.getByRole('searchbox', { name: host.t('room_people_search') })).toBeVisible()
	await closeOverlays(host)
	await expect(microphoneOf(host)).toBeChecked()

	await microphoneOf(member).click()
	await expect(member.page.getByText(member.t('room_problem_unmute')).first()).toBeVisible()
	await expect(microphoneOf(member)).not.toBeChecked()
	await member.page.keyboard.press('p')
	await expect(member.page.getByRole('dialog')).toBeVisible()
	await expect(member.page.getByRole('button', { name: member.t('room_person_more', { name: '李雷' }) })).toHaveCount(0)
	await closeOverlays(member)

	const actions = await openActions(host, '李雷')
	await actions.getByRole('button', { name: host.t('room_person_ask_unmute') }).click()
	await member.page.getByRole('button', { name: member.t('room_unmute_accept') }).click()
	await expect(microphoneOf(member)).toBeChecked()
	await expect(host.page.getByRole('button', { name: host.t('room_mute_person', { name: '李雷' }) })).toBeVisible()
	// People who mute themselves need to be asked again.
	await microphoneOf(member).click()
	await microphoneOf(member).click()
	await expect(microphoneOf(member)).not.toBeChecked()
})

test('[ROOM-114] [ROOM-115] [ROOM-124] a guest is renamed and shown large to everybody, and a pin comes first', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '焦点与改名')
	const guest = await joinAsGuest(browser, server.url, id, 'Ann')
	await expect(host.page.locator('[data-person]')).toHaveCount(3)
	const largest = ({ page }: Participant) =>
		page.locator('[data-person]').evaluateAll(tiles =>
			tiles
				.map(tile => ({ text: tile.textContent ?? '', area: tile.clientWidth * tile.clientHeight }))
				.toSorted((a, b) => b.area - a.area)
				.filter(({ area }, _, [first]) => area === first?.area)
				.map(({ text }) => text)
				.join('|'),
		)

	const rename = await openActions(host, 'Ann')
	await rename.getByRole('button', { name: host.t('room_rename') }).click()
	await host.page.getByLabel(host.t('room_rename_name')).fill('  Ann  Smith ')
	await host.page.getByRole('button', { name: host.t('room_rename_save') }).click()
	await expect(member.page.locator('[data-person]').getByText('Ann Smith')).toBeVisible()
	await closeOverlays(host)
	await guest.page.reload()
	await expect(guest.page.locator('[data-person]').getByText('Ann Smith')).toBeVisible()

	await expect.poll(async () => (await largest(member)).includes('|')).toBe(true)
	const spotlight = await openActions(host, 'Ann Smith')
	await spotlight.getByRole('button', { name: host.t('room_spotlight') }).click()
	await closeOverlays(host)
	for (const person of [host, member]) {
		await expect.poll(() => largest(person)).toContain('Ann Smith')
		await expect.poll(() => largest(person)).toContain(person.t('room_spotlit'))
		await expect.poll(() => largest(person)).not.toContain('|')
	}
	await member.page.getByRole('button', { name: member.t('room_pin', { name: '韩梅' }) }).click()
	await expect.poll(() => largest(member)).toContain('韩梅')
	await member.page.getByRole('button', { name: member.t('room_pin', { name: '韩梅' }) }).click()
	await expect.poll(() => largest(member)).toContain('Ann Smith')
	await guest.page.getByRole('button', { name: guest.t('room_leave'), exact: true }).click()
	await expect(host.page.locator('[data-person]')).toHaveCount(2)
})

test('[ROOM-116] the end for all is announced, undone, and comes', async ({ browser, server }) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '结束会议')
	const end = async () => {
		await host.page.getByRole('button', { name: host.t('room_leave'), exact: true }).click()
		await host.page.getByRole('button', { name: host.t('room_end') }).click()
	}
	await end()
	await expect(host.page.getByRole('timer').getByText(/[0-9]/).last()).toBeVisible()
	await expect(member.page.getByText(member.t('room_ending'))).toBeVisible()
	await expect(member.page.getByRole('button', { name: member.t('room_ending_undo') })).toHaveCount(0)
	await host.page.getByRole('button', { name: host.t('room_ending_undo') }).click()
	await expect(member.page.getByText(member.t('room_ending'))).toHaveCount(0)
	await expect(host.page.getByRole('button', { name: host.t('room_ending_undo') })).toHaveCount(0)

	await end()
	await expect(member.page.getByRole('heading', { name: member.t('room_out_ended_by_host_title') })).toBeVisible({
		timeout: 30_000,
	})
	await expect(host.page.getByRole('heading', { name: host.t('room_out_ended_by_you_title') })).toBeVisible()
})
