import { type DeskState, liveDesk } from '@parley/api'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDesk, aHealth } from '../../testing/aDesk.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { LiveDesk } from './LiveDesk.screen.tsx'

const calls = {
	state: 'GET /live/desk/state',
	publishing: 'GET /live/desk/publishing',
	rotateKey: 'POST /live/desk/rotateKey',
	start: 'POST /live/desk/start',
	suspend: 'POST /live/desk/suspend',
	end: 'POST /live/desk/end',
	publishMeeting: 'POST /live/desk/publishRoom',
	stopPublishingMeeting: 'POST /live/desk/stopRoom',
	pin: 'POST /live/desk/pin',
	viewers: 'GET /live/desk/viewers',
}
const stateOf = (fields: Partial<DeskState> = {}): StubAnswer => ({ data: liveDesk.state.output.encode(aDesk(fields)) })
const keyOf = (key: string): StubAnswer => ({
	data: { rtmpUrl: 'rtmp://meet.example.org/live', streamId: 'abc', streamKey: `abc?key=${key}` },
})
const show = () => renderScreen('/liveDesk/$meetingId', LiveDesk, '/liveDesk/842391556')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[DESK-02] the live is started, paused, resumed and, after a question, ended', async () => {
	let desk: Partial<DeskState> = {}
	const becomes = (next: Partial<DeskState>) => () => {
		desk = next
		return {}
	}
	const server = stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.start]: becomes({ status: 'onAir', startedForMs: 65_000, health: aHealth() }),
		[calls.suspend]: becomes({ status: 'suspended', startedForMs: 70_000 }),
		[calls.end]: becomes({ status: 'over' }),
	})
	await show()
	await screen.findByText('未开播')
	expect(screen.getByText('还没有画面')).toBeTruthy()
	expect(screen.queryByRole('timer')).toBeNull()
	press('开始直播')
	fireEvent.click(await screen.findByRole('button', { name: '无画面开播' }))
	await screen.findByText('直播中')
	// The question before it is closed by then.
	expect((await screen.findByRole('timer')).textContent).toMatch(/^01:\d\d$/)
	expect(screen.getByText('正在接收画面')).toBeTruthy()
	press('暂停直播')
	await screen.findByText('已暂停')
	press('继续直播')
	await screen.findByText('直播中')
	press('结束直播')
	const question = await screen.findByRole('alertdialog', { name: '结束直播？' })
	expect(server.count(calls.end)).toBe(0)
	fireEvent.click(within(question).getByRole('button', { name: '结束直播' }))
	await screen.findByText('已结束')
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect(server.last(calls.end)?.body).toMatchObject({ meetingId: '842391556' })
})

test('[DESK-02] after the end the desk has the time on air, the recording, and that a new start deletes it', async () => {
	let desk: Partial<DeskState> = { status: 'onAir', recordingDays: 7 }
	stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.end]: () => {
			desk = { status: 'over', airedForMs: 3_725_000, recordingDays: 7, health: aHealth({ phase: 'ended' }) }
			return {}
		},
	})
	await show()
	await screen.findByText('直播中')
	press('结束直播')
	const question = await screen.findByRole('alertdialog', { name: '结束直播？' })
	expect(question.textContent).toMatch(/回放，保留 7 天/)
	fireEvent.click(within(question).getByRole('button', { name: '结束直播' }))
	await screen.findByText('直播了 1:02:05')
	expect(screen.getByText(/观众可用同一链接观看回放，保留 7 天/)).toBeTruthy()
	expect(screen.getByRole('link', { name: '观看回放' }).getAttribute('href')).toContain('roomId=842391556')
	expect(screen.getByText('再次开播会删除这次的回放。')).toBeTruthy()
	expect(screen.queryByText('正在观看')).toBeNull()
})

test('[DESK-02] a picture that arrives before the start is said to be unseen', async () => {
	stubServer({ [calls.state]: stateOf({ health: aHealth() }) })
	await show()
	await screen.findByText('正在接收画面，观众还看不到')
})

