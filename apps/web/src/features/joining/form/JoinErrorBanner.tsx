import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { m } from '../../../locales/index.ts'
import { Banner, runWhenIdle } from '../../../ui/index.ts'
import type { JoinError, Remedy } from '../join/joinErrors.ts'

export interface JoinErrorBannerProps {
	error: JoinError | undefined
	/** Where leaving leads. */
	leaveLabel: string
	onRemedy(remedy: Remedy): void
}

const load = () => import('../Sentence.tsx')
// Where it could not come, the network is what stands in the way.
const Sentence = lazy<ComponentType<{ why: JoinError }>>(() =>
	load().then(
		({ Sentence }) => ({ default: Sentence }),
		() => ({ default: () => m.net_timeout() }),
	),
)

/** Why somebody is not let in, and the one button that helps. What is about a field is said at the field. */
export function JoinErrorBanner({ error, leaveLabel, onRemedy }: JoinErrorBannerProps) {
	useEffect(() => runWhenIdle(() => void load().catch(() => {})), [])
	const shown = error && !error.field ? error : undefined
	const labels: Partial<Record<Remedy, string>> = {
		'sign-in': m.joining_sign_in(),
		'try-again': m.joining_try_again(),
		leave: leaveLabel,
		reload: m.joining_reload(),
	}
	const label = shown && labels[shown.remedy]
	return (
		<Banner action={shown && label ? { label, onPress: () => onRemedy(shown.remedy) } : undefined}>
			{shown && (
				<Suspense>
					<Sentence why={shown} />
				</Suspense>
			)}
		</Banner>
	)
}
