import { apiReactions } from '../api/index.ts'
import { endRefusedSession } from '../features/session/index.ts'
import { m } from '../locales/index.ts'
import { loadFailure, toast } from '../ui/index.ts'
import { requestChallenge } from './ChallengeRequest.tsx'

interface Navigator {
	navigate(to: { href: string; replace?: boolean }): Promise<void>
}

/** Long enough to be read after the change of screen. */
const sessionRefusedToastMs = 6_000

const showTimeoutToast = () => toast.show(m.net_timeout(), { tone: 'error' })

/** What the page does when any call times out, has to lead elsewhere, or needs the slider (HTTP-07 to HTTP-11, LOGIN-36). */
export function connectApiReactions(router: Navigator, showTimeout: () => void = showTimeoutToast) {
	loadFailure.report = showTimeout
	apiReactions.showTimeout = showTimeout
	apiReactions.solveChallenge = requestChallenge
	apiReactions.redirect = (place, refusedToken) => {
		if (place !== 'index') return void router.navigate({ href: `/${place}` })
		if (!endRefusedSession(refusedToken)) return void router.navigate({ href: '/' })
		toast.show(m.login_session_refused(), { tone: 'error', durationMs: sessionRefusedToastMs })
		void router.navigate({ href: '/Login', replace: true })
	}
}
