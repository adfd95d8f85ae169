import { JoinParameters } from '@parley/api'

/** The scheme our app answers to, where a site names no other. */
const defaultScheme = 'parley'

/** Anything but a scheme of an app would leave the page for something else. */
const isScheme = (text: string) =>
	/^[a-z][a-z0-9+.-]*$/i.test(text) && !/^(https?|javascript|data|file|blob)$/i.test(text)

/** The address that opens the app at the meeting one was let into, with the parameters a shell is handed (LINK-17). */
export function createAppUrl(parameters: JoinParameters, scheme: string | undefined, origin: string): string {
	const { roomUrl } = parameters
	const wire = JoinParameters.encode({ ...parameters, roomUrl: new URL(roomUrl, origin).href }) as Record<
		string,
		unknown
	>
	const query = new URLSearchParams(Object.entries(wire).map(([key, value]) => [key, String(value)]))
	return `${scheme && isScheme(scheme) ? scheme : defaultScheme}://join?${query}`
}

/** How long an app may take to come to the front. */
export const appWaitMs = 2_500
/** Phones ask whether to open it, which takes as long as a person needs; beyond this the app is taken to be there. */
const maxWaits = 4

export interface OpenAppDeps {
	go(address: string): void
	/** The page has gone to the back. */
	onHidden(act: () => void): () => void
	/** Something stands in front of the page: the browser's question, or its word that there is no such app. */
	lacksFocus(): boolean
	schedule(ms: number, act: () => void): () => void
}

/** Opens the app; tells whether it came in front of the page. */
export const openApp = (
	address: string,
	{ go, onHidden, lacksFocus, schedule }: OpenAppDeps,
): Promise<'left' | 'stayed'> =>
	new Promise(resolve => {
		const stopListening = onHidden(() => settle('left'))
		let stopWaiting = wait(1)

		function wait(round: number): () => void {
			return schedule(appWaitMs, () => {
				if (!lacksFocus()) return settle('stayed')
				if (round === maxWaits) return settle('left')
				stopWaiting = wait(round + 1)
			})
		}
		function settle(how: 'left' | 'stayed') {
			stopListening()
			stopWaiting()
			resolve(how)
		}
		go(address)
	})

export const createOpenAppDeps = (): OpenAppDeps => ({
	go: address => window.location.assign(address),
	onHidden(act) {
		const look = () => document.hidden && act()
		document.addEventListener('visibilitychange', look)
		window.addEventListener('pagehide', act)
		return () => {
			document.removeEventListener('visibilitychange', look)
			window.removeEventListener('pagehide', act)
		}
	},
	lacksFocus: () => !document.hasFocus(),
	schedule(ms, act) {
		const timer = setTimeout(act, ms)
		return () => clearTimeout(timer)
	},
})
