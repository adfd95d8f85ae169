import { Meeting, MeetingForm, MeetingRecording, type RecordingId } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { showGlobalOverlay, useGlobalOverlay } from '../../navigation/globalOverlay.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { aShell } from '../../testing/aShell.ts'
import { setSite } from '../../testing/aSite.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { MeetingDetail } from './MeetingDetail.screen.tsx'

const id = '842391556'
const detail = `GET /meeting/meetings/${id}`
const found = (fields: Partial<Meeting> = {}): Record<string, StubAnswer> => ({
	[detail]: { data: { meeting: Meeting.encode(aMeeting(fields)) } },
})
const hanmei = { hostId: 'hanmei', password: '246810', hostPassword: 'abcde-23456' } as Partial<Meeting>

const invited = (attendees: MeetingForm['attendees']): Record<string, StubAnswer> => ({
	[`${detail}/edit`]: {
		data: {
			meeting: MeetingForm.encode({
				...aMeeting(hanmei),
				isOa: false,
				canEditOnlyAttendees: false,
				startDay: '2026-11-21' as never,
				...(attendees && { attendees }),
			}),
		},
	},
})

const show = (bridge?: Parameters<typeof renderScreen>[3]) =>
	renderScreen('/detail/$meetingId', MeetingDetail, `/detail/${id}`, bridge)
const text = async () => (await screen.findByRole('article')).textContent
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-11-21T10:24:00+08:00'), toFake: ['Date'] })
	setPerson(aMember())
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[DETAIL-01] [DETAIL-02] [DETAIL-04] [DETAIL-05] topic, status, day with hours, and the whole id', async () => {
	stubServer(found({ status: meetingStatus.inProgress }))
	await show()
	const shown = await text()
	for (const part of ['Roadmap for the winter', '进行中 · 24 分钟', '今天', '10:00–11:30', '842 391 556']) {
		expect(shown).toContain(part)
	}
})

test.each([
	['the same day', { startedTime: '2026-11-21 10:02:11', endedTime: '2026-11-21 10:57:40' }, '实际时间10:02–10:57'],
	[
		'another day',
		{ startedTime: '2026-11-21 23:50:00', endedTime: '2026-11-22 00:20:00' },
		'实际时间23:50–11月22日 周日 00:20',
	],
] as [string, Partial<Meeting>, string][])(
	'[ROOM-195] a meeting that is over shows when it was held: until %s',
	async (_, times, shown) => {
		setReaderZone('Europe/Berlin')
		stubServer(found({ status: meetingStatus.ended, ...times }))
		await show()
		expect(await text()).toContain(shown)
	},
)

test('[ROOM-195] one in progress, or that nobody came to, shows its planned hours alone', async () => {
	stubServer(found({ status: meetingStatus.inProgress, startedTime: '2026-11-21 10:02:11' }))
	await show()
	expect(await text()).not.toContain('实际时间')
	cleanup()
	stubServer(found({ status: meetingStatus.ended }))
	await show()
	expect(await text()).not.toContain('实际时间')
})

test.each([
	[true, ['直播中']],
	[false, ['未开始']],
])(
	'[DETAIL-02] [LIST-19] a meeting that has not begun, on air %s, is never said to be both',
	async (isOnAir, parts) => {
		stubServer(found({ status: meetingStatus.notStarted, startTime: '2026-11-22 10:00:00', hasLive: true, isOnAir }))
		await show()
		const article = await screen.findByRole('article')
		expect(article.querySelector('p')?.textContent).toBe(parts.join(''))
	},
)

test.each([
	[{}, true, '任何人凭会议号加入'],
	[{ needsPassword: true }, true, '凭会议号和密码加入'],
	[{ isPasswordWaived: true }, true, '凭会议号和密码加入，您无需密码'],
	[{ isPrivate: true }, true, '登录后加入'],
	[{ isPrivate: true, needsPassword: true }, true, '登录后凭会议密码加入'],
	[{}, false, '登录后加入'],
	[{ needsPassword: true }, false, '登录后凭会议密码加入'],
])('who may join %j on a site with guests %s: %s', async (fields, guestsAllowed, label) => {
	useSite.setState({ guestsAllowed })
	stubServer(found(fields))
	await show()
	expect(await text()).toContain(label)
	if (label !== '任何人凭会议号加入') expect(await text()).not.toContain('任何人')
	useSite.setState({ guestsAllowed: true })
})