test('[DESK-02] [DESK-14] during a pause the desk says that viewers see the pause', async () => {
	const meetingPublishing = { isAvailable: true, isPublishing: true, wasInterrupted: false, participants: 3 }
	stubServer({ [calls.state]: stateOf({ status: 'suspended', health: aHealth(), meetingPublishing }) })
	await show()
	await screen.findByText('正在接收画面，观众看到的是暂停提示')
	expect(screen.getByText(/^直播已暂停，观众看到的是暂停提示。会议中有 3 人/)).toBeTruthy()
	expect(screen.queryByText(/正在播出/)).toBeNull()
})

test('[DESK-02] status, time, a lost picture and the end are there on the other tabs, too', async () => {
	let desk: Partial<DeskState> = { status: 'onAir', startedForMs: 65_000, health: aHealth({ phase: 'silent' }) }
	const server = stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.end]: () => {
			desk = { status: 'over' }
			return {}
		},
	})
	await show()
	fireEvent.click(await screen.findByRole('tab', { name: '提问' }))
	expect(screen.getByRole('timer').textContent).toMatch(/^01:\d\d$/)
	expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('直播中')
	expect(screen.getByRole('alert').textContent).toBe('画面中断')
	press('结束直播')
	const question = await screen.findByRole('alertdialog', { name: '结束直播？' })
	fireEvent.click(within(question).getByRole('button', { name: '结束直播' }))
	await waitFor(() => expect(server.count(calls.end)).toBe(1))
	await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('已结束'))
	expect(screen.queryByRole('button', { name: '结束直播' })).toBeNull()
})

test('[DESK-02] one that is over is started anew only after a question, and shows no key before', async () => {
	const server = stubServer({
		[calls.state]: stateOf({ status: 'over', health: aHealth({ phase: 'ended' }) }),
		[calls.start]: {},
	})
	await show()
	await screen.findByText('已结束')
	expect(screen.queryByText(/画面/)).toBeNull()
	expect(screen.queryByRole('button', { name: 'OBS 等推流软件' })).toBeNull()
	press('再次开播')
	const question = await screen.findByRole('alertdialog', { name: '再次开播？' })
	expect(server.count(calls.start)).toBe(0)
	fireEvent.click(within(question).getByRole('button', { name: '再次开播' }))
	await waitFor(() => expect(server.count(calls.start)).toBe(1))
})

test.each([
	[{ status: 409, code: 813 }, '会议已结束，不能开播'],
	[{ status: 503, code: 503 }, '此服务器未开启直播'],
	[{ status: 404, code: 415 }, '这场会议的直播已关闭'],
	[{ status: 403, code: 403 }, '只有主持人和创建者可以管理直播'],
	['no-answer', '网络连接异常，请重试'],
] as [StubAnswer, string][])('[DESK-04] a refusal to start is told in words: %j', async (answer, words) => {
	const server = stubServer({ [calls.state]: stateOf(), [calls.start]: answer })
	await show()
	await screen.findByText('未开播')
	const asked = server.count(calls.state)
	press('开始直播')
	fireEvent.click(await screen.findByRole('button', { name: '无画面开播' }))
	await screen.findByText(words)
	// A refusal often means outdated data: the state is requested again.
	await waitFor(() => expect(server.count(calls.state)).toBeGreaterThan(asked))
})

test('a desk that could not be loaded is loaded again by its button', async () => {
	const server = stubServer({ [calls.state]: { status: 500, code: 500 } })
	await show()
	const again = await screen.findByRole('button', { name: '重试' })
	server.answers[calls.state] = stateOf()
	const asked = server.count(calls.state)
	await act(async () => void fireEvent.click(again))
	expect(server.count(calls.state)).toBe(asked + 1)
	await screen.findByText('未开播')
})

test('[DESK-04] what was paused by somebody else is told, and seen', async () => {
	let desk: Partial<DeskState> = { status: 'onAir' }
	stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.suspend]: () => {
			desk = { status: 'over' }
			return { status: 409, code: 409 }
		},
	})
	await show()
	await screen.findByText('直播中')
	press('暂停直播')
	await screen.findByText('直播已不在进行')
	await screen.findByText('已结束')
})

