import { account, type SmsType, smsType } from '@parley/api'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import type { Language } from '../../locales/index.ts'
import type { MobileNumber } from './mobile.ts'

/** Why no code was sent, or why a number will not do; the screen owns the words. */
export type MobileMessageKey =
	| 'noPhone'
	| 'inconsistent'
	| 'tooMany'
	| 'limit'
	| 'notSent'
	| 'mobileInvalid'
	| 'notRegistered'
	| 'alreadyRegistered'
	| 'notInCompany'
	| 'network'
	| 'failed'

export type SendCodeResult =
	| { at: 'sent' }
	/** The server wants the slider solved first. */
	| { at: 'challenge' }
	| { at: 'turned-away'; says: MobileMessageKey; retryAfterMs?: number | undefined }

export interface CodeMessage {
	/** The pass of a solved challenge, or nothing (OP-029). */
	captcha: string
	/** The text message is written in it. */
	language: Language
}

/** Sends a code (SMS-14 to SMS-22). */
export async function sendCode(
	type: SmsType,
	to: MobileNumber,
	message: CodeMessage,
	ask: CallApi,
): Promise<SendCodeResult> {
	const answer = await ask(account.sendCode, { type, ...to, ...message }, { handles401: true, quiet: true })
	if (answer.ok) return { at: 'sent' }
	return toSendCodeResult(answer.failure)
}

export function toSendCodeResult({ refusal, retryAfterMs }: ApiFailure<typeof account.sendCode>): SendCodeResult {
	switch (refusal) {
		case 'challengeNeeded':
		case 'challengeFailed':
		case 'challengeExpired':
			return { at: 'challenge' }
		case 'tooManyCodes':
		case 'tooMany':
			return { at: 'turned-away', says: 'tooMany', retryAfterMs }
		case 'limitReached':
			return { at: 'turned-away', says: 'limit' }
		case 'notSent':
			return { at: 'turned-away', says: 'notSent' }
		case 'mobileInvalid':
			return { at: 'turned-away', says: 'mobileInvalid' }
		case 'offline':
		case 'timeout':
			return { at: 'turned-away', says: 'network' }
		default:
			return { at: 'turned-away', says: 'failed' }
	}
}

/** What a number has to be for a code of this purpose to be of use (OP-031). */
const requiredStatus: Record<SmsType, 'registered' | 'unregistered' | 'either'> = {
	[smsType.register]: 'unregistered',
	[smsType.login]: 'registered',
	[smsType.forgot]: 'registered',
	[smsType.bind]: 'either',
}

/** Asks whether a number will do, before a code is sent to it: to bind it, or for everything else (SMS-26, OP-030). */
export async function checkMobile(
	type: SmsType,
	mobile: MobileNumber,
	ask: CallApi,
): Promise<MobileMessageKey | undefined> {
	const call = type === smsType.bind ? account.validateMobile : account.isRegistered
	const answer = await ask(call, { ...mobile, type }, { handles401: true, quiet: true })
	if (!answer.ok) return checkMobileErrorKey(answer.failure)
	const { isRegistered } = answer.value
	if (requiredStatus[type] === 'registered' && isRegistered === false) return 'notRegistered'
	if (requiredStatus[type] === 'unregistered' && isRegistered === true) return 'alreadyRegistered'
	return undefined
}

/** SMS-28 to SMS-30 */
export function checkMobileErrorKey({ refusal }: ApiFailure<typeof account.isRegistered>): MobileMessageKey {
	switch (refusal) {
		case 'mobileInvalid':
		case 'notRegistered':
		case 'notInCompany':
		case 'tooMany':
			return refusal
		case 'offline':
		case 'timeout':
			return 'network'
		default:
			return 'failed'
	}
}