test('[DETAIL-03] [DETAIL-04] a recurring meeting has its tag and shows its recurrence', async () => {
	stubServer(found({ isRecurring: true, repeatType: 3, repeatCondition: 21 }))
	await show()
	const shown = await text()
	expect(shown).toContain('例会')
	expect(shown).toContain('每月 21 日')
	expect(shown).not.toContain('今天')
})

test.each([
	['meeting', '会议密码', '修改会议密码'],
	['host', '主持人密码', '修改主持人密码'],
	['live', '直播密码', '修改直播密码'],
] as const)(
	'[JERR-04] host and creator read that someone tries the %s password, and can change that',
	async (password, name, change) => {
		stubServer(found({ ...hanmei, passwordGuessedTime: '2026-11-21 10:05:00' as never, guessedPassword: password }))
		const { where, router } = await show()
		await screen.findByText(`有人在尝试${name}，最近一次是今天 10:05，建议换一个更长的密码。`)
		fireEvent.click(screen.getByRole('button', { name: change }))
		await waitFor(() => expect(where()).toMatch(/^\/MeetingList\/EditMeeting/))
		expect(router.state.location.state.startsAtPassword).toBe(password)
	},
)

test('[JERR-04] without a guess, host and creator read nothing of one', async () => {
	stubServer(found(hanmei))
	await show()
	await text()
	expect(screen.queryByText(/有人在尝试/)).toBeNull()
})

test('[ENT-05] the invitees are shown to host and creator, and to nobody else', async () => {
	const departments = ['研发部', '产品部'].map((name, n) => ({ number: String(n), name }))
	const people = ['李雷', '冯琪'].map((name, n) => ({ id: String(n) as never, name }))
	stubServer({ ...found(hanmei), ...invited({ departments, people }) })
	await show()
	await screen.findByText('研发部、产品部、李雷等 4 项')
	cleanup()
	const server = stubServer(found({ hostId: 'lilei' as never }))
	await show()
	await screen.findByRole('article')
	expect(screen.queryByText('参会人员')).toBeNull()
	expect(server.count(`${detail}/edit`)).toBe(0)
})

test('[DETAIL-04] a day of another year shows the year', async () => {
	stubServer(found({ startTime: '2027-01-01 10:00:00' as never }))
	await show()
	expect(await text()).toContain('2027年1月1日 周五')
})

test('[DETAIL-04] the duration is said where there are no hours that say it', async () => {
	stubServer(found())
	await show()
	expect(await text()).toContain('10:00–11:30')
	expect(screen.queryByText('时长')).toBeNull()
	cleanup()
	stubServer(found({ isRecurring: true, repeatType: 0 }))
	await show()
	expect(await text()).toContain('1 小时 30 分钟')
})

test('[DETAIL-06] [DETAIL-07] the detail says also which passwords there are not', async () => {
	stubServer(found({ hostId: hanmei.hostId, hasLive: true } as Partial<Meeting>))
	await show()
	await screen.findByRole('article')
	expect(screen.getAllByText('无')).toHaveLength(2)
})

test('[DETAIL-06] the passwords are shown to host and creator', async () => {
	stubServer(found(hanmei))
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '显示主持人密码' }))
	expect(await text()).toContain('abcde-23456')
	cleanup()
	stubServer(found({ ...hanmei, hostId: 'lilei' as never }))
	await show()
	expect(await text()).not.toContain('主持人密码')
})

test('a meeting that is over cannot be joined, and is not deleted by others', async () => {
	stubServer(found({ status: meetingStatus.ended }))
	await show()
	await text()
	expect(button('加入会议')).toBeNull()
	expect(button('删除')).toBeNull()
})