test("[DESK-05] a server that doesn't accept broadcasts says so, and offers nothing it cannot do", async () => {
	stubServer({ [calls.state]: stateOf({ canBroadcast: false }) })
	await show()
	await screen.findByText(/此服务器未开启直播/)
	expect(screen.getByRole<HTMLButtonElement>('button', { name: '开始直播' }).disabled).toBe(true)
	expect(screen.queryByRole('button', { name: 'OBS 等推流软件' })).toBeNull()
})

test('[DESK-05] where another server takes in the broadcasts, the camera of the phone is not offered', async () => {
	stubServer({ [calls.state]: stateOf({ ways: ['rtmp'] }) })
	await show()
	await screen.findByRole('button', { name: 'OBS 等推流软件' })
	expect(screen.queryByRole('button', { name: '本机摄像头' })).toBeNull()
})

test.each([
	[{ status: 404, code: 404 }, '没有找到这场直播'],
	[{ status: 404, code: 415 }, '这场会议没有直播'],
	[{ status: 403, code: 403 }, '您不能管理这场直播'],
] as [StubAnswer, string][])(
	'[DESK-01] whose live it is not is told why there is no desk: %j',
	async (answer, words) => {
		stubServer({ [calls.state]: answer })
		await show()
		await screen.findByText(words)
		expect(screen.queryByRole('button', { name: '开始直播' })).toBeNull()
	},
)

test.each([
	[{ status: 403, code: 403 }, 1],
	[{ status: 404, code: 404 }, 1],
	[{ status: 422, code: 422 }, 1],
	[{ status: 429, code: 429 }, 2],
	[{ status: 500, code: 500 }, 2],
	['no-answer', 2],
] as [StubAnswer, number][])(
	'[DESK-03] a desk that is refused is not asked for again by itself, unlike one that failed: %j',
	async (answer, count) => {
		vi.useFakeTimers({ shouldAdvanceTime: true })
		const server = stubServer({ [calls.state]: answer })
		await show()
		await waitFor(() => expect(server.count(calls.state)).toBe(1))
		await act(() => vi.advanceTimersByTimeAsync(3_500))
		expect(server.count(calls.state)).toBe(count)
	},
)

test('[DESK-01] whose session has ended is offered to sign in', async () => {
	stubServer({ [calls.state]: { status: 401, code: 401 } })
	const { where } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '登录' }))
	await waitFor(() => expect(where()).toContain('/Login?meetingId=842391556'))
})

test('[DESK-03] a dropped publisher is counted down, and figures are asked for again only while the page is seen', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const server = stubServer({
		[calls.state]: stateOf({
			status: 'onAir',
			startedForMs: 1_000,
			health: aHealth({ phase: 'silent', reconnectingForMs: 20_400 }),
		}),
	})
	await show()
	await screen.findByText(/还剩 21 秒/)
	expect(server.count(calls.state)).toBe(1)
	await act(() => vi.advanceTimersByTimeAsync(1_200))
	await screen.findByText(/还剩 20 秒/)
	await act(() => vi.advanceTimersByTimeAsync(2_500))
	expect(server.count(calls.state)).toBe(2)
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	await act(async () => document.dispatchEvent(new Event('visibilitychange')))
	await act(() => vi.advanceTimersByTimeAsync(10_000))
	expect(server.count(calls.state)).toBe(2)
	vi.restoreAllMocks()
})

test('[DESK-03] what was there stays while the network is lost, and says that it is old', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const server = stubServer({ [calls.state]: stateOf({ status: 'onAir', startedForMs: 1_000 }) })
	await show()
	await screen.findByText('直播中')
	server.answers[calls.state] = 'no-answer'
	await act(() => vi.advanceTimersByTimeAsync(3_100))
	await screen.findByText('网络异常，以下是之前的状态。')
	expect(screen.getByText('直播中')).toBeTruthy()
	server.answers[calls.state] = stateOf({ status: 'suspended', startedForMs: 9_000 })
	await act(() => vi.advanceTimersByTimeAsync(3_100))
	await screen.findByText('已暂停')
	expect(screen.queryByText('网络异常，以下是之前的状态。')).toBeNull()
})

