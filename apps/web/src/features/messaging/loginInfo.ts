import type { ImToken, messaging } from '@parley/api'
import { IMError, type LoginInfo } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import type { ApiFailure } from '../../api/index.ts'

/** The reason why no token was issued. */
export type TokenRefusal = ApiFailure<typeof messaging.token>['refusal']
export type TokenAnswer = { ok: true; value: ImToken } | { ok: false; failure: { refusal: TokenRefusal } }

/**
 * The SDK's login: a token, the servers it is for, and a source of the next token when it expires.
 * @param requestToken requests another token from the page's server
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

/** For this server, uses the page's own address: a proxy in between may use another scheme than the server knows. */
function reachable(address = ''): string {
	const [, host] = address.split('//')
	return host === location.host ? '' : address
}

const passing: readonly TokenRefusal[] = ['offline', 'timeout', 'broken', 'tooMany', 'cancelled']

/** Returns whether the failure is temporary and not about the person, so that a retry may help. */
export const isPassing = (refusal: TokenRefusal): boolean => passing.includes(refusal)

/** Temporary failures are retried; any other ends the session. */
const tokenError = (refusal: TokenRefusal) =>
	isPassing(refusal)
		? new IMError(answerCodes.unavailable, { kind: 'network', message: refusal })
		: new IMError(answerCodes.userTokenExpired, { message: refusal })
