import * as v from 'valibot'
import { storage } from '../storage/index.ts'

export type DeviceKind = 'microphone' | 'camera'

/** The camera that looks at who holds the phone, or the one at its back. */
export type CameraSide = 'user' | 'environment'

const ChosenDevice = v.object({ id: v.string(), label: v.string() })
/** The label finds the device again where the browser has given it another id. */
export type ChosenDevice = v.InferOutput<typeof ChosenDevice>

const DeviceChoices = v.object({
	microphone: v.optional(ChosenDevice),
	/** Phones choose by side: their many rear cameras are one to the person. */
	camera: v.optional(v.union([ChosenDevice, v.object({ side: v.picklist(['user', 'environment']) })])),
	speaker: v.optional(ChosenDevice),
	isMirrored: v.optional(v.boolean(), true),
	suppressesNoise: v.optional(v.boolean(), true),
	blursBackground: v.optional(v.boolean(), false),
})
/** The devices a person has chosen in this browser; a missing one is the default of the system. */
export type DeviceChoices = v.InferOutput<typeof DeviceChoices>

/** The devices that another choice opens anew. */
export function reopenedKinds(before: DeviceChoices, after: DeviceChoices): DeviceKind[] {
	const isMicrophoneChanged = before.microphone !== after.microphone || before.suppressesNoise !== after.suppressesNoise
	const isCameraChanged = before.camera !== after.camera || before.blursBackground !== after.blursBackground
	return [...(isMicrophoneChanged ? (['microphone'] as const) : []), ...(isCameraChanged ? (['camera'] as const) : [])]
}

export interface DeviceChoiceStore {
	get(): DeviceChoices
	set(change: Partial<DeviceChoices>): void
	/** Calls back after a change, with the choices before it. */
	subscribe(listener: (before: DeviceChoices) => void): () => void
}

/** The part of the storage that is needed. */
export interface DeviceChoiceStorage {
	readJson(key: 'devices'): unknown
	writeJson(key: 'devices', value: unknown): void
}

export function createDeviceChoices(stored: DeviceChoiceStorage): DeviceChoiceStore {
	let choices: DeviceChoices | undefined
	const listeners = new Set<(before: DeviceChoices) => void>()

	function get(): DeviceChoices {
		if (choices) return choices
		const parsed = v.safeParse(DeviceChoices, stored.readJson('devices'))
		choices = parsed.success ? parsed.output : v.parse(DeviceChoices, {})
		return choices
	}

	return {
		get,
		set(change) {
			const before = get()
			choices = { ...before, ...change }
			stored.writeJson('devices', choices)
			for (const listener of [...listeners]) listener(before)
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}

/** The choices of this browser. */
export const deviceChoices = createDeviceChoices(storage)
