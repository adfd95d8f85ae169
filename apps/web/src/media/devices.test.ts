import { describe, expect, test } from 'vitest'
import type { DeviceChoices } from './deviceChoices.ts'
import { type DeviceList, noDevices } from './deviceList.ts'
import { createDevices, toDeviceError } from './devices.ts'

const aTrack = (kind: string) => ({ kind }) as MediaStreamTrack
const aStream = ({ audio, video }: MediaStreamConstraints) =>
	({
		getAudioTracks: () => (audio ? [aTrack('audio')] : []),
		getVideoTracks: () => (video ? [aTrack('video')] : []),
	}) as MediaStream

const defaults = {
	getChoices: (): DeviceChoices => ({
		isMirrored: true,
		suppressesNoise: true,
		blursBackground: false,
	}),
	listDevices: async () => noDevices,
}

/** A browser whose devices fail by name. */
function aBrowser(broken: { audio?: string; video?: string } = {}) {
	const questions: string[] = []
	const getUserMedia = async (constraints: MediaStreamConstraints) => {
		const kinds = (['audio', 'video'] as const).filter(kind => constraints[kind])
		questions.push(kinds.join('+'))
		const failing = kinds.find(kind => broken[kind])
		if (failing) throw new DOMException('', broken[failing])
		return aStream(constraints)
	}
	return { questions, devices: createDevices({ mediaDevices: { getUserMedia }, ...defaults }) }
}

test('[ROOM-73] every error of a browser is translated', () => {
	const named = (name: string) => toDeviceError(new DOMException('', name))
	expect(named('NotAllowedError')).toBe('denied')
	expect(named('NotFoundError')).toBe('missing')
	expect(named('NotReadableError')).toBe('busy')
	expect(named('SomethingNew')).toBe('failed')
	expect(toDeviceError(undefined)).toBe('failed')
})

test('[ROOM-13] both devices take one prompt', async () => {
	const { questions, devices } = aBrowser()
	const opened = await devices.open(['microphone', 'camera'])
	expect(questions).toEqual(['audio+video'])
	expect(opened.microphone?.ok && opened.camera?.ok).toBe(true)
})

test('[ROOM-73] a missing device does not prevent the other', async () => {
	const { devices } = aBrowser({ video: 'NotFoundError' })
	const opened = await devices.open(['microphone', 'camera'])
	expect(opened.microphone?.ok).toBe(true)
	expect(opened.camera).toEqual({ ok: false, failure: 'missing' })
})

test('[ROOM-73] after a denial there is no second prompt', async () => {
	const { questions, devices } = aBrowser({ audio: 'NotAllowedError', video: 'NotAllowedError' })
	const opened = await devices.open(['microphone', 'camera'])
	expect(questions).toEqual(['audio+video'])
	expect(opened).toEqual({
		microphone: { ok: false, failure: 'denied' },
		camera: { ok: false, failure: 'denied' },
	})
})

test('[ROOM-75] without a secure page there are no devices', async () => {
	const opened = await createDevices({ mediaDevices: undefined, ...defaults }).open(['microphone', 'camera'])
	expect(opened.camera).toEqual({ ok: false, failure: 'insecure' })
})