test('[DESK-10] the key is asked for when it is looked at, hidden until it is tapped, and replaced after a question', async () => {
	const server = stubServer({
		[calls.state]: stateOf(),
		[calls.publishing]: keyOf('first'),
		[calls.rotateKey]: keyOf('second'),
	})
	await show()
	await screen.findByText('未开播')
	expect(server.count(calls.publishing)).toBe(0)
	press('OBS 等推流软件')
	await screen.findByText('rtmp://meet.example.org/live')
	expect(screen.queryByText('abc?key=first')).toBeNull()
	press('显示推流码')
	expect(screen.getByText('abc?key=first')).toBeTruthy()
	press('更换推流码')
	const question = await screen.findByRole('alertdialog', { name: '更换推流码？' })
	expect(server.count(calls.rotateKey)).toBe(0)
	fireEvent.click(within(question).getByRole('button', { name: '更换推流码' }))
	await screen.findByText('abc?key=second')
	await screen.findByText('推流码已更换')
	expect(screen.queryByText('abc?key=first')).toBeNull()
})

test('[DESK-10] where RTMP is off it says so, and what cannot be loaded is tried again', async () => {
	const server = stubServer({ [calls.state]: stateOf(), [calls.publishing]: 'no-answer' })
	await show()
	await screen.findByText('未开播')
	press('OBS 等推流软件')
	await screen.findByText('网络连接异常，请重试')
	server.answers[calls.publishing] = { data: { streamId: 'abc', streamKey: 'abc?key=first' } }
	press('重试')
	await screen.findByText('此服务器未开启 RTMP 推流。')
	expect(screen.queryByRole('button', { name: '显示推流码' })).toBeNull()
})

test('[DESK-14] the meeting itself is sent once somebody is in it, and stopped again', async () => {
	const room = { isAvailable: true, isPublishing: false, wasInterrupted: false, participants: 0 }
	let desk: Partial<DeskState> = { meetingPublishing: room }
	const becomes = (isPublishing: boolean) => () => {
		desk = { meetingPublishing: { ...room, isPublishing, participants: 2 } }
		return {}
	}
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const server = stubServer({
		[calls.state]: () => stateOf(desk),
		[calls.publishMeeting]: becomes(true),
		[calls.stopPublishingMeeting]: becomes(false),
	})
	await show()
	await screen.findByText('未开播')
	press('会议画面')
	const send = () => screen.getByRole<HTMLButtonElement>('button', { name: '播出会议画面' })
	expect(screen.getByText('会议中还没有人，请先进入会议。')).toBeTruthy()
	expect(send().disabled).toBe(true)
	expect(screen.getByRole('button', { name: '进入会议' })).toBeTruthy()
	desk = { meetingPublishing: { ...room, participants: 2 } }
	await act(() => vi.advanceTimersByTimeAsync(3_100))
	await screen.findByText('会议中有 2 人，可以播出。')
	fireEvent.click(send())
	await screen.findByText(/^正在播出会议画面/)
	expect(server.last(calls.publishMeeting)?.body).toMatchObject({ meetingId: '842391556' })
	expect(screen.queryByText(/^画面刚才中断过/)).toBeNull()
	desk = { meetingPublishing: { ...room, isPublishing: true, wasInterrupted: true, participants: 2 } }
	await act(() => vi.advanceTimersByTimeAsync(3_100))
	await screen.findByText(/^画面刚才中断过/)
	press('停止播出')
	await screen.findByText('会议中有 2 人，可以播出。')
	expect(server.count(calls.stopPublishingMeeting)).toBe(1)
})

test.each([
	['noTranscoder', /没有安装 ffmpeg/],
	['noEgress', /未启用 LiveKit Egress/],
	['outsideOrigin', /直播由外部服务器处理/],
	[undefined, /^此服务器不能播出会议画面。请改用/],
] as const)(
	'[DESK-05] [DESK-14] a server that cannot send a meeting says what it lacks: %s',
	async (obstacle, words) => {
		const room = { isAvailable: false, isPublishing: false, wasInterrupted: false, participants: 2 }
		const meetingPublishing = { ...room, ...(obstacle && { obstacle }) }
		stubServer({ [calls.state]: stateOf({ meetingPublishing }) })
		await show()
		await screen.findByText('未开播')
		press('会议画面')
		await screen.findByText(words)
		expect(screen.queryByRole('button', { name: '播出会议画面' })).toBeNull()
	},
)

