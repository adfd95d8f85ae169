import type { CameraSide, ChosenDevice } from './deviceChoices.ts'

export interface ListedDevice extends ChosenDevice {
	/** The side of a phone it looks from. */
	side?: CameraSide
}

/** The devices to choose from; empty until the person has given permission, because browsers keep ids and names back until then. */
export interface DeviceList {
	microphones: readonly ListedDevice[]
	cameras: readonly ListedDevice[]
	speakers: readonly ListedDevice[]
}

export const noDevices: DeviceList = { microphones: [], cameras: [], speakers: [] }

/** The part of `navigator.mediaDevices` that is needed; undefined in an insecure context. */
export interface DeviceListApi extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
	enumerateDevices(): Promise<MediaDeviceInfo[]>
}

/** Chromium lists these besides the devices they stand for. */
const aliases: readonly string[] = ['', 'default', 'communications']

export async function listDevices(
	access: Pick<DeviceListApi, 'enumerateDevices'> | undefined = navigator.mediaDevices,
): Promise<DeviceList> {
	const found = (await access?.enumerateDevices().catch(() => [])) ?? []
	const listed = (kind: MediaDeviceKind) =>
		found.flatMap(device =>
			device.kind === kind && !aliases.includes(device.deviceId) && device.label !== ''
				? [{ id: device.deviceId, label: device.label, ...sideOf(device) }]
				: [],
		)
	return { microphones: listed('audioinput'), cameras: listed('videoinput'), speakers: listed('audiooutput') }
}

/** Calls back when a device is plugged in or out, until the function it returns is called. */
export function watchDevices(
	onChange: () => void,
	access: DeviceListApi | undefined = navigator.mediaDevices,
): () => void {
	access?.addEventListener('devicechange', onChange)
	return () => access?.removeEventListener('devicechange', onChange)
}

/** The chosen device among those that are there; undefined if it is gone, which means the default. */
export const findChosen = (
	chosen: ChosenDevice | undefined,
	devices: readonly ListedDevice[],
): ListedDevice | undefined =>
	chosen && (devices.find(({ id }) => id === chosen.id) ?? devices.find(({ label }) => label === chosen.label))

/** Phones have cameras on both sides, of which people choose the side. */
export const isPhoneCamera = (cameras: readonly ListedDevice[]): boolean =>
	cameras.some(({ side }) => side === 'environment')

function sideOf(device: MediaDeviceInfo): { side?: CameraSide } {
	if (device.kind !== 'videoinput') return {}
	const { facingMode } = (device as Partial<InputDeviceInfo>).getCapabilities?.() ?? {}
	if (facingMode?.includes('environment')) return { side: 'environment' }
	if (facingMode?.includes('user')) return { side: 'user' }
	// Firefox tells nothing but the name.
	if (/\b(?:back|rear|environment)\b|后置|后摄/i.test(device.label)) return { side: 'environment' }
	return /\bfront\b|前置|前摄/i.test(device.label) ? { side: 'user' } : {}
}
