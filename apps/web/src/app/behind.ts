import { followOtherTabs } from '../features/session/index.ts'

interface Routes {
	state: { location: { pathname: string } }
	subscribe(event: 'onResolved', act: () => void): () => void
}

/** What runs behind every screen, from the first quiet moment on. */
export function runBehind(router: Routes) {
	followOtherTabs({
		path: () => router.state.location.pathname,
		onMove: act => router.subscribe('onResolved', act),
		reload: () => location.reload(),
	})
	// What is shown when a screen cannot be loaded has to be loaded before the network fails.
	void import('./Unreached.tsx')
}