test('joining opens the join screen, which asks others for the password', async () => {
	stubServer(found({ needsPassword: true }))
	const { where } = await show()
	await text()
	fireEvent.click(button('加入会议') as HTMLElement)
	await waitFor(() => expect(where()).toBe(`/MeetingList/JoinMeeting/${id}/true`))
})

const NoBar = () => null

test('[ROOM-78] the meeting of the call behind the bar is returned to, until the call has ended', async () => {
	stubServer(found({ needsPassword: true }))
	let call: string | undefined = id
	let changed = () => {}
	showGlobalOverlay({
		Component: NoBar,
		isOngoing: () => true,
		getMeetingId: () => call,
		subscribe(listener) {
			changed = listener
			return () => {}
		},
		end() {},
	})
	const { where } = await show()
	await text()
	expect(button('加入会议')).toBeNull()
	fireEvent.click(button('返回会议') as HTMLElement)
	await waitFor(() => expect(where()).toBe(`/room/${id}`))
	cleanup()
	await show()
	await text()
	call = undefined
	act(() => changed())
	expect([button('加入会议') !== null, button('返回会议')]).toEqual([true, null])
	useGlobalOverlay.setState({}, true)
})

test('[DEL-04] after it is deleted the list is opened', async () => {
	stubServer({ ...found(hanmei), [`DELETE /meeting/meetings/${id}`]: {} })
	const { where } = await show()
	await text()
	fireEvent.click(button('删除') as HTMLElement)
	const dialog = await screen.findByRole('alertdialog')
	fireEvent.click(within(dialog).getByRole('button', { name: '删除' }))
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test.each([
	['that is shown', found(), 'Roadmap for the winter'],
	['that is not there', {}, '会议不存在'],
	['that wants a sign-in', { [detail]: { code: 501 } }, '需要登录'],
	['without an answer', { [detail]: 'no-answer' }, '网络连接异常'],
] as [string, Record<string, StubAnswer>, string][])(
	'[ROUTE-40] back from a meeting %s leads to the list, whatever was shown before',
	async (_, answers, says) => {
		stubServer(answers)
		const direct = await show()
		await screen.findByText(says)
		fireEvent.click(button('返回') as HTMLElement)
		await waitFor(() => expect(direct.where()).toBe('/MeetingList'))
		cleanup()
		const later = await renderScreen('/detail/$meetingId', MeetingDetail, '/')
		await later.visit(`/detail/${id}`)
		await screen.findByText(says)
		fireEvent.click(button('返回') as HTMLElement)
		await waitFor(() => expect(later.where()).toBe('/MeetingList'))
	},
)

test.each([
	['is not there', {}, '会议不存在', '返回会议列表', '/MeetingList'],
	['wants a sign-in', { [detail]: { code: 501 } }, '需要登录', '登录', '/Login?'],
] as const)('a meeting that %s says so and leads on', async (_, answers, says, name, leadsTo) => {
	stubServer(answers)
	const { where } = await show()
	await screen.findByText(says)
	fireEvent.click(button(name) as HTMLElement)
	await waitFor(() => expect(where()).toContain(leadsTo))
})

test('without an answer it can be tried again', async () => {
	const server = stubServer({ [detail]: 'no-answer' })
	await show()
	await screen.findByText('网络连接异常')
	Object.assign(server.answers, found())
	fireEvent.click(button('重试') as HTMLElement)
	expect(await text()).toContain('Roadmap for the winter')
})

const offered = () => ['分享', '编辑', '删除', '加入会议'].filter(name => button(name) !== null)

test('[DETAIL-08] the host may share, edit, delete and join; others share and join; a guest too', async () => {
	stubServer(found(hanmei))
	await show()
	await text()
	expect(offered()).toEqual(['分享', '编辑', '删除', '加入会议'])
	cleanup()
	setPerson({ kind: 'guest' })
	await show()
	await text()
	expect(offered()).toEqual(['分享', '加入会议'])
})

test('[EDIT-04] [SHARE-06] what is over is neither edited nor shared', async () => {
	stubServer(found({ ...hanmei, status: meetingStatus.ended }))
	await show()
	await text()
	expect(offered()).toEqual(['删除'])
})

test('[EDIT-03] [EDIT-04] on an OA site type 7 may edit the meetings of others', async () => {
	setPerson(aMember({ userType: 7 }))
	stubServer(found())
	await show()
	await text()
	expect(button('编辑')).toBeNull()
	act(() => setSite({ isOa: true }))
	expect(button('编辑')).toBeTruthy()
	act(() => setSite(undefined))
})

test('[ROUTE-39] edit opens the edit screen with the fields of the meeting', async () => {
	stubServer(found(hanmei))
	const { where } = await show()
	await text()
	fireEvent.click(button('编辑') as HTMLElement)
	await waitFor(() => expect(where()).toContain(`/MeetingList/EditMeeting?meeting_id=${id}`))
	expect(where()).not.toMatch(/246810|abcde/)
})

test('[SHARE-01] share passes the meeting to the shell', async () => {
	const { bridge, calls } = aShell()
	stubServer(found())
	await show(bridge)
	await text()
	fireEvent.click(button('分享') as HTMLElement)
	await waitFor(() =>
		expect(calls).toEqual([['shareMeetingInfo', expect.objectContaining({ meetingId: id, duration: 5400 })]]),
	)
})

async function openInvitation(fields: Partial<Meeting>) {
	const writeText = vi.fn(async (_: string) => {})
	vi.stubGlobal('navigator', { ...navigator, userAgent: '', clipboard: { writeText }, share: undefined })
	stubServer(found(fields))
	await show()
	await text()
	fireEvent.click(button('分享') as HTMLElement)
	const sheet = within(await screen.findByRole('dialog', { name: '邀请参会' }, { timeout: 10_000 }))
	const copied = async () => {
		fireEvent.click(sheet.getByRole('button', { name: '复制邀请' }))
		await screen.findByText(/邀请已复制/)
		return writeText.mock.calls.at(-1)?.[0]
	}
	const code = () => sheet.getByRole('img', { name: '会议 842 391 556 的二维码' }).innerHTML
	return { sheet, copied, code }
}

test('in a browser the invitation is shown with its code and copied, and a message is shown', async () => {
	const { sheet, copied, code } = await openInvitation({ needsPassword: true })
	expect(await copied()).toContain('842 391 556')
	expect(code()).toContain('path')
	// A person who does not know the password cannot share it.
	expect(sheet.queryByRole('switch')).toBeNull()
})

test.each([
	['https://meet.example.org/?meetingId=842391556', '用手机扫描即可加入'],
	['http://localhost:8080/?meetingId=842391556', '此地址仅在这台电脑上有效，手机无法打开。'],
	['http://127.0.0.1:8080/?meetingId=842391556', '此地址仅在这台电脑上有效，手机无法打开。'],
])('beside the code of %s stands what a phone makes of it', async (joinUrl, words) => {
	const { sheet } = await openInvitation({ joinUrl })
	const said = sheet.queryAllByText(/手机/).map(({ textContent }) => textContent)
	expect(said).toEqual([words])
})

test('the host decides whether text, link and code carry the password, and the choice is remembered', async () => {
	localStorage.clear()
	const { sheet, copied, code } = await openInvitation({ ...hanmei, needsPassword: true })
	const without = code()
	expect(await copied()).not.toMatch(/246810|#pwd/)
	fireEvent.click(sheet.getByRole('switch', { name: /邀请中包含会议密码/ }))
	const shared = await copied()
	expect(shared).toContain('会议密码：246810')
	expect(shared).toMatch(/meetingId=842391556#pwd=MjQ2ODEw$/)
	expect(code()).not.toBe(without)
	cleanup()
	const again = await openInvitation({ ...hanmei, needsPassword: true })
	expect(again.sheet.getByRole<HTMLInputElement>('switch').checked).toBe(true)
	fireEvent.click(again.sheet.getByRole('switch'))
	expect(await again.copied()).not.toContain('246810')
	expect(localStorage.getItem('invitePassword')).toBeNull()
})

test('[SHARE-01] the shell is given no password, whatever was chosen in a browser', async () => {
	localStorage.setItem('invitePassword', 'on')
	stubServer(found({ ...hanmei, needsPassword: true }))
	const { bridge, calls } = aShell()
	await show(bridge)
	await text()
	fireEvent.click(button('分享') as HTMLElement)
	await waitFor(() => expect(calls.some(([name]) => name === 'shareMeetingInfo')).toBe(true))
	expect(JSON.stringify(calls)).not.toMatch(/246810|pwd=/)
	localStorage.clear()
})

const live = { hasLive: true, liveUrl: 'https://meet.example.org/liveBroadcast?roomId=842391556', livePassword: '1357' }

test('[DETAIL-07] the host of a live meeting sees its address, password and preview; others do not', async () => {
	stubServer(found({ ...hanmei, ...live }))
	const { where } = await show()
	const shown = await text()
	expect(shown).toContain('meet.example.org/liveBroadcast?roomId=842391556')
	fireEvent.click(screen.getByRole('button', { name: '显示直播密码' }))
	expect(screen.getByText('1357')).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: '查看预览' }))
	await waitFor(() => expect(where()).toBe(`/preview?from=detail&meetingId=${id}`))
	cleanup()
	stubServer(found({ hasLive: true }))
	await show()
	expect(await text()).not.toContain('直播')
	cleanup()
	stubServer(found(hanmei))
	await show()
	expect(await text()).not.toContain('直播')
})

test('[DESK-01] the host of a live meeting opens its desk', async () => {
	stubServer(found({ ...hanmei, ...live }))
	const { where } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '直播控制台' }))
	await waitFor(() => expect(where()).toBe(`/liveDesk/${id}`))
})

