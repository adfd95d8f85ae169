import { smsType } from '@parley/api'
import { ok, refused, type SiteId, type UserId } from '@parley/core'
import type { SmsLanguage } from '../../sms/index.ts'
import { defaultAreaCode, mobileOf, type VerificationService } from '../verification/index.ts'
import type { Guesses } from './guesses.ts'
import type { AccountStore } from './store.ts'

export interface NumberDeps {
	store: AccountStore
	verification: Pick<VerificationService, 'send' | 'check'>
	guesses: Guesses
}

export interface TypedNumber {
	siteId: SiteId
	areaCode: string | undefined
	mobile: string
}

/** Area codes where a message is best written in Chinese, where nobody says in which language it is read. */
const chineseAreas = [defaultAreaCode, '852', '853', '886']

/** Mobile numbers: whose they are, and the proof that somebody holds one. */
export function numberService({ store, verification, guesses }: NumberDeps) {
	/** Sends a code. Where only an account makes sense of it and there is none, nothing is sent and nothing tells so. */
	async function sendCode(typed: TypedNumber & { language: string | undefined }, purpose: number, address: string) {
		const number = mobileOf(typed.areaCode, typed.mobile)
		if (!number) return refused('mobileInvalid')
		const isOfAccount = purpose === smsType.login || purpose === smsType.forgot
		return await verification.send({
			...number,
			siteId: typed.siteId,
			purpose,
			address,
			language: languageOf(typed.language, number),
			isWithheld: isOfAccount && (await store.findByMobile(typed.siteId, number)) === undefined,
		})
	}

	/** Whose a number is: nobody's, or the account's that it is bound to. */
	async function look({ siteId, areaCode, mobile }: TypedNumber) {
		const number = mobileOf(areaCode, mobile)
		if (!number) return refused('mobileInvalid')
		const account = await store.findByMobile(siteId, number)
		if (account && !(await store.hasCompany(account.id))) return refused('notInCompany')
		return ok({ number, account })
	}

	/** The number, where the code is the one that was sent to it for this. */
	async function prove(typed: TypedNumber & { code: string }, purpose: number, address: string) {
		const { siteId, code } = typed
		const number = mobileOf(typed.areaCode, typed.mobile)
		if (!number) return refused('mobileInvalid')
		const guess = { siteId, target: `${number.areaCode}-${number.mobile}`, address }
		const taken = await guesses.take(guess)
		if (!taken.ok) return { ...refused('tooMany'), retryAfterMs: taken.retryAfterMs }
		const checked = await verification.check({ siteId, purpose, ...number, code })
		if (checked === 'wrongCode') return refused('wrongCode')
		if (checked === 'codeExpired') return refused('codeExpired')
		await guesses.right(guess)
		return ok(number)
	}

	async function bind(userId: UserId, typed: TypedNumber & { code: string }, address: string) {
		const proven = await prove(typed, smsType.bind, address)
		if (!proven.ok) return proven
		return (await store.saveMobile(userId, proven.value)) ? ok({}) : refused('duplicate')
	}

	return { sendCode, look, prove, bind }
}
export type NumberService = ReturnType<typeof numberService>

const languageOf = (said: string | undefined, { areaCode }: { areaCode: string }): SmsLanguage => {
	if (said === 'zh' || said === 'en') return said
	return chineseAreas.includes(areaCode) ? 'zh' : 'en'
}
