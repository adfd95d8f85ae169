import { storage } from '../storage/index.ts'
import { createAsk, type Outside } from './ask.ts'
import { metaContent } from './page.ts'
import { reachability } from './reachability.ts'

export type { Failure } from './answer.ts'
export type { Ask, AskOptions } from './ask.ts'
export { bootData, metaContent } from './page.ts'
export { reachability, useReachable } from './reachability.ts'

const lastReloadKey = 'reloadedForTokenAt'

/** What the page does when an answer concerns everybody; the router and the toasts put themselves in here at boot. */
export const reactions: Pick<Outside, 'goTo' | 'sayTimeout'> = { goTo() {}, sayTimeout() {} }

/** Asks the server. Answers are values, refusals and network failures too; it never throws for the network. */
export const ask = createAsk({
	fetch: (input, init) => globalThis.fetch(input, init),
	sender: () => ({
		baseUrl: metaContent('base-url') ?? '',
		csrfToken: metaContent('csrf-token'),
		companyId: storage.read('corpId'),
		accessToken: storage.read('accessToken'),
	}),
	now: Date.now,
	after(ms, act) {
		const timer = setTimeout(act, ms)
		return () => clearTimeout(timer)
	},
	sayTimeout: () => reactions.sayTimeout(),
	goTo: place => reactions.goTo(place),
	reload: () => globalThis.location.reload(),
	lastReload: {
		get: () => storage.tabNumber(lastReloadKey) || Number.NEGATIVE_INFINITY,
		set: at => storage.keepTabNumber(lastReloadKey, at),
	},
	reached: yes => reachability.set(yes),
})