test('[SHARE-05] [BRG-24] the host of a live meeting shares it as a live', async () => {
	const shell = aShell()
	stubServer(found({ ...hanmei, ...live }))
	await show(shell.bridge)
	fireEvent.click(await screen.findByRole('button', { name: '分享' }))
	fireEvent.click(await screen.findByRole('button', { name: /分享直播/ }, { timeout: 10_000 }))
	await waitFor(() => expect(shell.calls).toHaveLength(1))
	expect(shell.calls[0]).toEqual([
		'shareLiveInfo',
		expect.objectContaining({ liveUrl: live.liveUrl, livePwd: '1357', meetingId: id }),
	])
})

test('[LIST-35] the hours name their zone to a reader of another one, with what the clock shows there', async () => {
	setReaderZone('Asia/Kolkata')
	stubServer(found({ ...hanmei, passwordGuessedTime: '2026-11-21 10:05:00' }))
	await show()
	expect(await text()).toContain('10:00–11:30UTC+8，您当地时间 07:30–09:00')
	expect(screen.getByText(/有人在尝试/).textContent).toContain('今天 10:05（UTC+8，您当地时间 07:35）')
})

test('[ROOM-161] signing out, here or in another tab, closes the recording that is played', async () => {
	const recording = { id: 'rec_0123456789abcdef' as RecordingId, startedAt: Date.now(), durationMs: 60_000, bytes: 9 }
	stubServer({
		...found({ status: meetingStatus.ended }),
		[`${detail}/recordings`]: { data: { data: [MeetingRecording.encode(recording)], may_delete: 0 } },
		[`POST /meeting/recordings/${recording.id}/open`]: { data: { playlist: '/p', download: '/d.mp4' } },
	})
	await show()
	fireEvent.click(await screen.findByRole('button', { name: new RegExp(m.recording_play({ time: '' }).trim()) }))
	await screen.findByLabelText(m.recording_picture())
	act(() => setPerson({ kind: 'guest' }))
	await waitFor(() => expect(screen.queryByLabelText(m.recording_picture())).toBeNull())
	expect(screen.queryByText(m.recording_list({ count: 1 }))).toBeNull()
})
