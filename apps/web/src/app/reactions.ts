import { apiReactions } from '../api/index.ts'
import { wake } from './useWoken.ts'

interface Routes {
	navigate(to: { href: string; replace?: boolean }): Promise<void>
}

/** What the page does when an answer concerns everybody (HTTP-07 to HTTP-11). */
export function connectReactions(router: Routes, sayTimeout: () => void = say) {
	apiReactions.showTimeout = sayTimeout
	apiReactions.redirect = place => void router.navigate({ href: place === 'index' ? '/' : `/${place}` })
}

/** What shows it, and the words, come with the first. */
async function say() {
	wake()
	const { sayTimeout } = await import('./Notices.tsx')
	sayTimeout()
}
