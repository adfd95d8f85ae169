import { isNetworkFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'
import type { useProfile } from './profile.ts'

/** The profile could not be refreshed: the screen shows what was known before. */
export function ProfileErrorBanner({ failure, isFetching, refetch }: ReturnType<typeof useProfile>) {
	return (
		<Banner tone="warn" action={isFetching ? undefined : { label: m.personal_retry(), onPress: () => void refetch() }}>
			{failure && (isNetworkFailure(failure) ? m.personal_outdated_network() : m.personal_outdated())}
		</Banner>
	)
}
