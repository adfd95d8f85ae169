import { meetingStatus, parseWireTime } from '@parley/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BridgeContext } from '../../../bridge/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { aShell } from '../../../testing/aShell.ts'
import { setSite } from '../../../testing/aSite.ts'
import { MeetingActionsContext, MeetingCard, type MeetingCardProps } from './MeetingCard.tsx'

const { notStarted, inProgress, ended } = meetingStatus
const host = { userId: 'host', userType: 1, displayName: '韩梅' }
const other = { userId: 'other', userType: 1 }
const now = parseWireTime('2026-11-21 10:24:00', 'Asia/Shanghai') as number

interface Shown extends Partial<MeetingCardProps> {
	joiningId?: string
	ongoingId?: string
}

const live = {
	hasLive: true,
	liveUrl: 'https://meet.example.org/liveBroadcast?roomId=842391556',
	livePassword: '1357',
}

function show({ joiningId, ongoingId, ...props }: Shown = {}) {
	const actions = {
		join: vi.fn(),
		showDetail: vi.fn(),
		edit: vi.fn(),
		preview: vi.fn(),
		openDesk: vi.fn(),
		remove: vi.fn(),
		returnToCall: vi.fn(),
	}
	const meeting = aMeeting({ password: '246810', hostPassword: 'abcde-23456' })
	const card = { meeting, reader: other, now, isExpanded: true, onToggle: vi.fn(), ...props }
	render(
		<BridgeContext value={aShell().bridge}>
			<MeetingActionsContext value={{ ...actions, joiningId, ongoingId }}>
				<MeetingCard {...card} />
			</MeetingActionsContext>
		</BridgeContext>,
	)
	return actions
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

afterEach(() => {
	cleanup()
	setSite(undefined)
})

test('[LIST-18] [LIST-23] [LIST-24] [LIST-25] a card shows topic, host and id', () => {
	show({})
	const text = screen.getByRole('article').textContent
	for (const part of ['Roadmap for the winter', 'Han Mei', '842 391 556']) expect(text).toContain(part)
})

test.each([
	['2026-11-20 23:30:00', '昨天 · 主持人'],
	['2026-11-21 10:00:00', '今天 · 主持人'],
	['2026-11-22 00:30:00', '明天 · 主持人'],
	['2026-11-24 10:00:00', '11月24日 · 主持人'],
])('[LIST-20] [LIST-35] [LIST-36] [ENT-06] every card shows its day; at %s it is %s', (startTime, text) => {
	show({ meeting: aMeeting({ startTime }) })
	expect(screen.getByText('主持人', { exact: false, selector: 'p' }).textContent).toMatch(text)
})

test.each([
	[notStarted, '未开始 · 暂无人入会'],
	[inProgress, '进行中 · 24 分钟'],
	[ended, '已结束'],
])('[LIST-19] status %i is %s', (status, label) => {
	show({ meeting: aMeeting({ status }) })
	expect(screen.getByText(label)).toBeTruthy()
})

test.each([
	['10:59', '未开始'],
	['11:00', '未开始'],
	['11:01', '未开始 · 暂无人入会'],
	['12:00', '未开始 · 无人参加'],
])('[LIST-19] at %s a meeting from 11:00 to 12:00 that nobody came to reads %s', (time, label) => {
	const at = parseWireTime(`2026-11-21 ${time}:00`, 'Asia/Shanghai') as number
	show({ meeting: aMeeting({ startTime: '2026-11-21 11:00:00', durationS: 3600 }), now: at })
	expect(screen.getByText(label)).toBeTruthy()
	cleanup()
	show({ meeting: aMeeting({ startTime: '2026-11-21 11:00:00', durationS: 3600, isRecurring: true }), now: at })
	expect(screen.getByText('未开始')).toBeTruthy()
})

test('a meeting that is on air is marked, for everybody who sees it', () => {
	show({ meeting: aMeeting({ status: inProgress, hasLive: true, isOnAir: true }) })
	expect(screen.getByText('直播中')).toBeTruthy()
	cleanup()
	show({ meeting: aMeeting({ status: inProgress, hasLive: true }) })
	expect(screen.queryByText('直播中')).toBeNull()
})

test.each([
	[inProgress, '进行中 · 24 分钟'],
	[ended, '会议已结束'],
])('[LIST-19] on air, status %i is that of the meeting, not of its live: %s', (status, label) => {
	show({ meeting: aMeeting({ status, hasLive: true, isOnAir: true }) })
	expect(screen.getByText('直播中')).toBeTruthy()
	expect(screen.getByText(label)).toBeTruthy()
	expect(screen.queryByText(/暂无人入会/)).toBeNull()
})

test('[LIST-19] on air, a meeting that has not begun is not said to be so beside it', () => {
	show({ meeting: aMeeting({ status: notStarted, hasLive: true, isOnAir: true }) })
	expect(screen.getByText('直播中')).toBeTruthy()
	expect(screen.queryByText(/未开始/)).toBeNull()
})

test('[ROOM-78] the card of the meeting one is in leads back into it, and joins no second time', () => {
	const actions = show({ ongoingId: '842391556', meeting: aMeeting({ status: inProgress }) })
	expect(button('加入会议')).toBeNull()
	fireEvent.click(button('返回会议') as HTMLElement)
	expect(actions.returnToCall).toHaveBeenCalledTimes(1)
	cleanup()
	show({ ongoingId: '842391557', meeting: aMeeting({ status: inProgress }) })
	expect(button('返回会议')).toBeNull()
	expect(button('加入会议')).toBeTruthy()
})

test.each([
	[1, 0, '每天'],
	[2, 2, '每周二'],
	[3, 21, '每月 21 日'],
	[0, 0, '不定期'],
])(
	'[LIST-22] [LIST-26] [ENT-06] a recurring meeting of repeat type %i shows its recurrence, not its day',
	(repeatType, repeatCondition, label) => {
		show({ meeting: aMeeting({ isRecurring: true, repeatType, repeatCondition }) })
		expect(screen.getByText(label, { exact: false })).toBeTruthy()
		expect(screen.queryByText(/今天/)).toBeNull()
	},
)

test('[LIST-27] host and creator see the passwords, hidden until revealed; others see none', () => {
	show({ reader: host })
	expect(screen.getByText('会议密码')).toBeTruthy()
	expect(screen.queryByText('246810')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '显示会议密码' }))
	expect(screen.getByText('246810')).toBeTruthy()
	cleanup()
	show({ reader: other })
	expect(screen.queryByText('会议密码')).toBeNull()
})

