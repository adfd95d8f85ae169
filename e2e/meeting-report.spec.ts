import { readFile } from 'node:fs/promises'
import { expect, expectInRoom, openPhone, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-165] [ROOM-167] the host downloads what happened in the meeting as a table; others are offered nothing', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '会议记录演习')
	const guest = await openPhone(browser, server.url)
	await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill('=1+1')
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expectInRoom(guest, id)
	await guest.page.getByRole('button', { name: guest.t('room_leave') }).click()
	await member.page.getByRole('button', { name: member.t('room_leave') }).click()
	await member.page.goto(`/detail/${id}`)

	await host.page.goto(`/detail/${id}`)
	const downloading = host.page.waitForEvent('download')
	await host.page.getByRole('button', { name: host.t('report_activity_download') }).click()
	const file = await (await downloading).path()
	const csv = await readFile(file, 'utf8')
	expect(csv.charCodeAt(0)).toBe(0xfeff)
	const [head, ...rows] = csv.trim().split('\r\n')
	expect(head).toContain(host.t('report_column_time', { zone: 'Asia/Shanghai' }))
	expect(rows[0]).toContain('"UTC+08:00"')
	const withoutTimes = rows.map(row => row.split(',').slice(2).join(','))
	const entry = (...cells: string[]) => cells.map(cell => `"${cell}"`).join(',')
	const [joined, left, choice] = [host.t('report_joined'), host.t('report_left'), host.t('report_by_choice')]
	const [signedIn, unknown] = [host.t('report_member'), host.t('report_guest')]
	expect(withoutTimes.slice(0, 5)).toEqual([
		entry(joined, '韩梅', signedIn, '', '', ''),
		entry(joined, '李雷', signedIn, '', '', ''),
		entry(joined, "'=1+1", unknown, '', '', ''),
		entry(left, "'=1+1", unknown, '', '', choice),
		entry(left, '李雷', signedIn, '', '', choice),
	])

	const attendance = host.page.waitForEvent('download')
	await host.page.getByRole('button', { name: host.t('report_attendance_download') }).click()
	const people = (await readFile(await (await attendance).path(), 'utf8')).trim().split('\r\n').slice(1)
	expect(people.map(row => row.split(',')[0])).toEqual(['"韩梅"', '"李雷"', `"'=1+1"`])

	await expect(member.page.getByRole('article')).toBeVisible()
	await expect(member.page.getByRole('region', { name: member.t('report_title') })).toHaveCount(0)
})

test('[ROOM-168] [ROOM-169] the page of a participant reports about their line, and the host reads how it went for each', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '通话质量演习')
	await member.page.getByRole('button', { name: member.t('room_leave') }).click()
	await expect(member.page.getByRole('heading', { name: member.t('room_out_left_title') })).toBeVisible()

	const report = host.page.getByRole('region', { name: host.t('report_title') })
	// The words depend on this machine; the figures are there in any case, once the last report is stored.
	const ofMember = report.getByRole('button', { name: '李雷' })
	await expect(async () => {
		await host.page.goto(`/detail/${id}`)
		await expect(ofMember).toHaveAttribute('aria-expanded', 'false')
		await expect(ofMember).not.toHaveText(host.t('report_line_unknown', { name: '李雷' }), { timeout: 2_000 })
	}).toPass({ timeout: 30_000 })
	await ofMember.click()
	const connected = report.getByRole('listitem').filter({ hasText: '李雷' }).getByRole('definition')
	await expect(connected.nth(1)).toHaveText(/^[\d.]+ 秒$/)
	await expect(connected.nth(2)).toHaveText(/^[\d.]+ 秒$/)
})

test('[ROOM-172] whoever leaves says with one tap how the call was, and the host sees counts alone', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '评价演习')
	await member.page.getByRole('button', { name: member.t('room_leave') }).click()
	const great = member.page.getByRole('button', { name: member.t('report_rate_great'), exact: true })
	await great.click()
	await expect(member.page.getByText(member.t('report_rate_saved'))).toBeVisible()
	await expect(great).toHaveAttribute('aria-pressed', 'true')

	await host.page.goto(`/detail/${id}`)
	const report = host.page.getByRole('region', { name: host.t('report_title') })
	await expect(report.getByText(host.t('report_ratings_count', { great: 1, ok: 0, poor: 0 }))).toBeVisible()
})

test('[ROOM-170] [ROOM-171] a command beside the server lists who is in a meeting, and ends it with a reason', async ({
	browser,
	server,
	several,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '管理员演习')
	const serverColumn = several ? 'http\\S+ +' : ''
	expect(await server.runAdmin('room', 'list')).toMatch(new RegExp(`${id} +2 +\\d+ min +${serverColumn}管理员演习`))
	expect(await server.runAdmin('room', 'show', id)).toContain('2 in the room, 2 in all')
	await server.runAdmin('room', 'end', id)
	// A page whose connection is lost at that moment reads only that the meeting has ended.
	const titles = [host.t('room_out_ended_by_admin_title'), host.t('room_out_ended_title')]
	for (const { page } of [host, member])
		await expect(page.getByRole('heading', { name: new RegExp(titles.join('|')) })).toBeVisible()
	expect(await server.runAdmin('room', 'list')).not.toContain(id)
})
