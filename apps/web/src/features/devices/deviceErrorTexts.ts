import { m } from '../../locales/index.ts'
import type { DeviceKind, OpenError } from '../../media/index.ts'

/** Why a device cannot be used. */
export const deviceErrorTitles = {
	microphone: {
		denied: m.room_fault_microphone_denied,
		missing: m.room_fault_microphone_missing,
		busy: m.room_fault_microphone_busy,
		insecure: m.room_out_insecure_title,
		blur: m.room_fault_microphone_failed,
		'blur-slow': m.room_fault_microphone_failed,
		failed: m.room_fault_microphone_failed,
	},
	camera: {
		denied: m.room_fault_camera_denied,
		missing: m.room_fault_camera_missing,
		busy: m.room_fault_camera_busy,
		insecure: m.room_out_insecure_title,
		blur: m.room_fault_camera_blur,
		'blur-slow': m.room_fault_camera_blur_slow,
		failed: m.room_fault_camera_failed,
	},
	both: {
		denied: m.room_fault_both_denied,
		missing: m.room_fault_both_missing,
		busy: m.room_fault_both_busy,
		insecure: m.room_out_insecure_title,
		blur: m.room_fault_camera_blur,
		'blur-slow': m.room_fault_camera_blur_slow,
		failed: m.room_fault_both_failed,
	},
} satisfies Record<DeviceKind | 'both', Record<OpenError, () => string>>

/** The remedy. */
export const deviceErrorTexts = {
	denied: m.room_fault_how_to_allow,
	missing: m.room_fault_plug_in,
	busy: m.room_fault_close_others,
	insecure: m.room_out_insecure_text,
	blur: m.room_fault_turn_off_blur,
	'blur-slow': m.room_fault_blur_slow_text,
	failed: m.room_fault_try_later,
} satisfies Record<OpenError, () => string>