test.each([
	[{ status: 409, code: 40901 }, '已有其他画面（如 OBS 或手机）正在播出，请先停止它'],
	[{ status: 409, code: 40902 }, '会议中还没有人，请先进入会议。'],
	[{ status: 409, code: 813 }, '直播或会议已结束，不能播出'],
	[{ status: 503, code: 503 }, '此服务器暂时无法播出会议，可能正在播出的会议过多。请稍后再试。'],
	[{ status: 503, code: 50301 }, /^此服务器不能播出会议画面。请改用/],
	['no-answer', '网络连接异常，请重试'],
] as [StubAnswer, string | RegExp][])(
	'[DESK-04] [DESK-14] why the meeting is not sent is told in words: %j',
	async (answer, words) => {
		const meetingPublishing = { isAvailable: true, isPublishing: false, wasInterrupted: false, participants: 1 }
		stubServer({ [calls.state]: stateOf({ meetingPublishing }), [calls.publishMeeting]: answer })
		await show()
		await screen.findByText('未开播')
		press('会议画面')
		press('播出会议画面')
		await screen.findByText(words)
	},
)

test('[DESK-11] [DESK-12] the picture has its figures for each definition, and what is wrong with what helps', async () => {
	stubServer({
		[calls.state]: stateOf({
			status: 'onAir',
			health: aHealth({
				warnings: ['keyFrameDistance'],
				definitions: [
					{ name: 'source', framesPerSecond: 30, bitsPerSecond: 2_500_000, keyFrameDistanceMs: 8_000, lagMs: 0 },
					{ name: 'sd', framesPerSecond: 25, bitsPerSecond: 640_000, keyFrameDistanceMs: 2_000, lagMs: 900 },
				],
			}),
		}),
	})
	await show()
	await screen.findByText('关键帧间隔太长，现为 8.0 秒')
	expect(screen.getByText(/把“关键帧间隔”设为 2 秒/)).toBeTruthy()
	const rows = screen.getAllByRole('heading', { level: 3 }).map(heading => heading.parentElement?.textContent)
	expect(rows[0]).toMatch(/原画.*30 帧\/秒.*2\.5 Mbps.*8\.0 秒/)
	expect(rows[1]).toMatch(/标清.*25 帧\/秒.*640 kbps.*0\.9 秒/)
})

test('[DESK-06] the link of the viewers is shown, copied and drawn as a code', async () => {
	const copied = vi.fn(async () => {})
	vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
	stubServer({ [calls.state]: stateOf() })
	await show()
	const link = within(await screen.findByRole('region', { name: '观看链接' })).getByRole('link')
	expect(link.textContent).toBe('meet.example.org/liveBroadcast?roomId=842391556')
	expect(link.getAttribute('href')).toBe('https://meet.example.org/liveBroadcast?roomId=842391556')
	press('复制观看链接')
	await waitFor(() => expect(copied).toHaveBeenCalledWith('https://meet.example.org/liveBroadcast?roomId=842391556'))
	press('观看二维码')
	expect(await screen.findByRole('img', { name: '观看链接的二维码' })).toBeTruthy()
})

test('[DESK-06] a link that only this machine opens promises no phone anything', async () => {
	stubServer({ [calls.state]: stateOf({ watchUrl: 'http://localhost:8080/liveBroadcast?roomId=842391556' }) })
	await show()
	await screen.findByText('此地址仅在这台电脑上有效，手机无法打开。')
	press('观看二维码')
	await screen.findByRole('img', { name: '观看链接的二维码' })
	expect(screen.queryByText(/用手机扫描/)).toBeNull()
})

