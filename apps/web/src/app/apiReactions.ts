import { apiReactions } from '../api/index.ts'
import { m } from '../locales/index.ts'
import { loadFailure, toast } from '../ui/index.ts'

interface Navigator {
	navigate(to: { href: string; replace?: boolean }): Promise<void>
}

const showTimeoutToast = () => toast.show(m.net_timeout(), { tone: 'error' })

/** What the page does when any call times out or has to lead elsewhere (HTTP-07 to HTTP-11). */
export function connectApiReactions(router: Navigator, showTimeout: () => void = showTimeoutToast) {
	loadFailure.report = showTimeout
	apiReactions.showTimeout = showTimeout
	apiReactions.redirect = place => void router.navigate({ href: place === 'index' ? '/' : `/${place}` })
}
