import { type Caller, callerKey } from '../../platform/handlers.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { SweepAlarm } from '../alarm/index.ts'
import type { ChallengeService } from '../challenge/index.ts'

const windowS = 10 * 60
/** So many unknown ids are typing mistakes; more are an attempt to find meetings by trying. */
const toleratedMisses = 10
const maxUnknownIds = 30

type Requester = Pick<Caller, 'siteId' | 'address' | 'browser' | 'member'>

export interface EnumerationGuardDeps {
	createRateLimit: CreateRateLimit
	challenges: Pick<ChallengeService, 'recordFailure' | 'requirePass'>
	sweeps: Pick<SweepAlarm, 'isOn' | 'recordUnknownId'>
}

/**
 * Limits lookups of unknown meeting ids, so that meetings cannot be found by trying ids. Members count by person. While ids
 * are tried from many addresses, guests solve a challenge first, which is good until their next unknown id.
 */
export function createEnumerationGuard({ createRateLimit, challenges, sweeps }: EnumerationGuardDeps) {
	const unknown = createRateLimit('meeting-unknown', maxUnknownIds, windowS)
	const misses = createRateLimit('meeting-slips', toleratedMisses, windowS)
	/** Guests who solved a challenge. */
	const trusted = createRateLimit('meeting-trusted', 1, windowS)
	const guestKey = ({ siteId, browser, address }: Requester) => `${siteId}/${browser}/${address}`

	/** The refusal if a challenge is due before the lookup and the pass is missing or invalid. */
	async function requirePass(requester: Requester, captcha: string | undefined) {
		if (requester.member || !sweeps.isOn(requester.siteId)) return undefined
		if ((await trusted.getWaitMs(guestKey(requester))) > 0) return undefined
		const { siteId, browser, address } = requester
		const demanded = await challenges.requirePass({ siteId, browser, address, captcha, risk: 'high' })
		if (!demanded) await trusted.consume(guestKey(requester))
		return demanded
	}

	/** The result of `find`, or how long to wait before the next lookup. */
	async function lookUp<T>(requester: Requester, find: () => Promise<T | undefined>) {
		const key = `${requester.siteId}/${callerKey(requester)}`
		// Counted before the lookup, so that a hundred at once count as a hundred.
		const taken = await unknown.consume(key)
		if (!taken.ok) return taken
		const found = await find()
		if (found !== undefined) await unknown.refund(key)
		else await recordMiss(requester, key)
		return { ok: true, found } as const
	}

	async function recordMiss(requester: Requester, key: string) {
		const { siteId, address, member } = requester
		await sweeps.recordUnknownId(siteId)
		// Who is signed in is known already, and others at the address are not under suspicion.
		if (member) return
		await trusted.reset(guestKey(requester))
		if (!(await misses.consume(key)).ok) await challenges.recordFailure(siteId, address)
	}

	return { requirePass, look: lookUp }
}
export type EnumerationGuard = ReturnType<typeof createEnumerationGuard>