test('[LIST-31] the host may join, view, share, edit and delete a meeting; others join, view and share', () => {
	show({ reader: host, meeting: aMeeting() })
	expect(buttons()).toEqual(['Roadmap for the winter', '加入会议', '详情', '分享', '编辑', '删除'])
	cleanup()
	show({ reader: other })
	expect(buttons()).toEqual(['Roadmap for the winter', '加入会议', '详情', '分享'])
})

test('[LIST-32] [EDIT-04] an ended meeting can neither be joined, nor shared, nor edited', () => {
	show({ reader: host, meeting: aMeeting({ status: ended }) })
	expect(buttons()).toEqual(['Roadmap for the winter', '详情', '删除'])
})

test('[LIST-32] [LIST-33] an ended meeting looks muted, one in progress alive, and no other like either', () => {
	const looks = [ended, inProgress, notStarted].map(status => {
		show({ meeting: aMeeting({ status }) })
		const { classList } = screen.getByRole('article')
		cleanup()
		return ['over', 'running'].filter(look => classList.contains(look))
	})
	expect(looks).toEqual([['over'], ['running'], []])
})

test('[EDIT-03] [EDIT-04] on an OA site a person who manages the meetings of the company may edit too', () => {
	setSite({ isOa: true })
	show({ reader: { ...other, userType: 7 } })
	expect(button('编辑')).toBeTruthy()
	cleanup()
	show({ reader: other })
	expect(button('编辑')).toBeNull()
})

test('[LIST-34] [ROLE-06] a recurring meeting that has not started cannot be joined by others, and shows why', () => {
	const meeting = aMeeting({ isRecurring: true, repeatType: 1 })
	const { join } = show({ meeting })
	const joinButton = button('加入会议') as HTMLButtonElement
	expect(joinButton.disabled).toBe(true)
	fireEvent.click(joinButton)
	expect(join).not.toHaveBeenCalled()
	expect(screen.getByText('主持人开始后即可加入')).toBeTruthy()
	cleanup()
	show({ meeting, reader: host })
	expect(button('加入会议')?.disabled).toBe(false)
})

test('while a meeting is being looked up another tap does nothing', () => {
	const { join } = show({ joiningId: '842391556' })
	fireEvent.click(screen.getByText('加入会议'))
	expect(join).not.toHaveBeenCalled()
})

