import type { ImToken, messaging } from '@parley/api'
import { IMError, type LoginInfo } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import type { ApiFailure } from '../../api/index.ts'

/** Why there is no token. */
export type TokenRefusal = ApiFailure<typeof messaging.token>['refusal']
export type TokenAnswer = { ok: true; value: ImToken } | { ok: false; failure: { refusal: TokenRefusal } }

/**
 * What the SDK logs in with: a token, the servers it is for, and where it gets the next one when that ends.
 * @param requestToken asks the server of the page for a further token
 */
export function loginInfo(appId: string, given: ImToken, requestToken: () => Promise<TokenAnswer>): LoginInfo {
	const { userId, token, appVersion, server, apiServer, monitorServer } = given
	return {
		uid: userId,
		appId,
		token,
		appVersion,
		servers: { chat: reachable(server), api: reachable(apiServer), monitor: reachable(monitorServer) },
		async getToken() {
			const again = await requestToken()
			if (!again.ok) throw tokenError(again.failure.refusal)
			return again.value.token
		},
	}
}

/** Of this very server the address is the page's own: a proxy in between may have another scheme than the server knows of. */
function reachable(address = ''): string {
	const [, host] = address.split('//')
	return host === location.host ? '' : address
}

const passing: readonly TokenRefusal[] = ['offline', 'timeout', 'broken', 'tooMany', 'cancelled']

/** Whether it says nothing about who asked, so that asking again may help. */
export const isPassing = (refusal: TokenRefusal): boolean => passing.includes(refusal)

/** What may pass is asked again; of anything else the session ends. */
const tokenError = (refusal: TokenRefusal) =>
	isPassing(refusal)
		? new IMError(answerCodes.unavailable, { kind: 'network', message: refusal })
		: new IMError(answerCodes.userTokenExpired, { message: refusal })
