import { smsType } from '@parley/api'
import { type Locale, locales, ok, refused, type SiteId, type UserId } from '@parley/core'
import type { Client } from '../../platform/handlers.ts'
import { defaultLanguageOf, parseMobileNumber } from '../sms/index.ts'
import type { VerificationService } from '../verification/index.ts'
import { type AttemptLimit, withdrawOnError } from './attemptLimit.ts'
import type { Account, AccountStore } from './store.ts'

export interface MobileNumberDeps {
	store: AccountStore
	verification: Pick<VerificationService, 'sendCode' | 'checkCode' | 'isRisky'>
	attemptLimit: AttemptLimit
}

export interface MobileInput {
	areaCode: string | undefined
	mobile: string
}

/** A number with the code that was sent to it. */
export interface CodeInput extends MobileInput {
	code: string
	/** Pass of a solved challenge, required after too many wrong codes. */
	captcha: string | undefined
}

/** Finds the owners of mobile numbers and verifies by a code that a person holds a number. */
export function createMobileNumberService({ store, verification, attemptLimit }: MobileNumberDeps) {
	/** Sends a code. If the purpose needs an account and none exists, nothing is sent and the response is the same. */
	async function sendCode(client: Client, input: MobileInput & { language: string | undefined }, purpose: number) {
		const { siteId, address } = client
		const number = parseMobileNumber(input.areaCode, input.mobile)
		if (!number) return refused('mobileInvalid')
		const isOfAccount = purpose === smsType.login || purpose === smsType.forgot
		return await verification.sendCode({
			...number,
			siteId,
			purpose,
			address,
			language: chooseLanguage(input.language, number),
			isWithheld: isOfAccount && (await store.findByMobile(siteId, number)) === undefined,
		})
	}

	/** The normalised number and the account it belongs to, if any. */
	async function findOwner(siteId: SiteId, { areaCode, mobile }: MobileInput) {
		const number = parseMobileNumber(areaCode, mobile)
		if (!number) return refused('mobileInvalid')
		const account = await store.findByMobile(siteId, number)
		if (account && !(await store.maySignIn(account.id))) return refused('notInCompany')
		return ok({ number, account })
	}

	/** Verifies the code that was sent to a number for a purpose; returns the normalised number. */
	async function verifyCode(client: Client, input: CodeInput, purpose: number) {
		const { code, captcha } = input
		const number = parseMobileNumber(input.areaCode, input.mobile)
		if (!number) return refused('mobileInvalid')
		const isTarget = ({ mobile, mobileCode }: Account) => mobile === number.mobile && mobileCode === number.areaCode
		const target = `${number.areaCode}-${number.mobile}`
		const admitted = await attemptLimit.admit({ client, target, isTarget, captcha })
		if (!admitted.ok) return admitted
		const { retryAfterMs, recordSuccess, recordFailure, withdraw } = admitted.value
		const check = verification.checkCode({ siteId: client.siteId, purpose, ...number, code })
		const checked = await withdrawOnError(check, withdraw)
		if (checked !== 'right') await recordFailure()
		if (checked !== 'right' && retryAfterMs !== undefined) return { ...refused('tooMany'), retryAfterMs }
		if (checked === 'wrongCode') return refused('wrongCode')
		if (checked === 'codeExpired') return refused('codeExpired')
		await recordSuccess()
		return ok(number)
	}

	async function bindToAccount(client: Client, userId: UserId, input: CodeInput) {
		const proven = await verifyCode(client, input, smsType.bind)
		if (!proven.ok) return proven
		return (await store.saveMobile(userId, proven.value)) ? ok({}) : refused('duplicate')
	}

	return { sendCode, isRisky: verification.isRisky, findOwner, verifyCode, bindToAccount }
}
export type MobileNumberService = ReturnType<typeof createMobileNumberService>

/** The language the page is shown in; if it is not sent, the area code's. */
const chooseLanguage = (sent: string | undefined, number: { areaCode: string }): Locale =>
	locales.find(locale => locale === sent) ?? defaultLanguageOf(number)
