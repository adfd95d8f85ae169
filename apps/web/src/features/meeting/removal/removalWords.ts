import { m } from '../../../locales/index.ts'
import type { RemovalSaying } from './removal.ts'

export const removalWords = {
	gone: m.meeting_removal_gone,
	running: m.meeting_removal_running,
	notAllowed: m.meeting_removal_notAllowed,
	unreachable: m.meeting_removal_unreachable,
	failed: m.meeting_removal_failed,
} as const satisfies Record<RemovalSaying, () => string>
