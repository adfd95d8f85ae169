import { expect, test, vi } from 'vitest'
import { openScanCamera } from './scanCamera.ts'

function aTrack({ torch, obeys = true }: { torch?: boolean; obeys?: boolean } = {}) {
	const applyConstraints = vi.fn(async () => {
		if (!obeys) throw new Error('no')
	})
	return { stop: vi.fn(), getCapabilities: () => ({ torch }), applyConstraints }
}
const access = (track: object | undefined) => ({
	getUserMedia: vi.fn(async () => ({ getVideoTracks: () => (track ? [track] : []) }) as unknown as MediaStream),
})

async function opened(track: object) {
	const camera = await openScanCamera(access(track))
	if (!camera.ok) throw new Error(camera.failure)
	return camera.value
}

test('requests the back camera as a preference, and no microphone', async () => {
	const devices = access(aTrack())
	await openScanCamera(devices)
	expect(devices.getUserMedia.mock.calls).toEqual([
		[{ video: expect.objectContaining({ facingMode: { ideal: 'environment' } }) }],
	])
})

test('the light can be switched where the camera has one, and resolves to whether it is on', async () => {
	expect((await opened(aTrack())).torch).toBeUndefined()
	const track = aTrack({ torch: true })
	const { torch } = await opened(track)
	expect(await torch?.(true)).toBe(true)
	expect(track.applyConstraints.mock.calls).toEqual([[{ advanced: [{ torch: true }] }]])
	expect(await (await opened(aTrack({ torch: true, obeys: false }))).torch?.(true)).toBe(false)
})

test('the camera is stopped', async () => {
	const track = aTrack()
	;(await opened(track)).stop()
	expect(track.stop).toHaveBeenCalledTimes(1)
})

test.each([
	['NotAllowedError', 'denied'],
	['NotFoundError', 'missing'],
	['NotReadableError', 'busy'],
	['Other', 'failed'],
])('%s is translated to %s', async (name, failure) => {
	const getUserMedia = async () => {
		throw Object.assign(new Error(), { name })
	}
	expect(await openScanCamera({ getUserMedia })).toEqual({ ok: false, failure })
})

test('an insecure page has no camera, and a stream without a track is a missing camera', async () => {
	vi.stubGlobal('navigator', {})
	expect(await openScanCamera()).toEqual({ ok: false, failure: 'insecure' })
	vi.unstubAllGlobals()
	expect(await openScanCamera(access(undefined))).toEqual({ ok: false, failure: 'missing' })
})
