import { JoinParameters } from '@parley/api'

/** URL scheme of our app, where the site has no own one. */
const defaultScheme = 'parley'

/** Returns whether this can be the scheme of an app: any other scheme would navigate or run script. */
const isScheme = (text: string) =>
	/^[a-z][a-z0-9+.-]*$/i.test(text) && !/^(https?|javascript|data|file|blob)$/i.test(text)

/** The URL that opens the app in a meeting, with the parameters that a shell gets (LINK-17). */
export function createAppUrl(parameters: JoinParameters, scheme: string | undefined, origin: string): string {
	const { roomUrl } = parameters
	const wire = JoinParameters.encode({ ...parameters, roomUrl: new URL(roomUrl, origin).href }) as Record<
		string,
		unknown
	>
	const query = new URLSearchParams(Object.entries(wire).map(([key, value]) => [key, String(value)]))
	return `${scheme && isScheme(scheme) ? scheme : defaultScheme}://join?${query}`
}

/** Longest time an app may take to open. */
export const appWaitMs = 2_500
/** While the browser asks whether to open the app, the wait is repeated this often; then the app is assumed to be open. */
const maxWaits = 4

export interface OpenAppDeps {
	go(address: string): void
	/** Calls `act` when the page is hidden. */
	onHidden(act: () => void): () => void
	/** The page has no focus: the browser shows a prompt, or an error that there is no such app. */
	lacksFocus(): boolean
	schedule(ms: number, act: () => void): () => void
}

/** Opens the app; resolves to whether it opened. */
export const openApp = (
	address: string,
	{ go, onHidden, lacksFocus, schedule }: OpenAppDeps,
): Promise<'opened' | 'notOpened'> =>
	new Promise(resolve => {
		const stopListening = onHidden(() => settle('opened'))
		let stopWaiting = wait(1)

		function wait(round: number): () => void {
			return schedule(appWaitMs, () => {
				if (!lacksFocus()) return settle('notOpened')
				if (round === maxWaits) return settle('opened')
				stopWaiting = wait(round + 1)
			})
		}
		function settle(outcome: 'opened' | 'notOpened') {
			stopListening()
			stopWaiting()
			resolve(outcome)
		}
		go(address)
	})

export const createOpenAppDeps = (): OpenAppDeps => ({
	go: address => window.location.assign(address),
	onHidden(act) {
		const onVisibilityChange = () => document.hidden && act()
		document.addEventListener('visibilitychange', onVisibilityChange)
		window.addEventListener('pagehide', act)
		return () => {
			document.removeEventListener('visibilitychange', onVisibilityChange)
			window.removeEventListener('pagehide', act)
		}
	},
	lacksFocus: () => !document.hasFocus(),
	schedule(ms, act) {
		const timer = setTimeout(act, ms)
		return () => clearTimeout(timer)
	},
})
