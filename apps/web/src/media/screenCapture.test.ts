import { afterEach, expect, test, vi } from 'vitest'
import { openScreen } from './screenCapture.ts'

afterEach(() => void vi.unstubAllGlobals())

const aTrack = () => ({
	onended: null as (() => void) | null,
	contentHint: '',
	isStopped: false,
	stop: vi.fn(),
	applyConstraints: vi.fn(async () => {}),
})
type Track = ReturnType<typeof aTrack>

/** A browser whose user chooses what these tracks show. */
function aBrowser(choice: { pictures: Track[]; sounds: Track[] } | Error) {
	const getDisplayMedia = vi.fn(async () => {
		if (choice instanceof Error) throw choice
		const { pictures, sounds } = choice
		return { getVideoTracks: () => pictures, getAudioTracks: () => sounds, getTracks: () => [...pictures, ...sounds] }
	})
	vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia } })
	return getDisplayMedia
}

test('[ROOM-100] a tab is shared with its sound, which is sent as music and not cleaned like a voice', async () => {
	const [picture, sound] = [aTrack(), aTrack()]
	const getDisplayMedia = aBrowser({ pictures: [picture], sounds: [sound] })
	expect(await openScreen()).toMatchObject({ ok: true, value: { picture, sound } })
	expect(getDisplayMedia).toHaveBeenCalledWith(
		expect.objectContaining({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } }),
	)
	expect([picture.contentHint, sound.contentHint]).toEqual(['detail', 'music'])
})

test('[ROOM-100] a browser or a person that shares no sound shares the picture', async () => {
	const picture = aTrack()
	aBrowser({ pictures: [picture], sounds: [] })
	expect(await openScreen()).toMatchObject({ ok: true, value: { picture, sound: undefined } })
})

test('[ROOM-100] the browser’s own button is heard of; a screen that was closed is not, and ends with its sound', async () => {
	const [picture, sound] = [aTrack(), aTrack()]
	aBrowser({ pictures: [picture], sounds: [sound] })
	const opened = await openScreen()
	const ended = vi.fn()
	if (opened.ok) opened.value.onEnded(ended)
	picture.onended?.()
	expect(ended).toHaveBeenCalledOnce()
	if (opened.ok) opened.value.close()
	expect([picture.onended, picture.stop.mock.calls.length, sound.stop.mock.calls.length]).toEqual([null, 1, 1])
})

test('[ROOM-100] sound without a picture is no screen, and is closed', async () => {
	const sound = aTrack()
	aBrowser({ pictures: [], sounds: [sound] })
	expect(await openScreen()).toEqual({ ok: false, failure: 'failed' })
	expect(sound.stop).toHaveBeenCalled()
})

test('[ROOM-100] a person who chooses nothing, and a system that fails, are told apart', async () => {
	aBrowser(Object.assign(new Error(), { name: 'NotAllowedError' }))
	expect(await openScreen()).toEqual({ ok: false, failure: 'denied' })
	aBrowser(Object.assign(new Error(), { name: 'NotReadableError' }))
	expect(await openScreen()).toEqual({ ok: false, failure: 'failed' })
})

test('[ROOM-100] a screen that ended before its listener was there is heard of, too', async () => {
	const picture = { ...aTrack(), readyState: 'ended' }
	aBrowser({ pictures: [picture], sounds: [] })
	const opened = await openScreen()
	const ended = vi.fn()
	if (opened.ok) opened.value.onEnded(ended)
	expect(ended).toHaveBeenCalledOnce()
})
