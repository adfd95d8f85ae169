import { type ComponentType, useSyncExternalStore } from 'react'
import { create } from 'zustand'

/** An overlay above every screen for something ongoing: the bar of a call. */
export interface GlobalOverlay {
	Component: ComponentType
	/** It would end if the page were reloaded. */
	isOngoing(): boolean
	/** The meeting whose call continues behind the bar. */
	getMeetingId(): string | undefined
	/** Registers for changes of it. */
	subscribe(listener: () => void): () => void
	/** Ends the ongoing activity when the user signs out. */
	end(): void
}

/** Set by a screen when it is loaded, so that no other screen has to load it. */
export const useGlobalOverlay = create<Partial<GlobalOverlay>>(() => ({}))

export const showGlobalOverlay = (shown: GlobalOverlay): void => useGlobalOverlay.setState(shown)

const subscribeToNothing = () => () => {}
const noMeeting = () => undefined

/** The meeting whose call continues behind the bar, for screens that offer to join it. */
export function useOngoingMeetingId(): string | undefined {
	const { subscribe = subscribeToNothing, getMeetingId = noMeeting } = useGlobalOverlay()
	return useSyncExternalStore(subscribe, getMeetingId)
}
