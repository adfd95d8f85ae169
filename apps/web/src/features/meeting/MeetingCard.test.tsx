import { meetingStatus } from '@parley/api'
import { instantOf } from '@parley/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import { MeetingCard, type MeetingCardProps } from './MeetingCard.tsx'

const { notStarted, inProgress, over } = meetingStatus
const host = { id: 'host', userType: 1, displayName: '韩梅' }
const other = { id: 'other', userType: 1 }
const now = instantOf('2026-11-21 10:24:00', 'Asia/Shanghai') as number

function show(props: Partial<MeetingCardProps> = {}) {
	const handlers = { onToggle: vi.fn(), onJoin: vi.fn(), onDetail: vi.fn(), onRemove: vi.fn() }
	const meeting = aMeeting({ password: '246810', hostPassword: 'abcde-23456' })
	render(<MeetingCard meeting={meeting} viewer={other} now={now} open isJoining={false} {...handlers} {...props} />)
	return handlers
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

afterEach(cleanup)

test('[LIST-18] [LIST-23] [LIST-24] [LIST-25] a card shows topic, host and id', () => {
	show()
	const text = screen.getByRole('article').textContent
	for (const part of ['Roadmap for the winter', 'Han Mei', '842 391 556']) expect(text).toContain(part)
})

test.each([
	['2026-11-20 23:30:00', '昨天 · 主持人'],
	['2026-11-21 10:00:00', /^主持人/],
	['2026-11-22 00:30:00', '明天 · 主持人'],
	['2026-11-24 10:00:00', '11月24日 · 主持人'],
])('[LIST-20] [LIST-35] [LIST-36] at %s the day is said unless it is that of the list', (startTime, says) => {
	show({ meeting: aMeeting({ startTime }) })
	expect(screen.getByText(says, { exact: false }).textContent).toMatch(says)
	expect(screen.getByRole('article').textContent).not.toContain('今天')
})

test.each([
	[notStarted, '未开始'],
	[inProgress, '进行中 · 24 分钟'],
	[over, '已结束'],
])('[LIST-19] status %i is %s', (status, words) => {
	show({ meeting: aMeeting({ status }) })
	expect(screen.getByText(words)).toBeTruthy()
})

test('[LIST-26] a room shows how it comes back, not its day', () => {
	show({ meeting: aMeeting({ isRoom: true, repeatType: 2, repeatCondition: 2 }) })
	expect(screen.getByText(/每周二/)).toBeTruthy()
	expect(screen.queryByText(/今天/)).toBeNull()
})

test('[LIST-27] whoever runs the meeting sees its passwords, hidden until asked for; others see none', async () => {
	show({ viewer: host })
	expect(await screen.findByText('会议密码')).toBeTruthy()
	expect(screen.queryByText('246810')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '显示会议密码' }))
	expect(screen.getByText('246810')).toBeTruthy()
	cleanup()
	show({ viewer: other })
	expect(screen.queryByText('会议密码')).toBeNull()
})

test('[LIST-31] the host may join, look at and delete a meeting, others join and look', () => {
	show({ viewer: host, meeting: aMeeting() })
	expect(buttons()).toEqual(['Roadmap for the winter', '加入会议', '详情', '删除'])
	cleanup()
	show({ viewer: other })
	expect(buttons()).toEqual(['Roadmap for the winter', '加入会议', '详情'])
})

test('[LIST-32] an ended meeting cannot be joined', () => {
	show({ viewer: host, meeting: aMeeting({ status: over }) })
	expect(button('加入会议')).toBeNull()
	expect(button('删除')).toBeTruthy()
})

test('[LIST-34] a room that has not started is closed to others and says why', () => {
	const meeting = aMeeting({ isRoom: true, repeatType: 1 })
	const { onJoin } = show({ meeting })
	const join = button('加入会议') as HTMLButtonElement
	expect(join.disabled).toBe(true)
	fireEvent.click(join)
	expect(onJoin).not.toHaveBeenCalled()
	expect(screen.getByText('主持人开始后即可加入')).toBeTruthy()
	cleanup()
	show({ meeting, viewer: host })
	expect(button('加入会议')?.disabled).toBe(false)
})

test('while a meeting is being looked up another tap does nothing', () => {
	const { onJoin } = show({ isJoining: true })
	fireEvent.click(screen.getByText('加入会议'))
	expect(onJoin).not.toHaveBeenCalled()
})
