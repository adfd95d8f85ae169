import { account, type SmsType, smsType } from '@parley/api'
import type { Locale } from '@parley/core'
import {
	type ApiFailure,
	type CallApi,
	callApi,
	type GeneralRefusal,
	type RefusalTable,
	valueOfFailure,
} from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import type { MobileNumber } from './mobile.ts'

const messages = {
	noPhone: m.verification_no_phone,
	inconsistent: m.verification_inconsistent,
	limit: m.verification_limit,
	siteLimit: m.verification_site_limit,
	countryNotServed: m.verification_country_not_served,
	notSent: m.verification_not_sent,
	mobileInvalid: m.verification_mobile_invalid,
	notRegistered: m.verification_not_registered,
	alreadyRegistered: m.verification_already_registered,
	notInCompany: m.verification_not_in_company,
	network: m.verification_network,
	failed: m.verification_failed,
}

/** Why no code was sent, or why a number is not accepted. */
export type MobileMessageKey = keyof typeof messages | 'tooMany'

/** Longer waits are told in minutes. */
const maxSecondsS = 120

export function mobileMessage(key: MobileMessageKey, retryAfterMs?: number): string {
	if (key !== 'tooMany') return messages[key]()
	if (!retryAfterMs) return m.verification_too_often()
	const seconds = Math.ceil(retryAfterMs / 1000)
	if (seconds < maxSecondsS) return m.verification_too_many({ seconds })
	return m.verification_too_many_minutes({ minutes: Math.ceil(seconds / 60) })
}

const generalRefusals: Record<GeneralRefusal, MobileMessageKey> = {
	signedOut: 'failed',
	forbidden: 'failed',
	missing: 'failed',
	staleToken: 'failed',
	invalidInput: 'failed',
	tooMany: 'tooMany',
	phoneNeeded: 'failed',
	profileNeeded: 'failed',
	broken: 'failed',
	unknown: 'failed',
}

export type SendCodeResult =
	| { status: 'sent' }
	/** The slider has to be solved first. */
	| { status: 'challenge' }
	| { status: 'refused'; messageKey: MobileMessageKey; retryAfterMs?: number | undefined }

export interface SendCodeOptions {
	/** The token of a solved challenge; empty without one (OP-029). */
	captcha: string
	/** The language of the text message. */
	language: Locale
}

const sendCodeRefusals: RefusalTable<typeof account.sendCode, MobileMessageKey | 'challenge', GeneralRefusal> = {
	...generalRefusals,
	challengeNeeded: 'challenge',
	challengeFailed: 'challenge',
	challengeExpired: 'challenge',
	tooManyCodes: 'tooMany',
	limitReached: 'limit',
	siteLimitReached: 'siteLimit',
	countryNotServed: 'countryNotServed',
	notSent: 'notSent',
	mobileInvalid: 'mobileInvalid',
}

/** Sends a code by text message (SMS-14 to SMS-22). */
export async function sendCode(
	type: SmsType,
	to: MobileNumber,
	options: SendCodeOptions,
	callApi: CallApi,
): Promise<SendCodeResult> {
	const answer = await callApi(
		account.sendCode,
		{ type, ...to, ...options },
		{ handles401: true, quiet: true, handlesChallenge: true },
	)
	return answer.ok ? { status: 'sent' } : sendCodeRefused(answer.failure)
}

export function sendCodeRefused(failure: ApiFailure<typeof account.sendCode>): SendCodeResult {
	const messageKey = valueOfFailure(failure, sendCodeRefusals, 'network')
	if (messageKey === 'challenge') return { status: 'challenge' }
	if (messageKey !== 'tooMany') return { status: 'refused', messageKey }
	return { status: 'refused', messageKey, retryAfterMs: failure.retryAfterMs }
}

/** The registration that a number needs for a code of this type to be of use (OP-031). */
const requiredStatus: Record<SmsType, 'registered' | 'unregistered' | 'either'> = {
	[smsType.register]: 'unregistered',
	[smsType.login]: 'registered',
	[smsType.forgot]: 'registered',
	[smsType.bind]: 'either',
}

/** Both calls that check a number have the same refusals (SMS-28 to SMS-30). */
const checkMobileRefusals: RefusalTable<
	typeof account.isRegistered | typeof account.validateMobile,
	MobileMessageKey,
	GeneralRefusal
> = {
	...generalRefusals,
	mobileInvalid: 'mobileInvalid',
	notRegistered: 'notRegistered',
	notInCompany: 'notInCompany',
}

/** Checks with the server that a code of this type may be sent to a number (SMS-26, OP-030). */
export async function checkMobile(
	type: SmsType,
	mobile: MobileNumber,
	callApi: CallApi,
): Promise<MobileMessageKey | undefined> {
	const call = type === smsType.bind ? account.validateMobile : account.isRegistered
	const answer = await callApi(call, { ...mobile, type }, { handles401: true, quiet: true })
	if (!answer.ok) return valueOfFailure(answer.failure, checkMobileRefusals, 'network')
	const { isRegistered } = answer.value
	if (requiredStatus[type] === 'registered' && isRegistered === false) return 'notRegistered'
	if (requiredStatus[type] === 'unregistered' && isRegistered === true) return 'alreadyRegistered'
	return undefined
}

/** For `beforeSend`: the error message of a number that the server does not accept (SMS-26 to SMS-30). */
export async function validateMobile(type: SmsType, mobile: MobileNumber): Promise<string | undefined> {
	const messageKey = await checkMobile(type, mobile, callApi)
	return messageKey && mobileMessage(messageKey)
}
