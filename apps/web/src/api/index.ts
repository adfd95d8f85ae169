import { storage } from '../storage/index.ts'
import { type ApiDeps, createApiClient } from './client.ts'
import { getMetaContent } from './pageData.ts'
import { reachability } from './reachability.ts'

export type { CallApi, CallOptions } from './client.ts'
export { getMetaContent, readBootData } from './pageData.ts'
export { reachability, useReachable } from './reachability.ts'
export {
	type GeneralRefusal,
	isNetworkFailure,
	type NetworkFailure,
	type RefusalTable,
	valueOfFailure,
} from './refusals.ts'
export type { ApiFailure } from './response.ts'

const lastReloadKey = 'reloadedForTokenAt'

/** What the page does when an answer concerns everybody; the router and the toasts put themselves in here at boot. */
export const apiReactions: Pick<ApiDeps, 'redirect' | 'showTimeout'> = { redirect() {}, showTimeout() {} }

/** Asks the server. Answers are values, refusals and network failures too; it never throws for the network. */
export const callApi = createApiClient({
	fetch: (input, init) => globalThis.fetch(input, init),
	requestContext: () => ({
		baseUrl: getMetaContent('base-url') ?? '',
		csrfToken: getMetaContent('csrf-token'),
		companyId: storage.read('corpId'),
		accessToken: storage.read('accessToken'),
	}),
	now: Date.now,
	after(ms, act) {
		const timer = setTimeout(act, ms)
		return () => clearTimeout(timer)
	},
	showTimeout: () => apiReactions.showTimeout(),
	redirect: place => apiReactions.redirect(place),
	reload: () => globalThis.location.reload(),
	lastReload: {
		get: () => storage.readTabNumber(lastReloadKey) || Number.NEGATIVE_INFINITY,
		set: at => storage.writeTabNumber(lastReloadKey, at),
	},
	onReachabilityChange: yes => reachability.set(yes),
})
