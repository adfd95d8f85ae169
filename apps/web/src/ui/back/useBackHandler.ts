import { useEffect, useEffectEvent } from 'react'
import { backHandlers } from './backHandlers.ts'

/** While `isActive`, back calls `onBack` instead of leaving the screen; the last one that became active is called. */
export function useBackHandler(isActive: boolean, onBack: () => void): void {
	const onBackPressed = useEffectEvent(onBack)
	useEffect(() => (isActive ? backHandlers.add(() => onBackPressed()) : undefined), [isActive])
}
