import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'
import type { useCentre } from './useCentre.ts'

/** What is shown is what was known before; it can be asked for again. */
export function Outdated({
	failed,
	isAsking,
	again,
}: Pick<ReturnType<typeof useCentre>, 'failed' | 'isAsking' | 'again'>) {
	const unreached = failed?.refusal === 'offline' || failed?.refusal === 'timeout'
	return (
		<Banner tone="warn" action={isAsking ? undefined : { label: m.personal_retry(), onPress: () => void again() }}>
			{failed && (unreached ? m.personal_outdated_unreached() : m.personal_outdated())}
		</Banner>
	)
}
