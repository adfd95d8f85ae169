import { lazy, Suspense, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Spinner } from '../../ui/index.ts'

const Panel = lazy(async () => ({ default: (await import('./Panel.tsx')).Panel }))
const Asked = lazy(async () => ({ default: (await import('./Asked.tsx')).Asked }))

export interface ChallengeProps {
	/** The pass: goes along as `captcha` of the call it is for, once. */
	onSolved(captcha: string): void
}

/** The challenge where it stands in a form. It asks for a new one whenever it is mounted; a new `key` makes it anew. */
export function Challenge(props: ChallengeProps) {
	return (
		<Suspense fallback={<Spinner label={m.common_loading()} />}>
			<Panel {...props} />
		</Suspense>
	)
}

export interface ChallengeDialogProps extends ChallengeProps {
	open: boolean
	onClosed(): void
}

/** The challenge over the page, for whatever cannot go on without it. */
export function ChallengeDialog(props: ChallengeDialogProps) {
	// Once wanted it stays, so that it can fade away again.
	const [wanted, setWanted] = useState(false)
	if (props.open && !wanted) setWanted(true)
	if (!wanted && !props.open) return null
	return (
		<Suspense>
			<Asked {...props} />
		</Suspense>
	)
}
