import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * The key of the history entry a screen was opened at: the same after a reload and on coming back to it. Read once, since
 * the router is already at the next entry while another screen is being loaded.
 */
export function useHistoryEntry(): string | undefined {
	const router = useRouter()
	const [entry] = useState(() => router.state.location.state.__TSR_key)
	return entry
}
