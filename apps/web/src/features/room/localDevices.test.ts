import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteBlurError } from '../../media/blur/blurSupport.ts'
import type { DeviceKind, Devices, OpenResult } from '../../media/index.ts'
import { createLocalDevices } from './localDevices.ts'

function aTrack() {
	return Object.assign(new EventTarget(), {
		label: 'USB microphone',
		muted: false,
		enabled: true,
		stopped: false,
		onended: null as (() => void) | null,
		stop() {
			this.stopped = true
		},
	})
}
type Track = ReturnType<typeof aTrack>
const asTrack = (track: Track) => track as unknown as MediaStreamTrack

/** Devices that answer when the test says so. */
function createHarness() {
	const requested: DeviceKind[][] = []
	/** The requests that are not answered yet, the first one first. */
	const answers: ((opened: Partial<Record<DeviceKind, OpenResult>>) => void)[] = []
	const devices: Devices = {
		open(kinds) {
			requested.push([...kinds])
			return new Promise(resolve => void answers.push(resolve))
		},
	}
	const states: string[] = []
	const sent: string[] = []
	const localDevices = createLocalDevices({
		devices,
		onChange: (kind, device) => states.push(`${kind} ${device.status === 'failed' ? device.error : device.status}`),
		onMuted: (kind, isMuted) => states.push(`${kind} ${isMuted ? 'muted' : 'not muted'} by the system`),
		onReplaced: (kind, name) => states.push(`${kind} is ${name}`),
		publish: (kind, track) => sent.push(`${kind} ${track ? 'track' : 'nothing'}`),
	})
	const answer = (found: Partial<Record<DeviceKind, OpenResult>>) => answers.shift()?.(found)
	const opened = async (found: Partial<Record<DeviceKind, OpenResult>>) => {
		answer(found)
		await new Promise(resolve => setTimeout(resolve))
	}
	return { localDevices, requested, states, sent, opened, answer }
}

test('[ROOM-13] both devices are opened with one prompt', async () => {
	const { localDevices, requested, states, sent, opened } = createHarness()
	void localDevices.open(['microphone', 'camera'])
	await opened({ microphone: { ok: true, value: asTrack(aTrack()) }, camera: { ok: false, failure: 'busy' } })
	expect(requested).toEqual([['microphone', 'camera']])
	expect(states).toEqual(['microphone opening', 'camera opening', 'microphone on', 'camera busy'])
	expect(sent).toEqual(['microphone track'])
})

test('[ROOM-13] a microphone that is off stays open but silent, and returns without a prompt', async () => {
	const { localDevices, requested, sent, opened } = createHarness()
	const track = aTrack()
	void localDevices.open(['microphone'])
	await opened({ microphone: { ok: true, value: asTrack(track) } })
	localDevices.close('microphone')
	expect(track).toMatchObject({ enabled: false, stopped: false })
	await localDevices.open(['microphone'])
	expect(track.enabled).toBe(true)
	expect(requested).toHaveLength(1)
	expect(sent).toEqual(['microphone track', 'microphone nothing', 'microphone track'])
})

test('[ROOM-13] a camera that is off is closed, so that its light goes out', async () => {
	const { localDevices, opened } = createHarness()
	const track = aTrack()
	void localDevices.open(['camera'])
	await opened({ camera: { ok: true, value: asTrack(track) } })
	localDevices.close('camera')
	expect(track.stopped).toBe(true)
})

test('[ROOM-13] a device that is switched off during the prompt stays off', async () => {
	const { localDevices, states, sent, opened } = createHarness()
	const track = aTrack()
	void localDevices.open(['camera'])
	localDevices.close('camera')
	await opened({ camera: { ok: true, value: asTrack(track) } })
	expect(track.stopped).toBe(true)
	expect(states.at(-1)).toBe('camera off')
	expect(sent).toEqual(['camera nothing'])
})

