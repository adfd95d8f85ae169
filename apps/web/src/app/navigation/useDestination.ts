import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { getAvailableDestination, type SignInDestination } from '../../features/session/index.ts'

/** Navigates to the destination of a sign-in, replacing this screen in the history. */
export function useDestination(): (to: SignInDestination) => void {
	const router = useRouter()
	return useCallback(
		to => {
			const destination = getAvailableDestination(to, path => path in router.routesByPath)
			void router.navigate({ ...destination, replace: true } as Parameters<typeof router.navigate>[0])
		},
		[router],
	)
}
