import { type BroadcastStatus, type MeetingId, ok, refused } from '@parley/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LivePublishState } from '../../../media/index.ts'
import { PhonePublishing } from './PhonePublishing.tsx'
import { isSending, type PhonePublishingDeps, usePhonePublishing } from './usePhonePublishing.ts'

afterEach(cleanup)

const aTrack = (kind: string) => ({ kind, enabled: true, stop: vi.fn() })

function aStream() {
	const [audio, video] = [aTrack('audio'), aTrack('video')]
	const tracks = { getTracks: () => [audio, video], getAudioTracks: () => [audio], getVideoTracks: () => [video] }
	return { stream: Object.assign(new MediaStream(), tracks) as unknown as MediaStream, audio, video }
}

interface Held {
	phone?: ReturnType<typeof usePhonePublishing>
}

/** The camera as the desk creates it, with the panel that shows it. */
function Way({ status, held, deps }: { status: BroadcastStatus; held: Held; deps: PhonePublishingDeps }) {
	const phone = usePhonePublishing('842391556' as MeetingId, deps)
	held.phone = phone
	return <PhonePublishing phone={phone} status={status} open onOpenChange={() => {}} />
}

function show(
	openCamera?: () => Promise<never>,
	{ canPublish = true, status = 'onAir' }: { canPublish?: boolean; status?: BroadcastStatus } = {},
) {
	const front = aStream()
	const publisher = { state: { phase: 'connecting' } as LivePublishState, use: vi.fn(), stop: vi.fn() }
	let tell: (state: LivePublishState) => void = () => {}
	const deps = {
		canPublish: () => canPublish,
		openCamera: vi.fn(openCamera ?? (async (..._: unknown[]) => ok(front.stream))),
		openPublisher: vi.fn((options: { onState: typeof tell }) => {
			tell = options.onState
			return publisher
		}),
		loadPublishing: vi.fn(async () => ({ streamId: 'abc', streamKey: 'abc?key=secret' })),
		holdWakeLock: vi.fn(() => () => {}),
	}
	const held: Held = {}
	const shown = render(<Way status={status} held={held} deps={deps as unknown as PhonePublishingDeps} />)
	const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
	return { ...shown, held, deps, front, publisher, press, tell: (state: LivePublishState) => act(() => tell(state)) }
}

test('[DESK-13] camera and microphone are previewed before they are sent, and closed afterwards', async () => {
	const { deps, front, publisher, press, tell, held } = show()
	expect(deps.openCamera).not.toHaveBeenCalled()
	await press('打开摄像头')
	expect(screen.getByLabelText<HTMLVideoElement>('摄像头预览').muted).toBe(true)
	expect(deps.openPublisher).not.toHaveBeenCalled()
	await press('播出画面')
	expect(deps.openPublisher).toHaveBeenCalledWith(
		expect.objectContaining({ stream: front.stream, streamId: 'abc', key: 'secret' }),
	)
	expect(screen.getByRole('status').textContent).toBe('正在连接')
	tell({ phase: 'publishing', container: 'mp4-aac', unsentBytes: 0 })
	expect(screen.getByRole('status').textContent).toMatch(/^正在播出画面/)
	tell({ phase: 'publishing', container: 'mp4-aac', unsentBytes: 2_000_000 })
	expect(screen.getByRole('status').textContent).toMatch(/网络太慢/)
	expect(isSending(held.phone?.sending)).toBe(true)
	await press('停止播出')
	expect(publisher.stop).toHaveBeenCalled()
	tell({ phase: 'over', reason: 'stopped' })
	expect(isSending(held.phone?.sending)).toBe(false)
	for (const track of [front.audio, front.video]) expect(track.stop).toHaveBeenCalled()
})

test('[DESK-13] the preview is scrolled into view and labelled; before the live, going live sends it', async () => {
	const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
	const { press, unmount } = show(undefined, { status: 'notStarted' })
	expect(scrollIntoView).not.toHaveBeenCalled()
	await press('打开摄像头')
	expect(scrollIntoView).toHaveBeenCalledTimes(1)
	expect(screen.getByText('这是预览，开始直播后观众立即可见。')).toBeTruthy()
	expect(screen.queryByRole('button', { name: '播出画面' })).toBeNull()
	unmount()
	const started = show()
	await started.press('打开摄像头')
	expect(screen.getByText('这是预览，观众还看不到。')).toBeTruthy()
	await started.press('播出画面')
	expect(screen.queryByText(/^这是预览/)).toBeNull()
	scrollIntoView.mockRestore()
})

test('[DESK-02] [DESK-13] during a pause the camera says what viewers see', async () => {
	const { press, tell } = show(undefined, { status: 'suspended' })
	await press('打开摄像头')
	await press('播出画面')
	tell({ phase: 'publishing', container: 'mp4-aac', unsentBytes: 0 })
	expect(screen.getByRole('status').textContent).toBe('直播已暂停，观众看到的是暂停提示')
})

