import { answerCodes, imPaths } from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { IMError, toIMError } from '../core/errors.ts'

/** Answer of the user-sign server (ENT-21). */
export interface IMToken {
	imToken: string
	imUserId: string
	imAppVersion?: string
	imServer?: string
	imApiServer?: string
	imMonitorServer?: string
}

export interface TokenRequest {
	appId: string
	/** A member's id, or a name a guest chose; or `imId`, the id in messaging. */
	id?: string
	imId?: string
	nickName?: string
}

/** Retrying would give the same answer; excludes statuses of an overloaded server. */
const isRefusal = (status = 0) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** @throws {IMError} of the kind `denied` if the server refuses, of `network` if it may answer later */
export async function requestToken(env: Environment, server: string, request: TokenRequest): Promise<IMToken> {
	const { appId, id = '', imId, nickName = '' } = request
	const query = Object.entries(imId === undefined ? { id, nickName, imAppId: appId } : { imId, imAppId: appId })
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&')
	const path = imId === undefined ? imPaths.token : imPaths.tokenByImId
	try {
		const answer = (await env.http({ method: 'GET', url: `${server}${path}?${query}` })) as { data?: IMToken } & IMToken
		return answer.data ?? answer
	} catch (error) {
		const { status, message } = (error ?? {}) as { status?: number; message?: string }
		throw isRefusal(status) ? new IMError(answerCodes.unauthorised, { message }) : toIMError(error)
	}
}
