import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCodeReader } from './codeReader.ts'
import { scanForMeeting, scanIntervalMs } from './scanForMeeting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const link = 'https://meet.example/?meetingId=842391556&pwd=MTI'

/** A camera in front of which codes are held one after the other. */
function aCamera(...sights: (string[] | Error)[]) {
	const onFound = vi.fn()
	const onOther = vi.fn()
	const read = vi.fn(async () => {
		const sight = sights.shift() ?? []
		if (sight instanceof Error) throw sight
		return sight
	})
	const stop = scanForMeeting({
		read,
		onFound,
		onOther,
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	})
	return { onFound, onOther, read, stop, looks: (times: number) => vi.advanceTimersByTimeAsync(scanIntervalMs * times) }
}

test('[LINK-01] scans until a meeting is found', async () => {
	const { onFound, read, looks } = aCamera(new Error('no picture yet'), [], ['hello', link], [link])
	await looks(10)
	expect(onFound.mock.calls).toEqual([[{ meetingId: '842391556', password: '12' }]])
	expect(read).toHaveBeenCalledTimes(3)
})

test('another code is reported, and scanning continues', async () => {
	const { onFound, onOther, looks } = aCamera(['https://shop.example'], [link])
	await looks(5)
	expect([onOther.mock.calls.length, onFound.mock.calls.length]).toEqual([1, 1])
})

test('nothing is found after it was stopped', async () => {
	const { onFound, read, stop, looks } = aCamera([], [link])
	await looks(0)
	stop()
	await looks(5)
	expect([read.mock.calls.length, onFound.mock.calls.length]).toEqual([1, 0])
})

const detector = (formats: string[], rawValue: string) =>
	class {
		static getSupportedFormats = async () => formats
		detect = async () => [{ rawValue }]
	} as never

test('the detector of the browser is used where it reads QR codes, otherwise the polyfill', async () => {
	const bring = async () => detector(['qr_code'], 'ours')
	const read = async (native: never) => (await openCodeReader(native, bring)).read({} as never)
	expect(await read(detector(['qr_code'], 'native'))).toEqual(['native'])
	expect(await read(detector(['ean_13'], 'native'))).toEqual(['ours'])
	expect(await read(undefined as never)).toEqual(['ours'])
})