describe('the background', () => {
	const blurred = { kind: 'blurred' } as unknown as MediaStreamTrack

	async function openCamera(
		blursBackground: boolean,
		blurCamera?: (camera: MediaStreamTrack) => Promise<MediaStreamTrack>,
	) {
		const stopped: string[] = []
		const getUserMedia = async () =>
			({
				getAudioTracks: () => [aTrack('audio')],
				getVideoTracks: () => [{ kind: 'video', stop: () => void stopped.push('camera') }],
			}) as unknown as MediaStream
		const getChoices = () => ({ ...defaults.getChoices(), blursBackground })
		const opened = await createDevices({ mediaDevices: { getUserMedia }, ...defaults, getChoices, blurCamera }).open([
			'microphone',
			'camera',
		])
		return { stopped, camera: opened.camera?.ok ? opened.camera.value.kind : opened.camera?.failure }
	}

	test('[ROOM-240] is blurred where that was chosen, and the browser can', async () => {
		const blur = async () => blurred
		expect((await openCamera(true, blur)).camera).toBe('blurred')
		expect((await openCamera(false, blur)).camera).toBe('video')
		expect((await openCamera(true)).camera).toBe('video')
	})

	test('[ROOM-241] is not shown instead where the code of the blur cannot be loaded', async () => {
		const { camera, stopped } = await openCamera(true, () => Promise.reject(new Error('offline')))
		expect([camera, stopped]).toEqual(['blur', ['camera']])
	})
})

describe('[ROOM-121] the chosen devices', () => {
	const usb = { id: 'usb', label: 'USB microphone' }
	const list: DeviceList = {
		microphones: [{ id: 'built-in', label: 'Built-in' }, usb],
		cameras: [{ id: 'webcam', label: 'Webcam' }],
		speakers: [],
	}

	/** The constraints with which both devices are opened. */
	async function constraintsWith(choices: Partial<DeviceChoices>, listed = list) {
		let asked: MediaStreamConstraints = {}
		const getUserMedia = async (constraints: MediaStreamConstraints) => {
			asked = constraints
			return aStream(constraints)
		}
		const getChoices = () => ({ ...defaults.getChoices(), ...choices })
		const devices = createDevices({ mediaDevices: { getUserMedia }, getChoices, listDevices: async () => listed })
		await devices.open(['microphone', 'camera'])
		return asked as { audio: MediaTrackConstraints; video: MediaTrackConstraints }
	}

	test('are opened by id', async () => {
		const { audio, video } = await constraintsWith({ microphone: usb, camera: { id: 'webcam', label: 'Webcam' } })
		expect([audio.deviceId, video.deviceId]).toEqual([{ exact: 'usb' }, { exact: 'webcam' }])
		expect(video.facingMode).toBeUndefined()
	})

	test('are found by their name under another id', async () => {
		const { audio } = await constraintsWith({ microphone: { id: 'before', label: 'USB microphone' } })
		expect(audio.deviceId).toEqual({ exact: 'usb' })
	})

	test('that are gone give way to the default', async () => {
		const { audio } = await constraintsWith({ microphone: { id: 'gone', label: 'Gone' } })
		expect(audio.deviceId).toBeUndefined()
	})

	test('that disappear while they are opened give way to the default, too', async () => {
		const asked: unknown[] = []
		const getUserMedia = async ({ audio }: MediaStreamConstraints) => {
			asked.push((audio as MediaTrackConstraints).deviceId)
			if (asked.length === 1) throw new DOMException('', 'OverconstrainedError')
			return aStream({ audio: true })
		}
		const getChoices = () => ({ ...defaults.getChoices(), microphone: usb })
		const devices = createDevices({ mediaDevices: { getUserMedia }, getChoices, listDevices: async () => list })
		expect((await devices.open(['microphone'])).microphone?.ok).toBe(true)
		expect(asked).toEqual([{ exact: 'usb' }, undefined])
	})

	test('are asked for by id while nothing is listed, which is before there is permission', async () => {
		const { audio } = await constraintsWith({ microphone: usb }, noDevices)
		expect(audio.deviceId).toEqual({ exact: 'usb' })
	})

	test('on a phone are a side, the front by default', async () => {
		expect((await constraintsWith({ camera: { side: 'environment' } })).video.facingMode).toBe('environment')
		expect((await constraintsWith({})).video.facingMode).toBe('user')
	})

	test('suppress noise unless the person does not want that', async () => {
		expect((await constraintsWith({})).audio.noiseSuppression).toBe(true)
		expect((await constraintsWith({ suppressesNoise: false })).audio.noiseSuppression).toBe(false)
	})
})
