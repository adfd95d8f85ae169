import type { BroadcastStatus } from '@parley/core'
import { m } from '../../../locales/index.ts'
import type { StatusDotProps } from '../../../ui/index.ts'

/** The status of the broadcast, as text and as a dot. */
export const deskStatuses = {
	notStarted: { dot: 'waiting', text: () => m.desk_status_notStarted() },
	onAir: { dot: 'running', text: () => m.desk_status_onAir() },
	suspended: { dot: 'waiting', text: () => m.desk_status_suspended() },
	over: { dot: 'over', text: () => m.desk_status_over() },
} as const satisfies Record<BroadcastStatus, { dot: StatusDotProps['status']; text(): string }>
