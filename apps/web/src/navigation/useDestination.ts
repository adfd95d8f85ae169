import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SignInDestination } from '../features/session/index.ts'

/** Navigates to the destination of a sign-in, replacing this screen in the history. */
export function useDestination(): (to: SignInDestination) => void {
	const router = useRouter()
	return useCallback(
		to => void router.navigate({ ...to, replace: true } as Parameters<typeof router.navigate>[0]),
		[router],
	)
}
