import { meetingStatus, parseWireTime } from '@parley/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BridgeContext } from '../../../bridge/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { aShell } from '../../../testing/aShell.ts'
import { setSite } from '../../../testing/aSite.ts'
import { MeetingCard, type MeetingCardProps } from './MeetingCard.tsx'

const { notStarted, inProgress, over } = meetingStatus
const host = { id: 'host', userType: 1, displayName: '韩梅' }
const other = { id: 'other', userType: 1 }
const now = parseWireTime('2026-11-21 10:24:00', 'Asia/Shanghai') as number

function render_(props: Partial<MeetingCardProps>) {
	const handlers = { onToggle: vi.fn(), onJoin: vi.fn(), onDetail: vi.fn(), onEdit: vi.fn(), onRemove: vi.fn() }
	const meeting = aMeeting({ password: '246810', hostPassword: 'abcde-23456' })
	const card = { meeting, viewer: other, now, day: '2026-11-21', open: true, isJoining: false, ...handlers, ...props }
	render(
		<BridgeContext value={aShell().bridge}>
			<MeetingCard {...card} />
		</BridgeContext>,
	)
	return handlers
}

/** Until what it opens to has come. */
async function show(props: Partial<MeetingCardProps> = {}) {
	const handlers = render_(props)
	await screen.findByRole('button', { name: '详情' })
	return handlers
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

afterEach(() => {
	cleanup()
	setSite(undefined)
})

test('[LIST-18] [LIST-23] [LIST-24] [LIST-25] a card shows topic, host and id', () => {
	render_({})
	const text = screen.getByRole('article').textContent
	for (const part of ['Roadmap for the winter', 'Han Mei', '842 391 556']) expect(text).toContain(part)
})

test.each([
	['2026-11-20 23:30:00', '2026-11-21', '昨天 · 主持人'],
	['2026-11-21 10:00:00', '2026-11-21', /^主持人/],
	['2026-11-21 10:00:00', '2026-11-22', '今天 · 主持人'],
	['2026-11-22 00:30:00', '2026-11-21', '明天 · 主持人'],
	['2026-11-24 10:00:00', '2026-11-21', '11月24日 · 主持人'],
	['2026-11-24 10:00:00', '2026-11-24', /^主持人/],
])(
	'[LIST-20] [LIST-35] [LIST-36] [ENT-06] at %s on the list of %s the day is said unless it is that of the list',
	(startTime, day, says) => {
		render_({ meeting: aMeeting({ startTime }), day })
		expect(screen.getByText('主持人', { exact: false, selector: 'p' }).textContent).toMatch(says)
	},
)

test.each([
	[notStarted, '未开始'],
	[inProgress, '进行中 · 24 分钟'],
	[over, '已结束'],
])('[LIST-19] status %i is %s', (status, words) => {
	render_({ meeting: aMeeting({ status }) })
	expect(screen.getByText(words)).toBeTruthy()
})

test.each([
	[1, 0, '每天'],
	[2, 2, '每周二'],
	[3, 21, '每月 21 日'],
	[0, 0, '不定期'],
])(
	'[LIST-22] [LIST-26] [ENT-06] a room of repeat type %i shows how it comes back, not its day',
	(repeatType, repeatCondition, words) => {
		render_({ meeting: aMeeting({ isRecurring: true, repeatType, repeatCondition }), day: '2026-11-24' })
		expect(screen.getByText(words, { exact: false })).toBeTruthy()
		expect(screen.queryByText(/今天/)).toBeNull()
	},
)

test('[LIST-27] whoever runs the meeting sees its passwords, hidden until asked for; others see none', async () => {
	await show({ viewer: host })
	expect(screen.getByText('会议密码')).toBeTruthy()
	expect(screen.queryByText('246810')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '显示会议密码' }))
	expect(screen.getByText('246810')).toBeTruthy()
	cleanup()
	await show({ viewer: other })
	expect(screen.queryByText('会议密码')).toBeNull()
})

test('[LIST-31] the host may join, look at, share, edit and delete a meeting; others join, look and share', async () => {
	await show({ viewer: host, meeting: aMeeting() })
	expect(buttons()).toEqual(['Roadmap for the winter', '加入会议', '详情', '分享', '编辑', '删除'])
	cleanup()
	await show({ viewer: other })
	expect(buttons()).toEqual(['Roadmap for the winter', '加入会议', '详情', '分享'])
})

test('[LIST-32] [EDIT-04] an ended meeting can neither be joined, nor shared, nor edited', async () => {
	await show({ viewer: host, meeting: aMeeting({ status: over }) })
	expect(buttons()).toEqual(['Roadmap for the winter', '详情', '删除'])
})

test('[EDIT-03] [EDIT-04] on a site of the OA kind who looks after the company may edit too', async () => {
	setSite({ isOa: true })
	await show({ viewer: { ...other, userType: 7 } })
	expect(button('编辑')).toBeTruthy()
	cleanup()
	await show({ viewer: other })
	expect(button('编辑')).toBeNull()
})

test('[LIST-34] [ROLE-06] a room that has not started is closed to others and says why', async () => {
	const meeting = aMeeting({ isRecurring: true, repeatType: 1 })
	const { onJoin } = await show({ meeting })
	const join = button('加入会议') as HTMLButtonElement
	expect(join.disabled).toBe(true)
	fireEvent.click(join)
	expect(onJoin).not.toHaveBeenCalled()
	expect(screen.getByText('主持人开始后即可加入')).toBeTruthy()
	cleanup()
	await show({ meeting, viewer: host })
	expect(button('加入会议')?.disabled).toBe(false)
})

test('while a meeting is being looked up another tap does nothing', async () => {
	const { onJoin } = await show({ isJoining: true })
	fireEvent.click(screen.getByText('加入会议'))
	expect(onJoin).not.toHaveBeenCalled()
})

test('what a card opens to is not there before it opens', () => {
	render_({ open: false })
	expect(buttons()).toEqual(['Roadmap for the winter'])
})