test('[DESK-13] a browser that cannot record H.264 shows a message and opens no camera', () => {
	show(undefined, { canPublish: false })
	expect(screen.getByText(/无法录制 H.264/)).toBeTruthy()
	expect(screen.queryByRole('button', { name: '打开摄像头' })).toBeNull()
})

test('[DESK-13] the other camera is sent with the same microphone, which can be muted', async () => {
	const back = aStream()
	const { deps, front, publisher, press } = show()
	await press('打开摄像头')
	await press('播出画面')
	deps.openCamera.mockImplementation(async () => {
		expect(front.video.stop, 'one camera at a time').toHaveBeenCalled()
		return ok(back.stream)
	})
	await press('切换摄像头')
	expect(deps.openCamera).toHaveBeenLastCalledWith('environment', front.audio)
	expect(publisher.use).toHaveBeenCalledWith(back.stream)
	await press('静音')
	expect(back.audio.enabled).toBe(false)
	await press('静音')
	expect(back.audio.enabled).toBe(true)
})

test('[DESK-13] a failed switch of cameras is reported, and the previous camera is sent again', async () => {
	const again = aStream()
	const { deps, publisher, press } = show()
	await press('打开摄像头')
	await press('播出画面')
	deps.openCamera.mockImplementation(async side =>
		side === 'environment' ? (refused('missing') as never) : ok(again.stream),
	)
	await press('切换摄像头')
	expect(screen.getByRole('alert').textContent).toMatch(/没有找到/)
	expect(publisher.use).toHaveBeenCalledWith(again.stream)
})

test('[DESK-04] [DESK-13] failures of opening and of sending are explained', async () => {
	const { deps, press, tell } = show()
	deps.openCamera.mockImplementationOnce(async () => refused('denied') as never)
	await press('打开摄像头')
	expect(screen.getByRole('alert').textContent).toMatch(/未允许/)
	await press('打开摄像头')
	expect(screen.queryByRole('alert')).toBeNull()
	await press('播出画面')
	tell({ phase: 'over', reason: 'busy' })
	expect(screen.getByRole('status').textContent).toMatch(/已有其他画面/)
	expect(screen.getByRole('button', { name: '播出画面' })).toBeTruthy()
})

test('[DESK-13] leaving the desk stops sending, and closes a camera that opens only afterwards', async () => {
	const { front, publisher, press, unmount } = show()
	await press('打开摄像头')
	await press('播出画面')
	unmount()
	expect(publisher.stop).toHaveBeenCalled()
	expect(front.video.stop).toHaveBeenCalled()

	let open: (value: unknown) => void = () => {}
	const late = show(() => new Promise(resolve => (open = resolve as typeof open)))
	await late.press('打开摄像头')
	late.unmount()
	await act(async () => open(ok(late.front.stream)))
	expect(late.front.video.stop).toHaveBeenCalled()
})

test.each([true, false])(
	'[DESK-13] closing while the other camera opens keeps both closed (it can be opened: %s)',
	async canBeOpened => {
		const late = aStream()
		let opened: (value: unknown) => void = () => {}
		const { deps, publisher, press } = show()
		await press('打开摄像头')
		await press('播出画面')
		deps.openCamera.mockImplementationOnce(() => new Promise(resolve => (opened = resolve as typeof opened)))
		await press('切换摄像头')
		await press('停止播出')
		await act(async () => opened(canBeOpened ? ok(late.stream) : refused('missing')))
		expect(publisher.use).not.toHaveBeenCalled()
		expect(screen.queryByLabelText('摄像头预览')).toBeNull()
		expect(screen.queryByRole('alert')).toBeNull()
		expect(deps.openCamera).toHaveBeenCalledTimes(2)
		for (const track of [late.audio, late.video]) expect(track.stop).toHaveBeenCalledTimes(canBeOpened ? 1 : 0)
		await press('打开摄像头')
		expect(screen.getByLabelText('摄像头预览')).toBeTruthy()
	},
)

test('[DESK-13] a reopened camera has sound, even if it was muted before closing', async () => {
	const { held, press } = show()
	await press('打开摄像头')
	act(() => held.phone?.toggleMuted())
	expect(held.phone?.isMuted).toBe(true)
	act(() => held.phone?.close())
	await press('打开摄像头')
	expect(held.phone?.isMuted).toBe(false)
})

test.each(['closes the camera', 'leaves the desk'])(
	'[DESK-13] nothing is sent of a person who %s before the server has given the key',
	async way => {
		let give: (key: { streamId: string; streamKey: string }) => void = () => {}
		const { deps, held, press, unmount } = show()
		deps.loadPublishing.mockImplementation(() => new Promise(resolve => (give = resolve)))
		await press('打开摄像头')
		await press('播出画面')
		if (way === 'leaves the desk') unmount()
		else act(() => held.phone?.close())
		await act(async () => give({ streamId: 'abc', streamKey: 'abc?key=secret' }))
		expect(deps.openPublisher).not.toHaveBeenCalled()
	},
)
