import { type DeskState, type LiveHealth, liveDesk } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDesk, aHealth } from '../../testing/aDesk.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { MeetingLive } from './MeetingLive.tsx'

vi.mock('../meeting/index.ts', async importOriginal => ({
	...(await importOriginal<typeof import('../meeting/index.ts')>()),
	useShareMeeting: () => ({ shareLive: () => {} }),
}))

const calls = {
	state: 'GET /live/desk/state',
	start: 'POST /live/desk/start',
	end: 'POST /live/desk/end',
	publishMeeting: 'POST /live/desk/publishRoom',
	stopPublishingMeeting: 'POST /live/desk/stopRoom',
}
const idle = { isAvailable: true, isPublishing: false, wasInterrupted: false, participants: 2 }
const stateOf = (fields: Partial<DeskState>) => ({ data: liveDesk.state.output.encode(aDesk(fields)) })
const show = () =>
	renderScreen('/room/$meetingId', () => <MeetingLive meeting={aMeeting({ hasLive: true })} />, '/room/842391556')

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[DESK-15] the host goes live with the meeting from its room, and ends it after a question', async () => {
	let desk: Partial<DeskState> = { meetingPublishing: idle }
	const order: string[] = []
	const server = stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.publishMeeting]: () => {
			order.push('publishMeeting')
			return {}
		},
		[calls.start]: () => {
			order.push('start')
			desk = { status: 'onAir', meetingPublishing: { ...idle, isPublishing: true } }
			return {}
		},
		[calls.end]: () => {
			desk = { status: 'over', meetingPublishing: idle }
			return {}
		},
	})
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '开始直播' }))
	await screen.findByText('直播中')
	expect(order).toEqual(['publishMeeting', 'start'])
	expect(screen.getByRole('link').getAttribute('href')).toContain('roomId=842391556')
	expect(screen.queryByRole('button', { name: '开始直播' })).toBeNull()
	expect(screen.queryByText(/^画面刚才中断过/)).toBeNull()
	desk = { status: 'onAir', meetingPublishing: { ...idle, isPublishing: true, wasInterrupted: true } }
	await screen.findByText(/^画面刚才中断过/, {}, { timeout: 5_000 })
	fireEvent.click(screen.getByRole('button', { name: '结束直播' }))
	const question = await screen.findByRole('alertdialog', { name: '结束直播？' })
	expect(server.count(calls.end)).toBe(0)
	fireEvent.click(within(question).getByRole('button', { name: '结束直播' }))
	await screen.findByText('已结束')
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test.each([{ recordingDays: 30 }, {}])(
	'[DESK-15] after the end the link stays where the live was recorded: %o',
	async recording => {
		stubServer({ [calls.state]: stateOf({ status: 'over', meetingPublishing: idle, ...recording }) })
		await show()
		await screen.findByText('已结束')
		const isRecorded = recording.recordingDays !== undefined
		expect(screen.queryByText('观众可用同一链接观看回放，保留 30 天。') !== null).toBe(isRecorded)
		expect(screen.queryByRole('link') !== null).toBe(isRecorded)
		expect(screen.queryByRole('button', { name: '开始直播' })).toBeNull()
	},
)

test('[DESK-15] while an encoder publishes, the meeting is not offered until that has stopped', async () => {
	let phase: LiveHealth['phase'] = 'publishing'
	stubServer({
		[calls.state]: () => stateOf({ status: 'onAir', meetingPublishing: idle, health: aHealth({ phase }) }),
	})
	await show()
	await screen.findByText('已有其他画面（如 OBS 或手机）正在播出，请先停止它')
	expect(screen.queryByRole('button', { name: '播出会议画面' })).toBeNull()
	screen.getByRole('button', { name: '结束直播' })
	phase = 'silent'
	await screen.findByRole('button', { name: '播出会议画面' }, { timeout: 5_000 })
})

test('[DESK-15] while another picture is sent the live is not started, and the reason is shown', async () => {
	const server = stubServer({
		[calls.state]: stateOf({ meetingPublishing: idle }),
		[calls.publishMeeting]: { status: 409, code: 40901 },
	})
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '开始直播' }))
	await screen.findByText('已有其他画面（如 OBS 或手机）正在播出，请先停止它')
	expect(server.count(calls.start)).toBe(0)
})

test('[DESK-15] if the live cannot be started the meeting stops being sent, unless it was sent before', async () => {
	let desk: Partial<DeskState> = { meetingPublishing: idle }
	const server = stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.publishMeeting]: {},
		[calls.start]: { status: 409, code: 40900 },
		[calls.stopPublishingMeeting]: {},
	})
	const { unmount } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '开始直播' }))
	await screen.findByRole('alert')
	expect([server.count(calls.start), server.count(calls.stopPublishingMeeting)]).toEqual([1, 1])
	unmount()
	desk = { status: 'suspended', meetingPublishing: { ...idle, isPublishing: true } }
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '开始直播' }))
	await screen.findByRole('alert')
	expect([server.count(calls.start), server.count(calls.stopPublishingMeeting)]).toEqual([2, 1])
})

test('[DESK-05] a server that accepts no broadcast says so, and an unreachable one is retried', async () => {
	const server = stubServer({ [calls.state]: stateOf({ canBroadcast: false }) })
	const { unmount } = await show()
	await screen.findByText('此服务器未开启直播，无法开播。请联系管理员。')
	expect(screen.queryByRole('button', { name: '开始直播' })).toBeNull()
	unmount()
	server.answers[calls.state] = { status: 500, code: 500 }
	await show()
	await screen.findByText('服务出现问题，请稍后重试。')
})
