import { personalEdition, unreachable } from '@parley/core'
import { m } from '../../locales/index.ts'
import { AccessDeniedIllustration, OfflineIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, ErrorPanel } from '../../ui/index.ts'
import { useSession } from '../session/index.ts'
import { RowSkeleton } from './DirectoryRows.tsx'
import type { DirectoryQuery } from './directoryQueries.ts'

export interface DirectoryStateProps {
	query: DirectoryQuery
	onLogin(): void
}

/** In place of a directory that is loading or could not be loaded. */
export function DirectoryUnavailable({ query, onLogin }: DirectoryStateProps) {
	const isPersonal = useSession(person => person.kind === 'member' && person.company?.type === personalEdition)
	switch (query.status) {
		case 'loaded':
			return null
		case 'loading':
			return <RowSkeleton label={m.directory_loading()} count={8} />
		case 'forbidden':
			return (
				<EmptyState
					picture={<AccessDeniedIllustration />}
					title={isPersonal ? m.directory_personal_title() : m.directory_forbidden_title()}
					text={isPersonal ? m.directory_personal_text() : m.directory_forbidden_text()}
				/>
			)
		case 'loginRequired':
			return (
				<EmptyState
					picture={<AccessDeniedIllustration />}
					title={m.directory_login_title()}
					text={m.directory_login_text()}
					action={
						<Button kind="primary" onClick={onLogin}>
							{m.directory_login()}
						</Button>
					}
				/>
			)
		case 'failed':
			return (
				<ErrorPanel
					picture={<OfflineIllustration />}
					title={m.directory_failed_title()}
					text={m.directory_failed_text()}
					retry={{
						label: m.directory_retry(),
						onRetry: query.retry,
						busyLabel: query.isFetching && m.directory_loading(),
					}}
				/>
			)
		default:
			return unreachable(query.status)
	}
}
