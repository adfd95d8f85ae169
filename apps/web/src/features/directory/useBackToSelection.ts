import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Back from a screen beside the selection; where it was opened at its address, to the selection. */
export function useBackToSelection(search: { from?: string | undefined; isOA?: string | undefined }): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	const { from, isOA } = search
	return () =>
		canGoBack
			? router.history.back()
			: void router.navigate({ to: '/selectMembers', search: { from, isOA }, replace: true })
}
