import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
	window.addEventListener('online', changed)
	window.addEventListener('offline', changed)
	return () => {
		window.removeEventListener('online', changed)
		window.removeEventListener('offline', changed)
	}
}

/** What the browser says of the network; believed only when it says there is none. */
export const useOnline = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => navigator.onLine !== false,
		() => true,
	)
