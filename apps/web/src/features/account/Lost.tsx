import { lazy, type ReactNode, Suspense } from 'react'

const LostPage = lazy(async () => ({ default: (await import('./LostPage.tsx')).LostPage }))

export interface LostProps {
	title: string
	text: ReactNode
	action: { label: string; onPress(): void }
	other?: { label: string; onPress(): void } | undefined
	onBack(): void
}

/** A screen somebody came to without what it needs: says so, and shows where to go on. Few see it, so it comes late. */
export function Lost(props: LostProps) {
	return (
		<Suspense>
			<LostPage {...props} />
		</Suspense>
	)
}
