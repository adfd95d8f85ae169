import {
	type DeviceKind,
	type Devices,
	getBlurError,
	type OpenError,
	type OpenResult,
	watchSystemMute,
} from '../../media/index.ts'
import type { DeviceState } from './roomState.ts'

export interface LocalDevicesDeps {
	devices: Devices
	/** The state of a device changed. */
	onChange(kind: DeviceKind, device: DeviceState): void
	/** The track to send from now on; undefined stops sending. */
	publish(kind: DeviceKind, track: MediaStreamTrack | undefined): void
	/** The system delivers nothing from a device that is on, or does so again (ROOM-200). */
	onMuted(kind: DeviceKind, isMuted: boolean): void
	/** A device that has ended was replaced by the one with this name (ROOM-204). */
	onReplaced(kind: DeviceKind, name: string): void
}

export interface LocalDevices {
	open(kinds: readonly DeviceKind[]): Promise<void>
	/**
	 * Opens a device anew, because another one was chosen, also where the one before is still opening or has failed; one that
	 * is off is opened when it is switched on.
	 */
	reopen(kind: DeviceKind): Promise<void>
	close(kind: DeviceKind): void
	closeAll(): void
}

/**
 * The own microphone and camera (ROOM-13). A microphone that is off stays open but silent, so that it is back without
 * delay; a camera that is off is closed, so that its light goes out.
 */
export function createLocalDevices(deps: LocalDevicesDeps): LocalDevices {
	const { devices, onChange, publish, onMuted, onReplaced } = deps
	const tracks = new Map<DeviceKind, MediaStreamTrack>()
	/** Counts switches and choices per device: what an older one opened is not used any more. */
	const turns: Record<DeviceKind, number> = { microphone: 0, camera: 0 }
	/** Switched on by the person, also while it is opening and after it has failed. */
	const wanted: Record<DeviceKind, boolean> = { microphone: false, camera: false }
	/** Shown as on, also while another one is opened in its place. */
	const shownOn: Record<DeviceKind, boolean> = { microphone: false, camera: false }
	const stopWatching: Partial<Record<DeviceKind, () => void>> = {}

	function show(kind: DeviceKind, device: DeviceState) {
		shownOn[kind] = device.status === 'on'
		onChange(kind, device)
	}

	function start(kind: DeviceKind, track: MediaStreamTrack) {
		tracks.set(kind, track)
		track.enabled = true
		track.onended = () => void replaceEnded(kind, track)
		watch(kind, track)
		publish(kind, track)
		show(kind, { status: 'on' })
	}

	/** Unplugged, permission withdrawn, or taken by another program. One that was unplugged is replaced by the default. */
	async function replaceEnded(kind: DeviceKind, track: MediaStreamTrack) {
		if (tracks.get(kind) !== track) return
		const blurError = getBlurError(track)
		if (blurError) {
			release(kind)
			publish(kind, undefined)
			return show(kind, { status: 'failed', error: blurError })
		}
		await reopen(kind)
		const replacement = tracks.get(kind)
		if (replacement && wanted[kind]) onReplaced(kind, replacement.label)
	}

	function watch(kind: DeviceKind, track: MediaStreamTrack) {
		stopWatching[kind]?.()
		let isTold = false
		const stop = watchSystemMute(track, isMuted => {
			isTold = isMuted
			onMuted(kind, isMuted)
		})
		stopWatching[kind] = () => {
			stop()
			if (isTold) onMuted(kind, false)
			delete stopWatching[kind]
		}
	}

	/**
	 * The old device is closed first: phones open one camera at a time. Others see the change as a still picture, because
	 * the state stays on meanwhile.
	 */
	async function reopen(kind: DeviceKind) {
		const turn = ++turns[kind]
		release(kind)
		if (!wanted[kind]) return
		if (!shownOn[kind]) show(kind, { status: 'opening' })
		const opened = await devices.open([kind])
		if (turn === turns[kind] && !opened[kind]?.ok) publish(kind, undefined)
		take(kind, turn, opened[kind])
	}

	function take(kind: DeviceKind, turn: number, opened: OpenResult | undefined) {
		if (turn !== turns[kind]) {
			if (opened?.ok) opened.value.stop()
			return
		}
		if (opened?.ok) return start(kind, opened.value)
		const error: OpenError = opened?.failure ?? 'failed'
		show(kind, { status: 'failed', error })
	}

	function release(kind: DeviceKind) {
		const track = tracks.get(kind)
		tracks.delete(kind)
		stopWatching[kind]?.()
		if (track) track.onended = null
		track?.stop()
	}

	return {
		reopen,
		async open(kinds) {
			for (const kind of kinds) wanted[kind] = true
			const silent = tracks.get('microphone')
			if (kinds.includes('microphone') && silent) start('microphone', silent)
			const closed = kinds.filter(kind => !tracks.has(kind))
			const turn = Object.fromEntries(closed.map(kind => [kind, ++turns[kind]]))
			for (const kind of closed) show(kind, { status: 'opening' })
			const opened = closed.length > 0 ? await devices.open(closed) : {}
			for (const kind of closed) take(kind, turn[kind] ?? 0, opened[kind])
		},
		close(kind) {
			turns[kind]++
			wanted[kind] = false
			const track = tracks.get(kind)
			publish(kind, undefined)
			show(kind, { status: 'off' })
			if (kind === 'microphone' && track) {
				track.enabled = false
				stopWatching.microphone?.()
			} else release(kind)
		},
		closeAll() {
			for (const kind of ['microphone', 'camera'] as const) {
				turns[kind]++
				wanted[kind] = false
				release(kind)
			}
		},
	}
}
