import type { InjectedBridge } from '@parley/bridge'
import { bootInto, expectCallbacks } from '../bridge/boot.ts'
import type { Settings } from '../settings.ts'
import { disguise, markSafeAreas } from './disguise.ts'
import { watchFrame } from './watchFrame.ts'

const lateByMs = 2_000

export interface PageFrame {
	go(path: string): void
	reload(): void
	/** One step back in the frame's own history, or home when there is none. */
	back(): void
	/** Where the page is now. */
	path(): string
}

/** The page in its frame: every document that comes into it gets a bridge, when and how the settings say. */
export function createPageFrame(
	frame: HTMLIFrameElement,
	settings: () => Settings,
	newBridge: () => InjectedBridge,
): PageFrame {
	const { lookClosely } = watchFrame(frame, window => {
		disguise(window, settings())
		markSafeAreas(window)
		const { arrival, boot } = settings()
		if (arrival === 'never') return
		const bridge = newBridge()
		if (boot === 'callbacks') expectCallbacks(window)
		whenToArrive(window, settings(), () => bootInto(window, bridge, boot))
	})

	const inside = () => frame.contentWindow

	return {
		go(path) {
			lookClosely()
			inside()?.location.assign(path)
		},
		reload() {
			lookClosely()
			inside()?.location.reload()
		},
		back() {
			lookClosely()
			const history = inside() as (Window & { navigation?: { canGoBack: boolean } }) | null
			if (history?.navigation?.canGoBack) history.history.back()
			else history?.location.assign('/')
		},
		path() {
			const { pathname = '/', search = '', hash = '' } = inside()?.location ?? {}
			return pathname === 'blank' ? '/' : pathname + search + hash
		},
	}
}

function whenToArrive(window: Window, { arrival, boot }: Settings, arrive: () => void) {
	const { document } = window
	const isDone = document.readyState === 'complete'
	if (arrival === 'late') window.setTimeout(arrive, lateByMs)
	else if (isDone || (arrival === 'start' && boot === 'object')) arrive()
	else if (arrival === 'load') window.addEventListener('load', arrive, { once: true })
	// Callbacks can only be run once the page's scripts have had their chance to queue them.
	else document.addEventListener('DOMContentLoaded', arrive, { once: true })
}
