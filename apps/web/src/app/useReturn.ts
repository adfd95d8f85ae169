import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type DraftOf, draftAddress, isDraftKept } from '../features/scheduling/index.ts'

/** From a screen one visits while writing a meeting back to its form, whatever was kept (REC-05). */
export function useReturn(from: DraftOf): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	// Only its form begins a draft: where there was one on coming here, the page before this one is that form.
	const [cameFromForm] = useState(() => isDraftKept(from))
	return () =>
		canGoBack && cameFromForm ? router.history.back() : void router.navigate({ ...draftAddress(from), replace: true })
}
