import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { OfflineIllustration } from '../../../ui/art/illustrations.tsx'
import { ErrorPanel } from '../../../ui/index.ts'
import type { ListErrorKind } from './useMeetingList.ts'

export interface ListErrorProps {
	error: ListErrorKind
	isRefreshing: boolean
	onRetry(): void
	/** Meetings loaded earlier. */
	children?: ReactNode
}

/** Says why the meetings are not there, or are those of before (LIST-39, LIST-42, LIST-43). */
export function ListError({ error, isRefreshing, onRetry, children }: ListErrorProps) {
	const isOffline = error === 'offline'
	const text = isOffline ? m.meeting_unreachable_text() : m.meeting_list_failed_text()
	return (
		<ErrorPanel
			picture={<OfflineIllustration />}
			title={isOffline ? m.meeting_unreachable_title() : m.meeting_list_failed()}
			text={children ? m.meeting_stale_text() : text}
			retry={{ label: m.meeting_retry(), onRetry, busyLabel: isRefreshing && m.meeting_retrying() }}
		>
			{children}
		</ErrorPanel>
	)
}
