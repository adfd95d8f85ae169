import { reactions } from '../api/index.ts'
import { wake } from './useWoken.ts'
import type { Word } from './word.ts'

interface Routes {
	routesByPath: Record<string, unknown>
	navigate(to: { href: string; replace?: boolean }): Promise<void>
}

/** What the page does when an answer concerns everybody (HTTP-07 to HTTP-11). */
export function connectReactions(router: Routes, sayTo: (word: Word) => void = say) {
	reactions.sayTimeout = () => sayTo('timeout')
	reactions.goTo = place => {
		if (place === 'index') return void router.navigate({ href: '/' })
		const path = `/${place}`
		if (path in router.routesByPath) return void router.navigate({ href: path })
		// Its screen is not built: better a word than an address that is not found.
		sayTo(place)
	}
}

/** What shows it, and the words, come with the first. */
async function say(word: Word) {
	wake()
	const { sayWord } = await import('./Notices.tsx')
	sayWord(word)
}
