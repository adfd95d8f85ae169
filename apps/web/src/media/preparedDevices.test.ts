import { beforeEach, describe, expect, test } from 'vitest'
import { noteBlurError } from './blur/blurSupport.ts'
import { createDeviceChoices, type DeviceKind } from './deviceChoices.ts'
import type { OpenResult } from './devices.ts'
import { createPreparedDevices, createRoomDevices } from './preparedDevices.ts'

interface FakeTrack {
	kind: DeviceKind
	readyState: 'live' | 'ended'
	onended: (() => void) | null
	stop(): void
}

/** Devices that are opened when the test says so. */
function createHarness() {
	const requested: string[] = []
	const tracks: FakeTrack[] = []
	const pending: (() => void)[] = []
	const waiting: (() => void)[] = []
	let error: 'denied' | undefined
	const choices = createDeviceChoices({ readJson: () => undefined, writeJson() {} })
	const devices = {
		open(kinds: readonly DeviceKind[]) {
			requested.push(kinds.join('+'))
			const results = kinds.map((kind): [DeviceKind, OpenResult] => {
				if (error) return [kind, { ok: false, failure: error }]
				const track: FakeTrack = {
					kind,
					readyState: 'live',
					onended: null,
					stop() {
						track.readyState = 'ended'
					},
				}
				tracks.push(track)
				return [kind, { ok: true, value: track as unknown as MediaStreamTrack }]
			})
			return new Promise<Partial<Record<DeviceKind, OpenResult>>>(resolve =>
				pending.push(() => resolve(Object.fromEntries(results))),
			)
		},
	}
	const prepared = createPreparedDevices({
		devices,
		choices,
		schedule(act) {
			waiting.push(act)
			return () => void waiting.splice(waiting.indexOf(act), 1)
		},
	})
	return {
		prepared,
		room: createRoomDevices(devices, prepared),
		choices,
		requested,
		tracks,
		waiting,
		live: () => tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
		deny: () => {
			error = 'denied'
		},
		async answer() {
			for (const act of pending.splice(0)) act()
			await new Promise(resolve => setTimeout(resolve))
		},
	}
}

let harness: ReturnType<typeof createHarness>
beforeEach(() => {
	harness = createHarness()
})
const statuses = () => {
	const { microphone, camera } = harness.prepared.get()
	return [microphone.status, camera.status]
}

test('[ROOM-120] devices are open until the form is left', async () => {
	harness.prepared.open(['microphone', 'camera'])
	expect(statuses()).toEqual(['opening', 'opening'])
	await harness.answer()
	expect(statuses()).toEqual(['on', 'on'])
	harness.prepared.leaveForm()
	expect(harness.live()).toEqual([])
	expect(statuses()).toEqual(['off', 'off'])
})

test('[ROOM-120] one that is switched off, or whose form is left, while it is being opened is closed again', async () => {
	harness.prepared.open(['microphone'])
	harness.prepared.close('microphone')
	harness.prepared.open(['camera'])
	harness.prepared.leaveForm()
	await harness.answer()
	expect(harness.live()).toEqual([])
})

test('[ROOM-120] a device is opened once, and again after it failed', async () => {
	harness.prepared.open(['camera'])
	harness.prepared.open(['camera'])
	await harness.answer()
	harness.prepared.open(['camera'])
	expect(harness.requested).toEqual(['camera'])
	harness.tracks[0]?.onended?.()
	expect(statuses()).toEqual(['off', 'failed'])
	harness.prepared.open(['camera'])
	expect(harness.requested).toHaveLength(2)
})

test('[ROOM-241] a camera whose blur has failed says so, and is opened again when the blur is turned off', async () => {
	harness.choices.set({ blursBackground: true })
	harness.prepared.open(['camera'])
	await harness.answer()
	noteBlurError(harness.tracks[0] as unknown as MediaStreamTrack, 'blur')
	harness.tracks[0]?.onended?.()
	expect(harness.prepared.get().camera).toEqual({ status: 'failed', error: 'blur' })
	harness.choices.set({ blursBackground: false })
	expect(harness.requested).toEqual(['camera', 'camera'])
	await harness.answer()
	expect(statuses()).toEqual(['off', 'on'])
})

describe('[ROOM-120] [ROOM-13] the room', () => {
	test('takes what is open without opening it again, and closes the rest', async () => {
		harness.prepared.open(['microphone', 'camera'])
		await harness.answer()
		harness.prepared.keepForRoom()
		harness.prepared.leaveForm()
		const opened = await harness.room.open(['camera'])
		harness.room.releasePrepared()
		expect(opened.camera?.ok && opened.camera.value).toBe(harness.tracks[1])
		expect(harness.requested).toEqual(['microphone+camera'])
		expect(harness.live()).toEqual(['camera'])
	})

	test('waits for a prompt of the form, instead of showing a second one', async () => {
		harness.prepared.open(['microphone'])
		harness.prepared.keepForRoom()
		harness.prepared.leaveForm()
		const opening = harness.room.open(['microphone'])
		harness.room.releasePrepared()
		await harness.answer()
		expect((await opening).microphone?.ok).toBe(true)
		expect(harness.requested).toEqual(['microphone'])
		expect(harness.live()).toEqual(['microphone'])
	})

	test('opens what is missing, or has ended meanwhile', async () => {
		harness.prepared.open(['microphone'])
		await harness.answer()
		harness.tracks[0]?.stop()
		const opening = harness.room.open(['microphone', 'camera'])
		await Promise.resolve()
		await new Promise(resolve => setTimeout(resolve))
		expect(harness.requested).toEqual(['microphone', 'microphone+camera'])
		await harness.answer()
		expect(Object.keys(await opening)).toEqual(['microphone', 'camera'])
	})

	test('that is not entered in time does not leave the camera on', async () => {
		harness.prepared.open(['camera'])
		await harness.answer()
		harness.prepared.keepForRoom()
		harness.prepared.leaveForm()
		expect(harness.live()).toEqual(['camera'])
		for (const act of harness.waiting) act()
		expect(harness.live()).toEqual([])
	})

	test('keeps its devices for itself while it goes on', async () => {
		const opening = harness.room.open(['camera'])
		await harness.answer()
		await opening
		expect(harness.prepared.isInCall()).toBe(true)
		harness.prepared.open(['microphone'])
		expect(harness.requested).toEqual(['camera'])
		harness.tracks[0]?.stop()
		harness.prepared.open(['microphone'])
		expect(harness.requested).toEqual(['camera', 'microphone'])
	})
})

test('[ROOM-123] a refusal is told, and does not keep the room from asking once more', async () => {
	harness.deny()
	harness.prepared.open(['camera'])
	await harness.answer()
	expect(harness.prepared.get().camera).toEqual({ status: 'failed', error: 'denied' })
	expect(harness.prepared.take('camera')).toBeUndefined()
})

test('[ROOM-121] another choice opens the device anew, if it is open', async () => {
	harness.prepared.open(['microphone'])
	await harness.answer()
	harness.choices.set({ microphone: { id: 'usb', label: 'USB' } })
	harness.choices.set({ camera: { side: 'environment' } })
	await harness.answer()
	expect(harness.requested).toEqual(['microphone', 'microphone'])
	expect(harness.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
})
