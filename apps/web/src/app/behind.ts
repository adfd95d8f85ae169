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
	// The next screen is one tap away. What says that a screen does not come has to be here before there is no network.
	void import('./laterScreens.ts')
	void import('./Unreached.tsx')
}
