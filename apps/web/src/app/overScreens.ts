import type { ComponentType } from 'react'
import { create } from 'zustand'

/** What is shown over every screen by something that goes on above them: the bar of a call. */
export interface OverScreens {
	Component: ComponentType
	/** It would end if the page were reloaded. */
	isOngoing(): boolean
}

/** Set by a screen when it is loaded, so that no other screen has to load it. */
export const useOverScreens = create<Partial<OverScreens>>(() => ({}))

export const showOverScreens = (shown: OverScreens): void => useOverScreens.setState(shown)
