import { expect, test } from 'vitest'
import { findChosen, isPhoneCamera, listDevices, watchDevices } from './deviceList.ts'

type Fields = Partial<MediaDeviceInfo> & { facingMode?: string[] }
const aDevice = ({ facingMode, ...fields }: Fields) =>
	({
		deviceId: 'd',
		label: 'Device',
		kind: 'audioinput',
		getCapabilities: () => ({ facingMode }),
		...fields,
	}) as MediaDeviceInfo
const listOf = (...devices: Fields[]) => listDevices({ enumerateDevices: async () => devices.map(aDevice) })

test('[ROOM-121] devices are listed by kind, without the aliases of Chromium', async () => {
	const list = await listOf(
		{ deviceId: 'default', label: 'Default - Built-in' },
		{ deviceId: 'communications', label: 'Communications - Built-in' },
		{ deviceId: 'm', label: 'Built-in' },
		{ deviceId: 'c', label: 'Webcam', kind: 'videoinput' },
		{ deviceId: 's', label: 'Speakers', kind: 'audiooutput' },
	)
	expect(list).toEqual({
		microphones: [{ id: 'm', label: 'Built-in' }],
		cameras: [{ id: 'c', label: 'Webcam' }],
		speakers: [{ id: 's', label: 'Speakers' }],
	})
})

test('[ROOM-121] before there is permission nothing is listed, nor where listing fails', async () => {
	expect((await listOf({ deviceId: '', label: '' })).microphones).toEqual([])
	const list = await listDevices({ enumerateDevices: () => Promise.reject(new Error('not allowed')) })
	expect(list.cameras).toEqual([])
})

test.each([
	[{ label: 'camera2 0, facing back' }, 'environment'],
	[{ label: 'camera2 1, facing front' }, 'user'],
	[{ label: 'Back Dual Wide Camera' }, 'environment'],
	[{ label: '后置相机' }, 'environment'],
	[{ label: '前置相机' }, 'user'],
	[{ label: 'x', facingMode: ['environment'] }, 'environment'],
	[{ label: 'x', facingMode: ['user'] }, 'user'],
	[{ label: 'Background camera', facingMode: [] }, undefined],
])('[ROOM-121] the side of a camera: %j is %s', async (fields, side) => {
	const { cameras } = await listOf({ kind: 'videoinput', ...fields })
	expect(cameras[0]?.side).toBe(side)
	expect(isPhoneCamera(cameras)).toBe(side === 'environment')
})

test('[ROOM-121] a chosen device is found by id, then by name', () => {
	const devices = [
		{ id: 'a', label: 'Same name' },
		{ id: 'b', label: 'Other' },
	]
	expect(findChosen({ id: 'b', label: 'Same name' }, devices)?.id).toBe('b')
	expect(findChosen({ id: 'x', label: 'Same name' }, devices)?.id).toBe('a')
	expect(findChosen({ id: 'x', label: 'y' }, devices)).toBeUndefined()
	expect(findChosen(undefined, devices)).toBeUndefined()
})

test('[ROOM-121] plugging in is noticed until it is no longer watched', () => {
	const access = Object.assign(new EventTarget(), { enumerateDevices: async () => [] })
	let changes = 0
	const stop = watchDevices(() => changes++, access)
	access.dispatchEvent(new Event('devicechange'))
	stop()
	access.dispatchEvent(new Event('devicechange'))
	expect(changes).toBe(1)
})
