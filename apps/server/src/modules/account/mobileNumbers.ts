import { smsType } from '@parley/api'
import { ok, refused, type SiteId, type UserId } from '@parley/core'
import type { SmsLanguage } from '../../sms/index.ts'
import { defaultAreaCode, parseMobileNumber, type VerificationService } from '../verification/index.ts'
import type { AttemptLimit } from './attemptLimit.ts'
import type { AccountStore } from './store.ts'

export interface MobileNumberDeps {
	store: AccountStore
	verification: Pick<VerificationService, 'sendCode' | 'checkCode'>
	attemptLimit: AttemptLimit
}

export interface MobileInput {
	siteId: SiteId
	areaCode: string | undefined
	mobile: string
}

/** Area codes where a message is best written in Chinese, where nobody says in which language it is read. */
const chineseAreaCodes = [defaultAreaCode, '852', '853', '886']

/** Mobile numbers: whose they are, and the proof that somebody holds one. */
export function createMobileNumberService({ store, verification, attemptLimit }: MobileNumberDeps) {
	/** Sends a code. Where only an account makes sense of it and there is none, nothing is sent and nothing tells so. */
	async function sendCode(input: MobileInput & { language: string | undefined }, purpose: number, address: string) {
		const number = parseMobileNumber(input.areaCode, input.mobile)
		if (!number) return refused('mobileInvalid')
		const isOfAccount = purpose === smsType.login || purpose === smsType.forgot
		return await verification.sendCode({
			...number,
			siteId: input.siteId,
			purpose,
			address,
			language: chooseLanguage(input.language, number),
			isWithheld: isOfAccount && (await store.findByMobile(input.siteId, number)) === undefined,
		})
	}

	/** Whose a number is: nobody's, or the account's that it is bound to. */
	async function findOwner({ siteId, areaCode, mobile }: MobileInput) {
		const number = parseMobileNumber(areaCode, mobile)
		if (!number) return refused('mobileInvalid')
		const account = await store.findByMobile(siteId, number)
		if (account && !(await store.hasCompany(account.id))) return refused('notInCompany')
		return ok({ number, account })
	}

	/** The number, where the code is the one that was sent to it for this. */
	async function verifyCode(input: MobileInput & { code: string }, purpose: number, address: string) {
		const { siteId, code } = input
		const number = parseMobileNumber(input.areaCode, input.mobile)
		if (!number) return refused('mobileInvalid')
		const attempt = { siteId, target: `${number.areaCode}-${number.mobile}`, address }
		const taken = await attemptLimit.consume(attempt)
		if (!taken.ok) return { ...refused('tooMany'), retryAfterMs: taken.retryAfterMs }
		const checked = await verification.checkCode({ siteId, purpose, ...number, code })
		if (checked === 'wrongCode') return refused('wrongCode')
		if (checked === 'codeExpired') return refused('codeExpired')
		await attemptLimit.recordSuccess(attempt)
		return ok(number)
	}

	async function bindToAccount(userId: UserId, input: MobileInput & { code: string }, address: string) {
		const proven = await verifyCode(input, smsType.bind, address)
		if (!proven.ok) return proven
		return (await store.saveMobile(userId, proven.value)) ? ok({}) : refused('duplicate')
	}

	return { sendCode, findOwner, verifyCode, bindToAccount }
}
export type MobileNumberService = ReturnType<typeof createMobileNumberService>

const chooseLanguage = (said: string | undefined, { areaCode }: { areaCode: string }): SmsLanguage => {
	if (said === 'zh' || said === 'en') return said
	return chineseAreaCodes.includes(areaCode) ? 'zh' : 'en'
}