test('[ROOM-121] an unplugged device is replaced by the default one', async () => {
	const { localDevices, states, sent, opened } = createHarness()
	const [unplugged, other] = [aTrack(), aTrack()]
	void localDevices.open(['microphone'])
	await opened({ microphone: { ok: true, value: asTrack(unplugged) } })
	unplugged.onended?.()
	await opened({ microphone: { ok: true, value: asTrack(other) } })
	expect(sent).toEqual(['microphone track', 'microphone track'])
	expect(states).toEqual(['microphone opening', 'microphone on', 'microphone on', 'microphone is USB microphone'])
})

describe('[ROOM-200] a device that the system mutes', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	async function mutedMicrophone() {
		const harness = createHarness()
		const track = aTrack()
		void harness.localDevices.open(['microphone'])
		harness.answer({ microphone: { ok: true, value: asTrack(track) } })
		await vi.advanceTimersByTimeAsync(0)
		track.muted = true
		track.dispatchEvent(new Event('mute'))
		await vi.advanceTimersByTimeAsync(2_000)
		return harness
	}

	test('is told, until it is opened again', async () => {
		const { localDevices, states, answer } = await mutedMicrophone()
		expect(states.at(-1)).toBe('microphone muted by the system')
		void localDevices.reopen('microphone')
		answer({ microphone: { ok: true, value: asTrack(aTrack()) } })
		await vi.advanceTimersByTimeAsync(5_000)
		expect(states.slice(-2)).toEqual(['microphone not muted by the system', 'microphone on'])
	})

	test('is not told while the person has it off, and is told when they switch it on again', async () => {
		const { localDevices, states } = await mutedMicrophone()
		localDevices.close('microphone')
		await vi.advanceTimersByTimeAsync(5_000)
		expect(states.slice(-2)).toEqual(['microphone off', 'microphone not muted by the system'])
		await localDevices.open(['microphone'])
		await vi.advanceTimersByTimeAsync(5_000)
		expect(states.at(-1)).toBe('microphone muted by the system')
	})

	test('after leaving nothing is watched', async () => {
		const { localDevices } = await mutedMicrophone()
		localDevices.closeAll()
		expect(vi.getTimerCount()).toBe(0)
	})
})

test.each(['microphone', 'camera'] as const)(
	'[ROOM-73] an unplugged %s without another one is no longer sent, reported, and opened again by hand',
	async kind => {
		const { localDevices, requested, states, sent, opened } = createHarness()
		const [unplugged, again] = [aTrack(), aTrack()]
		void localDevices.open([kind])
		await opened({ [kind]: { ok: true, value: asTrack(unplugged) } })
		const { onended } = unplugged
		onended?.()
		await opened({ [kind]: { ok: false, failure: 'missing' } })
		expect(sent.at(-1)).toBe(`${kind} nothing`)
		expect(states.at(-1)).toBe(`${kind} missing`)
		void localDevices.open([kind])
		await opened({ [kind]: { ok: true, value: asTrack(again) } })
		expect(requested).toEqual([[kind], [kind], [kind]])
		expect(states.at(-1)).toBe(`${kind} on`)
		// Late events of the first one have no effect.
		onended?.()
		expect(states.at(-1)).toBe(`${kind} on`)
		expect(requested).toHaveLength(3)
	},
)

test('[ROOM-122] a device that is switched off while another one is opened in its place stays off', async () => {
	const { localDevices, states, opened } = createHarness()
	const [first, second] = [aTrack(), aTrack()]
	void localDevices.open(['camera'])
	await opened({ camera: { ok: true, value: asTrack(first) } })
	void localDevices.reopen('camera')
	localDevices.close('camera')
	await opened({ camera: { ok: true, value: asTrack(second) } })
	expect([first.stopped, second.stopped, states.at(-1)]).toEqual([true, true, 'camera off'])
})

const found = (track: Track): OpenResult => ({ ok: true, value: asTrack(track) })

