import { expect, test } from 'vitest'
import { watchHeadset } from './headset.ts'

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'groupId' | 'label'>
const output = (deviceId: string, label: string, groupId = deviceId): Device => ({
	kind: 'audiooutput',
	deviceId,
	groupId,
	label,
})
const speakers = output('s', 'Built-in speakers')
const headset = output('h', 'USB Headset')
const isDefault = ({ groupId, label }: Device) => output('default', `Default - ${label}`, groupId)
const settled = () => new Promise(resolve => setTimeout(resolve))

/** A browser in which the test plugs devices in and out. */
async function aBrowser(first: Device[], speaker?: string) {
	const told: string[] = []
	let devices = first
	const access = Object.assign(new EventTarget(), { enumerateDevices: async () => devices as MediaDeviceInfo[] })
	const watch = watchHeadset(
		{ onGone: () => told.push('gone'), onBack: () => told.push('back') },
		{ access, findSpeaker: async () => (devices.some(({ deviceId }) => deviceId === speaker) ? speaker : undefined) },
	)
	await settled()
	return {
		told,
		watch,
		async plug(...next: Device[]) {
			devices = next
			access.dispatchEvent(new Event('devicechange'))
			await settled()
		},
	}
}

test('[ROOM-201] the headset that plays is gone, and back', async () => {
	const { told, plug } = await aBrowser([isDefault(headset), speakers, headset])
	await plug(isDefault(speakers), speakers)
	expect(told).toEqual(['gone'])
	await plug(isDefault(headset), speakers, headset)
	expect(told).toEqual(['gone', 'back'])
})

test('[ROOM-201] a headset that plays because it was chosen is noticed, too', async () => {
	const { told, plug } = await aBrowser([isDefault(speakers), speakers, headset], 'h')
	await plug(isDefault(speakers), speakers)
	expect(told).toEqual(['gone'])
})

test('[ROOM-201] a headset that does not play, and loudspeakers, come and go unnoticed', async () => {
	const { told, plug } = await aBrowser([isDefault(speakers), speakers, headset])
	await plug(isDefault(speakers), speakers)
	await plug(isDefault(speakers), speakers, headset)
	const monitor = output('m', 'Monitor')
	await plug(isDefault(monitor), speakers, monitor)
	await plug(isDefault(speakers), speakers)
	expect(told).toEqual([])
})

test('[ROOM-201] another headset that plays from then on is not worth a pause', async () => {
	const other = output('o', '蓝牙耳机')
	const { told, plug } = await aBrowser([isDefault(headset), headset, other, speakers])
	await plug(isDefault(other), other, speakers)
	expect(told).toEqual([])
})

test('[ROOM-201] a browser that lists no outputs has the microphone of the headset', async () => {
	const pods: Device = { ...output('p', 'AirPods'), kind: 'audioinput' }
	const { told, plug } = await aBrowser([pods])
	await plug()
	expect(told).toEqual(['gone'])
})

test('[ROOM-201] names that come with the permission are read again; nothing is told afterwards', async () => {
	const { told, plug, watch } = await aBrowser([{ ...headset, label: '' }])
	await plug({ ...headset, label: '' })
	const named = await aBrowser([])
	named.watch.stop()
	await named.plug(headset)
	await named.plug()
	watch.stop()
	await plug()
	expect([told, named.told]).toEqual([[], []])
})
