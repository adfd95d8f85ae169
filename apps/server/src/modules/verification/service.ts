import { createHmac, randomInt } from 'node:crypto'
import { smsType } from '@parley/api'
import { type Locale, ok, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { isEqualInConstantTime } from '../../platform/constantTime.ts'
import type { Ids } from '../../platform/ids.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import type { Log } from '../../platform/log.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { SiteService } from '../site/index.ts'
import type { SmsSender } from '../sms/index.ts'
import { formatE164, isServedNumber, type MobileNumber, parseMobileNumber } from '../sms/index.ts'
import { formatCodeMessage } from './codeMessage.ts'
import { createProofService, setUpLinksKeptMs } from './proofs.ts'
import type { Code, CodeKey, VerificationStore } from './store.ts'

const minuteMs = 60_000
const day = 24 * 60 * minuteMs
const codeMinutes = 5
const maxTries = 5
const minIntervalMs = minuteMs
const maxCodesPerDay = 10
const addressLimit = { times: 20, perS: 3_600 }
/** Codes of an address in a day before each further one needs a challenge. */
const freeCodes = { times: 2, perS: day / 1000 }
const purposesOfAccounts: readonly number[] = [smsType.login, smsType.forgot]

/** The part of a site's text-message budget that codes need. */
export interface BudgetPort {
	/** Records a code, unless the budget is spent for its use; returns whether it may be sent. */
	spend(siteId: SiteId, use: 'accountCode' | 'newcomerCode', record: () => Promise<boolean>): Promise<boolean>
	isHalfSpent(siteId: SiteId): Promise<boolean>
}

export interface VerificationDeps {
	store: VerificationStore
	sms: SmsSender
	budget: BudgetPort
	sites: Pick<SiteService, 'find'>
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	/** HMAC key for code hashes: a plain hash of six digits could be reversed by trying all. */
	secret: Uint8Array
}

export interface CodeRequest {
	siteId: SiteId
	purpose: number
	areaCode: string | undefined
	mobile: string
	address: string
	language: Locale
	/** Counts and responds as usual but sends nothing: for numbers without an account. */
	isWithheld?: boolean
}

export interface CodeInput {
	siteId: SiteId
	purpose: number
	areaCode: string | undefined
	mobile: string
	code: string
}

export function createVerificationService(deps: VerificationDeps) {
	const { store, sms, budget, sites, clock, ids, createRateLimit, log, secret } = deps
	const perAddress = createRateLimit('sms-address', addressLimit.times, addressLimit.perS, { isShared: true })
	const codesOfAddress = createRateLimit('sms-address-free', freeCodes.times, freeCodes.perS, { isShared: true })
	const inTurn = createKeyedLock()

	/** Sends a new code, which replaces the previous one. */
	async function sendCode(request: CodeRequest) {
		const number = parseMobileNumber(request.areaCode, request.mobile)
		if (!number) return refused('mobileInvalid')
		// Concurrent requests for one number would otherwise both pass the limit.
		return await inTurn(`${request.siteId}/${formatE164(number)}`, () => sendTo(number, request))
	}

	async function sendTo(number: MobileNumber, request: CodeRequest) {
		const { siteId, purpose, address, language, isWithheld = false } = request
		const { name, settings } = await sites.find(siteId)
		if (!isServedNumber(settings, number)) return refused('countryNotServed')
		const limited = await findLimitRefusal(siteId, number)
		if (limited) return limited
		const addressKey = `${siteId}/${address}`
		const taken = await perAddress.consume(addressKey)
		if (!taken.ok) return { ...refused('tooManyCodes'), retryAfterMs: taken.retryAfterMs }

		const code = String(randomInt(1_000_000)).padStart(6, '0')
		const kept = newCode({ siteId, purpose, ...number }, code, !isWithheld)
		// Stored first, as the message may arrive before `send` returns.
		const use = purposesOfAccounts.includes(purpose) ? 'accountCode' : 'newcomerCode'
		const isRecorded = await budget.spend(siteId, use, () => store.insertCode(kept).then(() => true))
		if (!isRecorded) {
			await perAddress.refund(addressKey)
			log.warn({ site: siteId, perDay: settings.smsPerDay }, 'text message not sent: the daily budget is used up')
			return refused('siteLimitReached')
		}
		await codesOfAddress.consume(addressKey)
		if (isWithheld) return ok(undefined)
		try {
			const text = formatCodeMessage(language, { site: name, code, minutes: codeMinutes })
			await sms.send({ kind: 'code', to: formatE164(number), text, code, minutes: codeMinutes, language })
			return ok(undefined)
		} catch (error) {
			log.error({ err: error, sender: sms.name }, 'text message not sent')
			await Promise.all([store.removeCode(kept.id), perAddress.refund(addressKey), codesOfAddress.refund(addressKey)])
			return refused('notSent')
		}
	}

	/** Returns whether the next code needs a challenge: the third of an address in a day, and every one when half the budget is spent. */
	async function isRisky({ siteId, address }: Pick<CodeRequest, 'siteId' | 'address'>): Promise<boolean> {
		if ((await codesOfAddress.getWaitMs(`${siteId}/${address}`)) > 0) return true
		return await budget.isHalfSpent(siteId)
	}

	/** The refusal if the number may not get another code now. */
	async function findLimitRefusal(siteId: SiteId, number: MobileNumber) {
		const now = clock.now()
		const sent = await store.listSendTimes(siteId, number, now - day)
		const oldest = sent[maxCodesPerDay - 1]
		if (oldest !== undefined) return { ...refused('limitReached'), retryAfterMs: oldest + day - now }
		const newest = sent[0]
		if (newest !== undefined && newest + minIntervalMs > now)
			return { ...refused('tooManyCodes'), retryAfterMs: newest + minIntervalMs - now }
		return undefined
	}

	function newCode(key: CodeKey, code: string, isSent: boolean): Code {
		const id = ids.row('c')
		const now = clock.now()
		const expiresAt = now + codeMinutes * minuteMs
		return { ...key, id, codeHash: hashCode(id, key, code), tries: 0, createdAt: now, expiresAt, usedAt: null, isSent }
	}

	const hashCode = (id: string, { siteId, purpose, areaCode, mobile }: CodeKey, code: string) =>
		createHmac('sha256', secret).update([id, siteId, purpose, areaCode, mobile, code].join('/')).digest('base64url')

	/** Compares a code with the newest one of its purpose and uses it up if it is correct. */
	async function checkCode({ siteId, purpose, areaCode, mobile, code }: CodeInput) {
		const number = parseMobileNumber(areaCode, mobile)
		const newest = number && (await store.findNewestCode({ siteId, purpose, ...number }))
		if (!newest) return 'wrongCode'
		// Counted before the comparison, so that concurrent tries are limited too.
		if (!(await store.countTry(newest.id, maxTries, clock.now()))) return 'codeExpired'
		if (!isEqualInConstantTime(hashCode(newest.id, newest, code.trim()), newest.codeHash)) return 'wrongCode'
		return (await store.useCode(newest.id, clock.now())) ? 'right' : 'codeExpired'
	}

	return {
		parseMobileNumber,
		isRisky,
		sendCode,
		checkCode,
		proofs: createProofService({ store, clock, ids }),
		/** Codes are kept for a day because they count towards the daily limit. */
		removeExpired: () => store.removeOld(clock.now() - day, clock.now(), clock.now() - setUpLinksKeptMs),
	}
}
export type VerificationService = ReturnType<typeof createVerificationService>
