/** In the state of the history entry that takes the next back, above the entry of the screen. */
export const backEntryMark = 'takesBack'

/** Returns whether that entry is the current one. */
export const isBackEntry = (state: unknown): boolean =>
	(state as Record<string, unknown> | null)?.[backEntryMark] === true

let listener: ((event: Event) => void) | undefined

/** Sets the listener notified of a traversal before the router; it can keep it from the router. */
export const listenBeforeRouter = (listen: (event: Event) => void) => {
	listener = listen
}

// Listeners of the window are called in the order of their registration, so this module is imported before the router.
window.addEventListener('popstate', event => listener?.(event))
