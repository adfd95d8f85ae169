import { getBlurError, isBlurError } from './blur/blurSupport.ts'
import { type DeviceChoiceStore, type DeviceKind, deviceChoices, reopenedKinds } from './deviceChoices.ts'
import { createBrowserDevices, type Devices, type OpenError, type OpenResult } from './devices.ts'

export type PreparedDevice =
	| { status: 'off' }
	| { status: 'opening' }
	| { status: 'on'; track: MediaStreamTrack }
	| { status: 'failed'; error: OpenError }

export type PreparedDeviceStates = Readonly<Record<DeviceKind, PreparedDevice>>

const off = { status: 'off' } as const
/** A room that takes longer to enter opens its devices itself. */
const keptForRoomMs = 30_000

export type PreparedDevices = ReturnType<typeof createPreparedDevices>

export interface PreparedDevicesDeps {
	devices: Devices
	choices: Pick<DeviceChoiceStore, 'get' | 'subscribe'>
	schedule(act: () => void, ms: number): () => void
}

/**
 * Microphone and camera that are open while a person is about to join (ROOM-120). The room takes them over instead of opening
 * them again, so that there is one permission prompt (ROOM-13) and no gap; what it does not take is closed.
 */
export function createPreparedDevices({ devices, choices, schedule }: PreparedDevicesDeps) {
	let states: PreparedDeviceStates = { microphone: off, camera: off }
	/** Results that belong to the form; one that is missing here was taken by the room, or switched off. */
	const results = new Map<DeviceKind, Promise<OpenResult>>()
	const taken = new WeakSet<Promise<OpenResult>>()
	const listeners = new Set<() => void>()
	let cancelRelease: (() => void) | undefined
	/** The devices that rooms have opened. */
	const roomTracks = new Set<MediaStreamTrack>()

	function isInCall(): boolean {
		for (const track of roomTracks) if (track.readyState === 'ended') roomTracks.delete(track)
		return roomTracks.size > 0
	}

	function become(kind: DeviceKind, state: PreparedDevice) {
		states = { ...states, [kind]: state }
		for (const listener of [...listeners]) listener()
	}

	/** Nothing while a call uses the devices: some phones would take them away from it. */
	function open(kinds: readonly DeviceKind[]) {
		if (isInCall()) return
		const missing = kinds.filter(kind => states[kind].status !== 'on' && states[kind].status !== 'opening')
		if (missing.length === 0) return
		const opened = devices.open(missing)
		for (const kind of missing) {
			const result = opened.then<OpenResult>(all => all[kind] ?? { ok: false, failure: 'failed' })
			results.set(kind, result)
			become(kind, { status: 'opening' })
			void result.then(value => settle(kind, result, value))
		}
	}

	function settle(kind: DeviceKind, result: Promise<OpenResult>, opened: OpenResult) {
		if (results.get(kind) !== result) {
			if (opened.ok && !taken.has(result)) opened.value.stop()
			return
		}
		if (!opened.ok) return become(kind, { status: 'failed', error: opened.failure })
		const track = opened.value
		track.onended = () => {
			if (results.get(kind) !== result) return
			results.delete(kind)
			become(kind, { status: 'failed', error: getBlurError(track) ?? 'missing' })
		}
		become(kind, { status: 'on', track })
	}

	function close(kind: DeviceKind) {
		const state = states[kind]
		results.delete(kind)
		if (state.status === 'on') {
			state.track.onended = null
			state.track.stop()
		}
		if (state.status !== 'off') become(kind, off)
	}

	function release() {
		cancelRelease?.()
		cancelRelease = undefined
		for (const kind of ['microphone', 'camera'] as const) close(kind)
	}

	// Another choice opens another device.
	choices.subscribe(before => {
		const reopened = reopenedKinds(before, choices.get()).filter(kind => isShown(states[kind]))
		for (const kind of reopened) close(kind)
		open(reopened)
	})

	return {
		get: () => states,
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		open,
		close,
		/** A room is about to be entered: it takes the devices, or they are closed after a while. */
		keepForRoom() {
			cancelRelease?.()
			cancelRelease = schedule(release, keptForRoomMs)
		},
		/** The form is left: closes the devices unless a room is about to take them. */
		leaveForm() {
			if (!cancelRelease) release()
		},
		release,
		/** Returns whether a call of this page, which may go on behind its bar, uses a device. */
		isInCall,
		noteOpenedByRoom: (track: MediaStreamTrack) => void roomTracks.add(track),
		/** The device as it is open or being opened, which belongs to the caller from now on; undefined if it is neither. */
		take(kind: DeviceKind): Promise<OpenResult> | undefined {
			const result = results.get(kind)
			if (!result || states[kind].status === 'failed') return undefined
			results.delete(kind)
			taken.add(result)
			become(kind, off)
			return result
		},
	}
}

/** On, or it would be, but for its blur. */
const isShown = (state: PreparedDevice): boolean =>
	state.status === 'on' || (state.status === 'failed' && isBlurError(state.error))

let prepared: PreparedDevices | undefined

/** The devices that the forms of this page have opened. */
export function getPreparedDevices(): PreparedDevices {
	prepared ??= createPreparedDevices({
		devices: createBrowserDevices(),
		choices: deviceChoices,
		schedule(act, ms) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	})
	return prepared
}

/** The devices of a room, which takes those that are prepared before it opens others. */
export interface RoomDevices extends Devices {
	/** Closes what is prepared and was not taken. */
	releasePrepared(): void
}

export function createRoomDevices(
	devices: Devices,
	prepared: Pick<PreparedDevices, 'take' | 'release' | 'noteOpenedByRoom'>,
): RoomDevices {
	return {
		async open(kinds) {
			const takes = kinds.flatMap(kind => {
				const result = prepared.take(kind)
				return result ? [{ kind, result }] : []
			})
			const opened: Partial<Record<DeviceKind, OpenResult>> = {}
			// A prompt of the form may still be shown: another one at once would cover it.
			for (const { kind, result } of takes) opened[kind] = await result
			const missing = kinds.filter(kind => !isUsable(opened[kind]))
			if (missing.length > 0) Object.assign(opened, await devices.open(missing))
			for (const result of Object.values(opened)) if (result.ok) prepared.noteOpenedByRoom(result.value)
			return opened
		},
		releasePrepared: prepared.release,
	}
}

/** A refusal is final: asking again would prompt again. A track may have ended meanwhile. */
const isUsable = (opened: OpenResult | undefined): boolean =>
	opened !== undefined && (opened.ok ? opened.value.readyState !== 'ended' : true)

export const createBrowserRoomDevices = (): RoomDevices =>
	createRoomDevices(createBrowserDevices(), getPreparedDevices())
