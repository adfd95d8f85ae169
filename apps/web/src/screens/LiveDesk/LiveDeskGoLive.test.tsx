import { type DeskState, liveDesk } from '@parley/api'
import { ok, refused } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LivePublisherOptions, LivePublishState } from '../../media/livePublisher.ts'
import { aDesk, aHealth } from '../../testing/aDesk.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { LiveDesk } from './LiveDesk.screen.tsx'

/** Camera and publisher of the browser; what the publisher does is told by the test. */
const phone = {
	canPublish: true,
	isAllowed: true,
	order: [] as string[],
	tell: (_: LivePublishState) => {},
	stop: vi.fn(),
	track: { stop: vi.fn() },
}
vi.mock('../../media/index.ts', async original => ({
	...(await original<typeof import('../../media/index.ts')>()),
	canPublishCamera: () => phone.canPublish,
	holdBrowserWakeLock: () => () => {},
	async openLiveCamera() {
		if (!phone.isAllowed) return refused('denied')
		const tracks = [phone.track]
		const asTracks = { getTracks: () => tracks, getAudioTracks: () => [], getVideoTracks: () => tracks }
		return ok(Object.assign(new MediaStream(), asTracks))
	},
	openLivePublisher({ onState }: LivePublisherOptions) {
		phone.order.push('send')
		phone.tell = onState
		return { use: () => {}, stop: phone.stop }
	},
}))

const calls = {
	state: 'GET /live/desk/state',
	publishing: 'GET /live/desk/publishing',
	start: 'POST /live/desk/start',
	end: 'POST /live/desk/end',
}
const stateOf = (fields: Partial<DeskState> = {}): StubAnswer => ({ data: liveDesk.state.output.encode(aDesk(fields)) })
const key: StubAnswer = { data: { rtmpUrl: 'rtmp://meet.example.org/live', streamId: 'abc', streamKey: 'abc?key=k' } }

/** A desk whose live has not started, and that goes on air when it is started. */
async function open(first: Partial<DeskState> = {}, start: StubAnswer = {}) {
	let desk = first
	const server = stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.publishing]: key,
		[calls.start]: () => {
			phone.order.push('start')
			if (start === 'no-answer' || !('status' in start)) desk = { status: 'onAir', startedForMs: 0 }
			return start
		},
		[calls.end]: () => {
			desk = { status: 'over' }
			return {}
		},
	})
	const shown = await renderScreen('/liveDesk/$meetingId', LiveDesk, '/liveDesk/842391556')
	await screen.findByRole('button', { name: /^(开始直播|结束直播)$/ })
	return { ...shown, server }
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const tell = (state: LivePublishState) => act(async () => phone.tell(state))
const publishing = { phase: 'publishing', container: 'mp4-aac', unsentBytes: 0 } as const
const question = () => screen.findByRole('alertdialog', { name: '还没有画面' })

beforeEach(() => {
	setPerson(aMember())
	Object.assign(phone, { canPublish: true, isAllowed: true, order: [] })
	phone.stop.mockReset()
	phone.track.stop.mockReset()
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[DESK-02] [DESK-13] going live without a picture asks; the camera is seen first, and then sent by going live', async () => {
	await open()
	await press('开始直播')
	await question()
	expect(phone.order).toEqual([])
	await press('打开摄像头')
	await screen.findByLabelText('摄像头预览')
	expect(phone.order).toEqual([])
	await press('开始直播')
	expect(phone.order).toEqual(['send'])
	await tell(publishing)
	await screen.findByText('直播中')
	expect(phone.order).toEqual(['send', 'start'])
	expect(screen.queryByRole('alertdialog')).toBeNull()
	// Video sent from here arrives in a moment: no question is shown.
	expect(screen.queryByText(/^正在直播，但没有画面/)).toBeNull()
})

test('[DESK-13] where the camera is not taken the live is not started, and why is told', async () => {
	await open()
	await press('开始直播')
	await question()
	await press('打开摄像头')
	await screen.findByLabelText('摄像头预览')
	await press('开始直播')
	await tell({ phase: 'over', reason: 'busy' })
	await screen.findByText('已有其他画面（如 OBS 或手机）正在播出，请先停止它')
	expect(phone.order).toEqual(['send'])
	expect(screen.getByRole<HTMLButtonElement>('button', { name: '开始直播' }).disabled).toBe(false)
})

test('[DESK-13] where the start is refused the camera stays open and is sent no further', async () => {
	await open({}, { status: 409, code: 813 })
	await press('开始直播')
	await question()
	await press('打开摄像头')
	await press('开始直播')
	await tell(publishing)
	await waitFor(() => expect(phone.stop).toHaveBeenCalled())
	expect(phone.order).toEqual(['send', 'start'])
	expect(screen.getByLabelText('摄像头预览')).toBeTruthy()
	expect(phone.track.stop).not.toHaveBeenCalled()
})

test('[DESK-02] a picture that arrives already goes on air without a question, and the camera stays closed', async () => {
	await open({ health: aHealth() })
	await press('开始直播')
	await screen.findByText('直播中')
	expect(phone.order).toEqual(['start'])
})

test('[DESK-02] on air without a picture it says so in sight, and leads to the camera and to its sending', async () => {
	await open({ status: 'onAir', startedForMs: 5_000 })
	expect(screen.getByText(/^正在直播，但没有画面/).closest('[role="alert"]')).toBeTruthy()
	const alert = () => within(screen.getByText(/^正在直播，但没有画面/).closest('[role="alert"]') as HTMLElement)
	await act(async () => fireEvent.click(alert().getByRole('button', { name: '打开摄像头' })))
	await screen.findByLabelText('摄像头预览')
	await act(async () => fireEvent.click(alert().getByRole('button', { name: '播出画面' })))
	expect(phone.order).toEqual(['send'])
	expect(screen.queryByText(/^正在直播，但没有画面/)).toBeNull()
	await tell({ phase: 'over', reason: 'noData' })
	expect(screen.getByText(/^正在直播，但没有画面/)).toBeTruthy()
})

test('[DESK-02] on the other tabs a live without a picture is said in its line', async () => {
	await open({ status: 'onAir', startedForMs: 5_000 })
	fireEvent.click(screen.getByRole('tab', { name: '提问' }))
	expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('直播中，但没有画面')
})

test('[DESK-05] [DESK-13] a browser that cannot send its camera is not offered it', async () => {
	phone.canPublish = false
	await open()
	await press('开始直播')
	const asked = await question()
	expect(within(asked).queryByRole('button', { name: '打开摄像头' })).toBeNull()
	await act(async () => fireEvent.click(within(asked).getByRole('button', { name: '取消' })))
	expect(phone.order).toEqual([])
})

test('[DESK-04] [DESK-13] a camera that is refused is told where it would be seen', async () => {
	phone.isAllowed = false
	await open()
	await press('开始直播')
	await question()
	await press('打开摄像头')
	await screen.findByText(/^未允许使用摄像头和麦克风/)
})

test('[DESK-13] the end of the live closes the camera', async () => {
	await open()
	await press('开始直播')
	await question()
	await press('打开摄像头')
	await press('开始直播')
	await tell(publishing)
	await screen.findByText('直播中')
	await press('结束直播')
	const asked = await screen.findByRole('alertdialog', { name: '结束直播？' })
	await act(async () => fireEvent.click(within(asked).getByRole('button', { name: '结束直播' })))
	await screen.findByText('已结束')
	expect(phone.track.stop).toHaveBeenCalled()
	expect(phone.stop).toHaveBeenCalled()
})