test('[DESK-14] who is needed in the meeting is led there', async () => {
	const meetingPublishing = { isAvailable: true, isPublishing: false, wasInterrupted: false, participants: 0 }
	stubServer({ [calls.state]: stateOf({ meetingPublishing }) })
	const { where } = await show()
	await screen.findByText('未开播')
	press('会议画面')
	press('进入会议')
	await waitFor(() => expect(where()).toBe('/MeetingList/JoinMeeting/842391556/false'))
})

test('[DESK-20] an announcement is pinned, shown in the field when it is opened again, and taken away', async () => {
	let announcement = ''
	const server = stubServer({
		[calls.state]: () => stateOf({ announcement }),
		[calls.pin]: ({ body }) => {
			announcement = body.notice as string
			return {}
		},
	})
	await show()
	fireEvent.click(await screen.findByRole('tab', { name: '讨论' }))
	press('公告')
	const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '公告内容' })
	expect(screen.getByRole<HTMLButtonElement>('button', { name: '发布公告' }).disabled).toBe(true)
	expect(screen.queryByRole('button', { name: '移除公告' })).toBeNull()
	fireEvent.change(field, { target: { value: ' 三点抽奖 ' } })
	press('发布公告')
	await screen.findByText('公告已发布')
	await waitFor(() => expect(screen.queryByRole('textbox', { name: '公告内容' })).toBeNull())
	expect(announcement).toBe('三点抽奖')
	press('公告')
	expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '公告内容' })).value).toBe('三点抽奖')
	press('移除公告')
	await screen.findByText('公告已移除')
	expect(server.last(calls.pin)?.body).toMatchObject({ notice: '' })
})

test.each([
	[{ status: 422, code: 42220 }, '含有不允许发布的词语'],
	[{ status: 422, code: 42218 }, '公告过长'],
] as [StubAnswer, string][])(
	'[DESK-04] [DESK-20] an announcement that is refused stays, with why: %j',
	async (answer, words) => {
		stubServer({ [calls.state]: stateOf(), [calls.pin]: answer })
		await show()
		fireEvent.click(await screen.findByRole('tab', { name: '讨论' }))
		press('公告')
		const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '公告内容' })
		fireEvent.change(field, { target: { value: '三点抽奖' } })
		press('发布公告')
		await screen.findByText(words)
		expect(field.value).toBe('三点抽奖')
	},
)

test('[DESK-22] who is in the discussion is listed while one looks, guests marked', async () => {
	const server = stubServer({
		[calls.state]: stateOf(),
		[calls.viewers]: {
			data: {
				count: 3,
				list: [
					{ userId: 'lilei', nickName: '李雷', guest: 0 },
					{ userId: 'g1', nickName: 'visitor204817', guest: 1 },
				],
			},
		},
	})
	await show()
	const tab = await screen.findByRole('tab', { name: '观众' })
	expect(server.count(calls.viewers)).toBe(0)
	fireEvent.click(tab)
	await screen.findByText('讨论区有 3 人')
	expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
		expect.stringContaining('李雷'),
		expect.stringMatching(/visitor204817.*访客/),
	])
	expect(screen.getByText('只列出前 2 人。')).toBeTruthy()
})

test('[DESK-22] viewers that cannot be listed are told of, and tried again', async () => {
	const server = stubServer({ [calls.state]: stateOf(), [calls.viewers]: { status: 500, code: 500 } })
	await show()
	fireEvent.click(await screen.findByRole('tab', { name: '观众' }))
	await screen.findByText('操作失败，请重试')
	server.answers[calls.viewers] = { data: { count: 0, list: [] } }
	press('重试')
	await screen.findByText('讨论区还没有观众')
})

test('[DESK-01] what one person saw of a live is not there for the next one', async () => {
	const server = stubServer({ [calls.state]: () => stateOf() })
	const { visit, back } = await show()
	await screen.findByText('未开播')
	await visit('/MeetingList')
	const { user, ...member } = aMember()
	setPerson({ ...member, user: { ...user, id: 'lilei' as never } })
	server.answers[calls.state] = () => new Promise(() => {})
	await back()
	await waitFor(() => expect(server.count(calls.state)).toBeGreaterThan(1))
	expect(screen.queryByText('未开播')).toBeNull()
})
