import type { HistoryState } from '@tanstack/react-router'
import { apiReactions, reachability } from '../api/index.ts'
import { endRefusedSession } from '../features/session/index.ts'
import { m } from '../locales/index.ts'
import { loadFailure, toast } from '../ui/index.ts'
import { requestChallenge } from './ChallengeRequest.tsx'

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** A call refused the token: the index says so where the token cannot be refreshed either. */
		isTokenRefused?: boolean
		/** The token was refused for good: the sign-in says so until the person has signed in or left it. */
		isSessionRefused?: boolean
		/** A call needs a complete profile: it is asked for, whatever was stored of the person. */
		isProfileNeeded?: boolean
	}
}

interface Navigator {
	navigate(to: { href: string; replace?: boolean; state?: HistoryState }): Promise<void>
}

/** A part of the page that was not loaded: without a network it is that, and no unsteady connection. */
function showLoadFailure() {
	const isOffline = navigator.onLine === false || !reachability.get()
	toast.show(isOffline ? m.net_offline() : m.net_timeout(), { tone: 'error' })
}

const showTimeoutToast = () => toast.show(m.net_timeout(), { tone: 'error' })

/** Reactions to any call that times out, has to lead elsewhere, or needs the slider (HTTP-07 to HTTP-11, LOGIN-36). */
export function connectApiReactions(router: Navigator, showTimeout: () => void = showTimeoutToast) {
	loadFailure.report = showLoadFailure
	apiReactions.showTimeout = showTimeout
	apiReactions.solveChallenge = requestChallenge
	// Loaded when it is needed: no one else waits for it.
	apiReactions.checkCompany = () =>
		void import('../features/company/index.ts').then(
			({ checkCompany }) => checkCompany(),
			() => {},
		)
	apiReactions.redirect = (place, refusedToken) => {
		if (place === 'perfectInfo') return void router.navigate({ href: '/perfectInfo', state: { isProfileNeeded: true } })
		if (place !== 'index') return void router.navigate({ href: `/${place}` })
		if (!endRefusedSession(refusedToken)) return void router.navigate({ href: '/', state: { isTokenRefused: true } })
		void router.navigate({ href: '/Login', replace: true, state: { isSessionRefused: true } })
	}
}
