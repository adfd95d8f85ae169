import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** The page of the history one is on: the same over a reload and on coming back to it, another one wherever else. */
export function useHistoryEntry(): string | undefined {
	const router = useRouter()
	const [entry] = useState(() => router.state.location.state.__TSR_key)
	return entry
}
