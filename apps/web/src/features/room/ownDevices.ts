import type { DeviceFault, DeviceKind, Devices, Opened } from '../../media/index.ts'
import type { Device } from './room.ts'

export interface OwnDevicesSetup {
	devices: Devices
	/** How it stands with a device, for the screen and everybody else. */
	report(kind: DeviceKind, device: Device): void
	/** What to send from now on; nothing for nothing. */
	send(kind: DeviceKind, track: MediaStreamTrack | undefined): void
}

export interface OwnDevices {
	open(kinds: readonly DeviceKind[]): Promise<void>
	close(kind: DeviceKind): void
	closeAll(): void
}

/**
 * Our microphone and camera. A microphone that is off stays open but silent, so that one is back in the sentence at
 * once; a camera that is off is closed, so that its light goes out.
 */
export function ownDevices({ devices, report, send }: OwnDevicesSetup): OwnDevices {
	const tracks = new Map<DeviceKind, MediaStreamTrack>()
	/** Counts switches: what is opened by an older one has been switched off meanwhile. */
	const turns: Record<DeviceKind, number> = { microphone: 0, camera: 0 }

	function start(kind: DeviceKind, track: MediaStreamTrack) {
		tracks.set(kind, track)
		track.enabled = true
		track.onended = () => fail(kind, track)
		send(kind, track)
		report(kind, { at: 'on' })
	}

	/** Unplugged, taken back in the browser's settings, or claimed by another program. */
	function fail(kind: DeviceKind, track: MediaStreamTrack) {
		if (tracks.get(kind) !== track) return
		tracks.delete(kind)
		send(kind, undefined)
		report(kind, { at: 'fault', fault: 'missing' })
	}

	function take(kind: DeviceKind, turn: number, opened: Opened | undefined) {
		if (turn !== turns[kind]) {
			if (opened?.ok) opened.value.stop()
			return
		}
		if (opened?.ok) return start(kind, opened.value)
		const fault: DeviceFault = opened?.failure ?? 'failed'
		report(kind, { at: 'fault', fault })
	}

	function release(kind: DeviceKind) {
		const track = tracks.get(kind)
		tracks.delete(kind)
		if (track) track.onended = null
		track?.stop()
	}

	return {
		async open(kinds) {
			const silent = tracks.get('microphone')
			if (kinds.includes('microphone') && silent) start('microphone', silent)
			const closed = kinds.filter(kind => !tracks.has(kind))
			const turn = Object.fromEntries(closed.map(kind => [kind, ++turns[kind]]))
			for (const kind of closed) report(kind, { at: 'opening' })
			const opened = closed.length > 0 ? await devices.open(closed) : {}
			for (const kind of closed) take(kind, turn[kind] ?? 0, opened[kind])
		},
		close(kind) {
			turns[kind]++
			const track = tracks.get(kind)
			send(kind, undefined)
			report(kind, { at: 'off' })
			if (kind === 'microphone' && track) track.enabled = false
			else release(kind)
		},
		closeAll() {
			for (const kind of ['microphone', 'camera'] as const) {
				turns[kind]++
				release(kind)
			}
		},
	}
}
