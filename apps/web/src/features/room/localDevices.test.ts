import { expect, test } from 'vitest'
import type { DeviceKind, Devices, OpenResult } from '../../media/index.ts'
import { createLocalDevices } from './localDevices.ts'

function aTrack() {
	return {
		enabled: true,
		stopped: false,
		onended: null as (() => void) | null,
		stop() {
			this.stopped = true
		},
	}
}
type Track = ReturnType<typeof aTrack>
const asTrack = (track: Track) => track as unknown as MediaStreamTrack

/** Devices that answer when the test says so. */
function someDevices() {
	const asked: DeviceKind[][] = []
	let answer: (opened: Partial<Record<DeviceKind, OpenResult>>) => void = () => {}
	const devices: Devices = {
		open(kinds) {
			asked.push([...kinds])
			return new Promise(resolve => {
				answer = resolve
			})
		},
	}
	const said: string[] = []
	const sent: string[] = []
	const own = createLocalDevices({
		devices,
		onChange: (kind, device) => said.push(`${kind} ${device.status === 'failed' ? device.error : device.status}`),
		publish: (kind, track) => sent.push(`${kind} ${track ? 'track' : 'nothing'}`),
	})
	const opened = async (found: Partial<Record<DeviceKind, OpenResult>>) => {
		answer(found)
		await new Promise(resolve => setTimeout(resolve))
	}
	return { own, asked, said, sent, opened }
}

test('[ROOM-13] both are asked for with one question', async () => {
	const { own, asked, said, sent, opened } = someDevices()
	void own.open(['microphone', 'camera'])
	await opened({ microphone: { ok: true, value: asTrack(aTrack()) }, camera: { ok: false, failure: 'busy' } })
	expect(asked).toEqual([['microphone', 'camera']])
	expect(said).toEqual(['microphone opening', 'camera opening', 'microphone on', 'camera busy'])
	expect(sent).toEqual(['microphone track'])
})

test('[ROOM-13] a microphone that is off stays open but silent, and is back without a question', async () => {
	const { own, asked, sent, opened } = someDevices()
	const track = aTrack()
	void own.open(['microphone'])
	await opened({ microphone: { ok: true, value: asTrack(track) } })
	own.close('microphone')
	expect(track).toMatchObject({ enabled: false, stopped: false })
	await own.open(['microphone'])
	expect(track.enabled).toBe(true)
	expect(asked).toHaveLength(1)
	expect(sent).toEqual(['microphone track', 'microphone nothing', 'microphone track'])
})

test('[ROOM-13] a camera that is off is closed, so that its light goes out', async () => {
	const { own, opened } = someDevices()
	const track = aTrack()
	void own.open(['camera'])
	await opened({ camera: { ok: true, value: asTrack(track) } })
	own.close('camera')
	expect(track.stopped).toBe(true)
})

test('[ROOM-13] what is switched off while the browser still asks stays off', async () => {
	const { own, said, sent, opened } = someDevices()
	const track = aTrack()
	void own.open(['camera'])
	own.close('camera')
	await opened({ camera: { ok: true, value: asTrack(track) } })
	expect(track.stopped).toBe(true)
	expect(said.at(-1)).toBe('camera off')
	expect(sent).toEqual(['camera nothing'])
})

test('[ROOM-73] a device that is pulled out is sent no more, and said', async () => {
	const { own, said, sent, opened } = someDevices()
	const track = aTrack()
	void own.open(['microphone'])
	await opened({ microphone: { ok: true, value: asTrack(track) } })
	track.onended?.()
	expect(sent.at(-1)).toBe('microphone nothing')
	expect(said.at(-1)).toBe('microphone missing')
})

test('[ROOM-14] leaving closes everything', async () => {
	const { own, opened } = someDevices()
	const track = aTrack()
	void own.open(['microphone'])
	await opened({ microphone: { ok: true, value: asTrack(track) } })
	own.closeAll()
	expect(track.stopped).toBe(true)
})
