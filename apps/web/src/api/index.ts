import { storage } from '../storage/index.ts'
import { type ApiDeps, createApiClient } from './client.ts'
import { fetchReusingInitialRequest } from './initialRequest.ts'
import { getMetaContent } from './pageData.ts'
import { reachability } from './reachability.ts'

export { answeredStatus, answeredText, isReachable } from './answers.ts'
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
export type { UploadProgress } from './sendWithProgress.ts'

const lastReloadKey = 'reloadedForTokenAt'

/** Reactions of the page to some responses, whichever call received them; the app sets them at start. */
export const apiReactions: Pick<ApiDeps, 'redirect' | 'checkCompany' | 'showTimeout' | 'solveChallenge'> = {
	redirect() {},
	checkCompany() {},
	showTimeout() {},
	solveChallenge: async () => undefined,
}

/** Sends a call. Refusals and network failures are returned as values; it never throws for the network. */
export const callApi = createApiClient({
	fetch: fetchReusingInitialRequest,
	// Few send files, so that it is not part of the main chunk.
	sendWithProgress: async (...request) => (await import('./sendWithProgress.ts')).sendWithProgress(...request),
	requestContext: () => ({
		baseUrl: getMetaContent('base-url') ?? '',
		csrfToken: getMetaContent('csrf-token'),
		companyId: storage.read('corpId'),
		accessToken: storage.read('accessToken'),
		language: document.documentElement.lang,
	}),
	now: Date.now,
	after(ms, act) {
		const timer = setTimeout(act, ms)
		return () => clearTimeout(timer)
	},
	showTimeout: () => apiReactions.showTimeout(),
	redirect: (place, refusedToken) => apiReactions.redirect(place, refusedToken),
	checkCompany: () => apiReactions.checkCompany(),
	solveChallenge: signal => apiReactions.solveChallenge(signal),
	reload: () => globalThis.location.reload(),
	lastReload: {
		get: () => storage.readTabNumber(lastReloadKey) || Number.NEGATIVE_INFINITY,
		set: at => storage.writeTabNumber(lastReloadKey, at),
	},
	onReachabilityChange: isReachable => reachability.set(isReachable),
})
