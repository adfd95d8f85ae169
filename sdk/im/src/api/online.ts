import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { answerCodes, apiHeaders, imPaths, signedText, type UserOnlineAnswer, type UserOnlineInput } from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { IMError, toIMError } from '../core/errors.ts'
import type { LoginInfo } from '../session/session.ts'

/**
 * Queries the api server which people are online (IMH-05 to IMH-08).
 * @throws {IMError}
 */
export async function askOnline(
	env: Environment,
	server: string,
	{ token, appId }: Pick<LoginInfo, 'token' | 'appId'>,
	{ userId, bizType = '', subBizType = '' }: UserOnlineInput,
): Promise<UserOnlineAnswer> {
	const body = JSON.stringify({ userId, bizType, subBizType })
	const headers = {
		[apiHeaders.token]: token,
		[apiHeaders.appId]: appId,
		[apiHeaders.sign]: bytesToHex(md5(utf8ToBytes(signedText(body, token)))),
	}
	const answer = (await env.http({ method: 'POST', url: server + imPaths.userOnline, headers, body }).catch(error => {
		throw toIMError(error)
	})) as Partial<UserOnlineAnswer> & { msg?: string }
	const code = answer?.code ?? answerCodes.malformed
	if (code !== answerCodes.ok) throw new IMError(code, { message: answer?.msg })
	return { ...answer, code, onlineUsers: answer.onlineUsers ?? [] }
}
