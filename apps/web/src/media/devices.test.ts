import { expect, test } from 'vitest'
import { createDevices, toDeviceError } from './devices.ts'

const aTrack = (kind: string) => ({ kind }) as MediaStreamTrack
const aStream = ({ audio, video }: MediaStreamConstraints) =>
	({
		getAudioTracks: () => (audio ? [aTrack('audio')] : []),
		getVideoTracks: () => (video ? [aTrack('video')] : []),
	}) as MediaStream

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
	return { questions, devices: createDevices({ getUserMedia }) }
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
	const opened = await createDevices(undefined).open(['microphone', 'camera'])
	expect(opened.camera).toEqual({ ok: false, failure: 'insecure' })
})