test('[ROOM-122] of two devices that are chosen quickly the second one is used, and nobody sees it off meanwhile', async () => {
	const { localDevices, requested, states, sent, opened } = createHarness()
	const [first, second, third] = [aTrack(), aTrack(), aTrack()]
	void localDevices.open(['microphone'])
	await opened({ microphone: found(first) })
	void localDevices.reopen('microphone')
	void localDevices.reopen('microphone')
	await opened({ microphone: found(second) })
	await opened({ microphone: found(third) })
	expect([first.stopped, second.stopped, third.stopped]).toEqual([true, true, false])
	expect(requested).toHaveLength(3)
	expect(sent).toEqual(['microphone track', 'microphone track'])
	expect(states).toEqual(['microphone opening', 'microphone on', 'microphone on'])
})

test('[ROOM-122] a device that is chosen while the one before is opening is used in its place', async () => {
	const { localDevices, states, sent, opened } = createHarness()
	const [first, second] = [aTrack(), aTrack()]
	void localDevices.open(['camera'])
	void localDevices.reopen('camera')
	await opened({ camera: found(first) })
	await opened({ camera: found(second) })
	expect([first.stopped, second.stopped, sent, states.at(-1)]).toEqual([true, false, ['camera track'], 'camera on'])
})

test('[ROOM-122] a device that is chosen after a busy one is opened; after it was switched off it is not', async () => {
	const { localDevices, requested, states, opened } = createHarness()
	void localDevices.open(['microphone'])
	await opened({ microphone: { ok: false, failure: 'busy' } })
	void localDevices.reopen('microphone')
	await opened({ microphone: { ok: false, failure: 'busy' } })
	void localDevices.reopen('microphone')
	await opened({ microphone: found(aTrack()) })
	expect(states).toEqual(['opening', 'busy', 'opening', 'busy', 'opening', 'on'].map(state => `microphone ${state}`))
	localDevices.close('microphone')
	await localDevices.reopen('microphone')
	expect([requested.length, states.at(-1)]).toEqual([3, 'microphone off'])
})

test('[ROOM-13] a camera that was off is opened again', async () => {
	const { localDevices, requested, sent, opened } = createHarness()
	for (const _ of ['first', 'second']) {
		void localDevices.open(['camera'])
		await opened({ camera: { ok: true, value: asTrack(aTrack()) } })
		localDevices.close('camera')
	}
	expect(requested).toEqual([['camera'], ['camera']])
	expect(sent).toEqual(['camera track', 'camera nothing', 'camera track', 'camera nothing'])
})

test('[ROOM-14] leaving closes everything', async () => {
	const { localDevices, opened } = createHarness()
	const track = aTrack()
	void localDevices.open(['microphone'])
	await opened({ microphone: { ok: true, value: asTrack(track) } })
	localDevices.closeAll()
	expect(track.stopped).toBe(true)
})

test('[ROOM-14] a device that the browser opens only after leaving is closed at once, and is sent to nobody', async () => {
	const { localDevices, sent, states, opened } = createHarness()
	const [microphone, camera] = [aTrack(), aTrack()]
	void localDevices.open(['microphone', 'camera'])
	localDevices.closeAll()
	await opened({ microphone: { ok: true, value: asTrack(microphone) }, camera: { ok: true, value: asTrack(camera) } })
	expect([microphone.stopped, camera.stopped, sent]).toEqual([true, true, []])
	expect(states).toEqual(['microphone opening', 'camera opening'])
})

test('[ROOM-241] a camera whose blur has failed is shown as failed, not opened without it, until that is chosen', async () => {
	const { localDevices, requested, states, sent, opened } = createHarness()
	const [blurred, sharp] = [aTrack(), aTrack()]
	void localDevices.open(['camera'])
	await opened({ camera: found(blurred) })
	noteBlurError(asTrack(blurred), 'blur')
	blurred.onended?.()
	expect([requested.length, states.at(-1), sent.at(-1), blurred.stopped]).toEqual([
		1,
		'camera blur',
		'camera nothing',
		true,
	])
	void localDevices.reopen('camera')
	await opened({ camera: found(sharp) })
	expect([states.at(-1), sent.at(-1)]).toEqual(['camera on', 'camera track'])
})
