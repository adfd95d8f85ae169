import { m } from '../../../locales/index.ts'
import type { HiddenReason } from '../roomState.ts'

/** Why a picture is not shown although it is sent. */
export const hiddenTexts = {
	paused: m.room_picture_paused,
	'sound-only': m.room_sound_only_mark,
} satisfies Record<HiddenReason, () => string>