test('the body of a card is not rendered before it is expanded', () => {
	show({ isExpanded: false })
	expect(buttons()).toEqual(['Roadmap for the winter'])
})

test('[LIST-28] host and creator see the address of a live, and can copy it', async () => {
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
	show({ reader: host, meeting: aMeeting(live) })
	expect(screen.getByText('meet.example.org/liveBroadcast?roomId=842391556')).toBeTruthy()
	expect(screen.queryByText(/仅限内网观看/)).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '复制直播链接' }))
	await waitFor(() => expect(copied).toHaveBeenCalledWith(live.liveUrl))
	copied.mockRestore()
	cleanup()
	show({ reader: host, meeting: aMeeting({ ...live, isLiveIntranet: true }) })
	expect(screen.getByText('仅限内网观看，请先连接公司网络')).toBeTruthy()
})

test('[LIST-29] the password of a live is hidden until it is revealed; for one without there is no row', () => {
	show({ reader: host, meeting: aMeeting({ ...live, password: '246810' }) })
	expect(screen.queryByText('1357')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '显示直播密码' }))
	expect(screen.getByText('1357')).toBeTruthy()
	cleanup()
	show({ reader: host, meeting: aMeeting({ hasLive: true, liveUrl: live.liveUrl, password: '246810' }) })
	expect([screen.queryByText('直播密码'), screen.queryByText('无')]).toEqual([null, null])
})

test('[LIST-27] a card has a row for each password there is, and says nothing of others', () => {
	show({ reader: host, meeting: aMeeting({ hostPassword: 'abcde-23456' }) })
	expect([screen.queryByText('会议密码'), screen.queryByText('主持人密码')]).toEqual([null, expect.anything()])
	cleanup()
	show({ reader: host, meeting: aMeeting({ password: '246810' }) })
	expect([screen.queryByText('会议密码'), screen.queryByText('主持人密码')]).toEqual([expect.anything(), null])
	expect(screen.queryByText('无')).toBeNull()
})

test('[LIST-30] a tap shows the preview of the live', () => {
	const meeting = aMeeting(live)
	const { preview } = show({ reader: host, meeting })
	fireEvent.click(screen.getByRole('button', { name: '查看预览' }))
	expect(preview).toHaveBeenCalledWith(meeting)
})

test('[DESK-01] host and creator open the desk from the card of a meeting with a live, others do not see it', () => {
	const meeting = aMeeting(live)
	const { openDesk } = show({ reader: host, meeting })
	fireEvent.click(button('直播控制台') as HTMLElement)
	expect(openDesk).toHaveBeenCalledWith(meeting)
	for (const props of [{ meeting }, { reader: host }]) {
		cleanup()
		show(props)
		expect(button('直播控制台')).toBeNull()
	}
})

test('[OP-082] others see nothing of how a live is watched, and a meeting without one has nothing of it', () => {
	show({ reader: other, meeting: aMeeting(live) })
	expect(screen.queryByText(/直播/)).toBeNull()
	cleanup()
	show({ reader: host })
	expect(screen.queryByText(/直播/)).toBeNull()
})

test('[LIST-15] [SHARE-05] host and creator choose what they share of a live meeting; others share the meeting', async () => {
	const shell = aShell()
	const card = (reader: typeof other) => (
		<BridgeContext value={shell.bridge}>
			<MeetingCard meeting={aMeeting(live)} reader={reader} now={now} isExpanded onToggle={() => {}} />
		</BridgeContext>
	)
	render(card(host))
	fireEvent.click(screen.getByRole('button', { name: '分享' }))
	const sheet = within(await screen.findByRole('dialog', { name: '分享什么？' }, { timeout: 10_000 }))
	expect(sheet.getAllByRole('listitem')).toHaveLength(2)
	expect(shell.calls).toEqual([])
	fireEvent.click(sheet.getByRole('button', { name: /分享直播/ }))
	await waitFor(() => expect(shell.calls.map(([name]) => name)).toEqual(['shareLiveInfo']))
	fireEvent.click(await screen.findByRole('button', { name: '分享' }))
	fireEvent.click(await screen.findByRole('button', { name: /分享会议/ }))
	await waitFor(() => expect(shell.calls.map(([name]) => name)).toEqual(['shareLiveInfo', 'shareMeetingInfo']))
	cleanup()
	render(card(other))
	fireEvent.click(screen.getByRole('button', { name: '分享' }))
	await waitFor(() => expect(shell.calls).toHaveLength(3))
	expect(shell.calls[2]?.[0]).toBe('shareMeetingInfo')
})
