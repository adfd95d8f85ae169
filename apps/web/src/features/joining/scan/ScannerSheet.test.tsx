import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScannerSheet } from './ScannerSheet.tsx'
import { scanIntervalMs } from './scanForMeeting.ts'

const link = 'https://meet.example/?meetingId=842391556&pwd=MTI'
let sight: string[]
const stop = vi.fn()

class Detector {
	static getSupportedFormats = async () => ['qr_code']
	async detect() {
		return sight.map(rawValue => ({ rawValue }))
	}
}

const camera = (capabilities: object = {}) => ({
	getUserMedia: async () => {
		const track = { stop, getCapabilities: () => capabilities, applyConstraints: async () => {} }
		return { getVideoTracks: () => [track] } as unknown as MediaStream
	},
})
const refusing = (name: string) => ({
	getUserMedia: async () => {
		throw Object.assign(new Error(), { name })
	},
})

function show(mediaDevices: object | undefined) {
	Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
	const told = { onClose: vi.fn(), onFound: vi.fn(), onType: vi.fn() }
	const shown = render(<ScannerSheet open {...told} />)
	return { ...told, ...shown }
}

beforeEach(() => {
	sight = []
	stop.mockClear()
	vi.stubGlobal('BarcodeDetector', Detector)
	vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[LINK-01] a meeting is found in the picture of the camera, which is stopped with the scanner', async () => {
	const { onFound, unmount } = show(camera())
	await screen.findByText('将会议二维码放入框内')
	sight = [link]
	await waitFor(() => expect(onFound.mock.calls).toEqual([[{ meetingId: '842391556', password: '12' }]]))
	unmount()
	expect(stop).toHaveBeenCalledTimes(1)
})

test('another code is reported', async () => {
	sight = ['https://shop.example']
	const { onFound } = show(camera())
	await screen.findByText('二维码中没有会议信息，请换一个')
	expect(onFound).not.toHaveBeenCalled()
})

test.each([
	['denied', refusing('NotAllowedError'), '无法使用摄像头', true],
	['no camera', refusing('NotFoundError'), '没有找到摄像头', false],
	['in use', refusing('NotReadableError'), '摄像头正被占用', true],
	['no secure page', undefined, '当前连接不能使用摄像头', false],
] as const)('%s: shown, with a picture or the id as alternatives', async (_, devices, title, mayTryAgain) => {
	const { onType } = show(devices)
	await screen.findByText(title)
	expect(screen.queryByRole('button', { name: '再试一次' }) !== null).toBe(mayTryAgain)
	expect(screen.getByRole('button', { name: '从相册选择' })).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: '输入会议号' }))
	expect(onType).toHaveBeenCalledTimes(1)
})

test('the light can be switched where the camera has one', async () => {
	show(camera())
	await screen.findByText('将会议二维码放入框内')
	expect(screen.queryByRole('button', { name: '打开手电筒' })).toBeNull()
	cleanup()
	show(camera({ torch: true }))
	fireEvent.click(await screen.findByRole('button', { name: '打开手电筒' }))
	await screen.findByRole('button', { name: '关闭手电筒' })
})

test('a picture of a code is read; one without a code is reported', async () => {
	const { onFound } = show(refusing('NotFoundError'))
	await screen.findByText('没有找到摄像头')
	const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
	const choose = () => fireEvent.change(input, { target: { files: [new Blob(['x'])] } })
	choose()
	await screen.findByText('图片中未识别到二维码')
	sight = [link]
	choose()
	await waitFor(() => expect(onFound).toHaveBeenCalledTimes(1))
})

test('[LINK-01] a camera that opens after the scanner was closed is stopped', async () => {
	let open: ((stream: MediaStream) => void) | undefined
	const slow = { getUserMedia: () => new Promise<MediaStream>(resolve => (open = resolve)) }
	const { unmount } = show(slow)
	await waitFor(() => expect(open).toBeTruthy())
	unmount()
	open?.(await camera().getUserMedia())
	await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
})

test('[LINK-01] a code that is read after the scanner was closed leads nowhere', async () => {
	let see = (_: object[]) => {}
	vi.spyOn(Detector.prototype, 'detect').mockImplementation(() => new Promise(resolve => (see = resolve as never)))
	const { onFound, unmount } = show(camera())
	await waitFor(() => expect(Detector.prototype.detect).toHaveBeenCalledTimes(1))
	unmount()
	see([{ rawValue: link }])
	await new Promise(resolve => setTimeout(resolve, 300))
	expect(onFound).not.toHaveBeenCalled()
	expect(Detector.prototype.detect).toHaveBeenCalledTimes(1)
	vi.restoreAllMocks()
})

test('[LINK-01] a scanner that was closed between two looks does not look again', async () => {
	const detect = vi.spyOn(Detector.prototype, 'detect')
	const { unmount } = show(camera())
	await waitFor(() => expect(detect).toHaveBeenCalledTimes(2))
	await act(async () => {})
	unmount()
	await new Promise(resolve => setTimeout(resolve, 2 * scanIntervalMs))
	expect(detect).toHaveBeenCalledTimes(2)
	vi.restoreAllMocks()
})

test('the message about a picture goes when another one is chosen, which may be the same again', async () => {
	const { onFound } = show(refusing('NotFoundError'))
	await screen.findByText('没有找到摄像头')
	const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
	const values: string[] = []
	Object.defineProperty(input, 'value', { set: value => values.push(value), configurable: true })
	const choose = () => fireEvent.change(input, { target: { files: [new Blob(['x'])] } })
	choose()
	await screen.findByText('图片中未识别到二维码')
	expect(values).toEqual([''])
	sight = [link]
	choose()
	await waitFor(() => expect(onFound).toHaveBeenCalledTimes(1))
	expect(screen.queryByText('图片中未识别到二维码')).toBeNull()
})

test('[LINK-01] trying again starts the camera anew', async () => {
	const devices = refusing('NotReadableError') as { getUserMedia(): Promise<MediaStream> }
	show(devices)
	await screen.findByText('摄像头正被占用')
	devices.getUserMedia = camera().getUserMedia
	fireEvent.click(screen.getByRole('button', { name: '再试一次' }))
	await screen.findByText('将会议二维码放入框内')
	expect(stop).not.toHaveBeenCalled()
})
