import { m } from '../../../locales/index.ts'
import type { RemovalErrorKey } from './removal.ts'

export const removalErrorMessages = {
	gone: m.meeting_removal_gone,
	running: m.meeting_removal_running,
	notAllowed: m.meeting_removal_notAllowed,
	unreachable: m.meeting_removal_unreachable,
	failed: m.meeting_removal_failed,
} as const satisfies Record<RemovalErrorKey, () => string>
