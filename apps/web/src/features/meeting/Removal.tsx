import { lazy, Suspense, useEffect } from 'react'
import type { useRemoval } from './useRemoval.ts'

const load = () => import('./RemovalDialog.tsx')
const RemovalDialog = lazy(async () => ({ default: (await load()).RemovalDialog }))

/** The question before a meeting goes; it comes with its first use, or a quiet moment before it. */
export function Removal({ removal }: { removal: ReturnType<typeof useRemoval> }) {
	const { removing, confirm, cancel } = removal
	useEffect(() => {
		const timer = setTimeout(() => void load().catch(() => {}), 1500)
		return () => clearTimeout(timer)
	}, [])

	if (removing.at === 'rest') return null
	return (
		<Suspense>
			<RemovalDialog removing={removing} onConfirm={confirm} onCancel={cancel} />
		</Suspense>
	)
}
