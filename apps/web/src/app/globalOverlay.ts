import type { ComponentType } from 'react'
import { create } from 'zustand'

/** What is shown over every screen by something that goes on above them: the bar of a call. */
export interface GlobalOverlay {
	Component: ComponentType
	/** It would end if the page were reloaded. */
	isOngoing(): boolean
	/** Ends what goes on, for somebody who signs out. */
	end(): void
}

/** Set by a screen when it is loaded, so that no other screen has to load it. */
export const useGlobalOverlay = create<Partial<GlobalOverlay>>(() => ({}))

export const showGlobalOverlay = (shown: GlobalOverlay): void => useGlobalOverlay.setState(shown)
