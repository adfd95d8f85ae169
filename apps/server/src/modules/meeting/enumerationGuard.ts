import type { MeetingId } from '@parley/core'
import { createFailureLimit } from '../../platform/failureLimit.ts'
import { type Caller, callerKey } from '../../platform/handlers.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { SweepAlarm } from '../alarm/index.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { MeetingOnDay } from './listing.ts'
import type { OwnLists } from './ownLists.ts'

const windowS = 10 * 60
/** Up to this many unknown ids are typing mistakes; more are an attempt to guess meetings. */
const toleratedMisses = 10
const maxUnknownIds = 30

type Requester = Pick<Caller, 'siteId' | 'address' | 'browser' | 'member'>

export interface EnumerationGuardDeps {
	createRateLimit: CreateRateLimit
	challenges: Pick<ChallengeService, 'recordFailure' | 'requirePass'>
	sweeps: Pick<SweepAlarm, 'isOn' | 'recordUnknownId'>
	ownLists: OwnLists
}

/**
 * Limits lookups of unknown meeting ids, so that meetings cannot be found by trying ids. Members count by person. Once the
 * guests of an address have used up its limit, and while ids are guessed from many addresses, a guest solves a challenge first,
 * which is good until their next unknown id.
 */
export function createEnumerationGuard({ createRateLimit, challenges, sweeps, ownLists }: EnumerationGuardDeps) {
	const unknown = createFailureLimit(createRateLimit('meeting-unknown', maxUnknownIds, windowS, { isShared: true }))
	const misses = createRateLimit('meeting-slips', toleratedMisses, windowS, { isShared: true })
	/** Guests who solved a challenge. */
	const trusted = createRateLimit('meeting-trusted', 1, windowS, { isShared: true })
	const guestKey = ({ siteId, browser, address }: Requester) => `${siteId}/${browser}/${address}`
	const lookerKey = (requester: Requester) => `${requester.siteId}/${callerKey(requester)}`
	const isTrusted = async (requester: Requester) =>
		requester.member === undefined && (await trusted.getWaitMs(guestKey(requester))) > 0

	/** The refusal if a challenge is due before the lookup and the pass is missing or invalid. */
	async function requirePass(requester: Requester, captcha: string | undefined) {
		if (requester.member) return undefined
		const isDue = sweeps.isOn(requester.siteId) || (await unknown.getWaitMs(lookerKey(requester))) > 0
		if (!isDue || (await isTrusted(requester))) return undefined
		const { siteId, browser, address } = requester
		const demanded = await challenges.requirePass({ siteId, browser, address, captcha, risk: 'high' })
		if (!demanded) await trusted.consume(guestKey(requester))
		return demanded
	}

	/**
	 * Returns the meeting, or the time to wait before the next lookup. A meeting of the member's own list is found in any case,
	 * and not counted once this server has read it.
	 *
	 * @param meetingId undefined if the input cannot be an id
	 */
	async function lookUp(
		requester: Requester,
		meetingId: MeetingId | undefined,
		read: (meetingId: MeetingId) => Promise<MeetingOnDay | undefined>,
	) {
		const { member, siteId } = requester
		const own = member && meetingId && ownLists.checkFor(member, siteId, meetingId)
		if (meetingId && own?.wasListed) {
			const found = await read(meetingId)
			if (found !== undefined && own.isListed(found)) return { ok: true, found } as const
		}
		async function find() {
			const found = meetingId && (await read(meetingId))
			if (found) ownLists.remember(found)
			return found
		}
		const key = lookerKey(requester)
		const taken = await unknown.begin(key)
		// Others at the address have used it up; a solved challenge allows one more unknown id.
		if (!taken.ok && !(await isTrusted(requester)))
			return (await own?.readIsListed()) ? ({ ok: true, found: await find() } as const) : taken
		const found = await find().catch(error => {
			if (taken.ok) taken.failed()
			throw error
		})
		if (found === undefined) await recordMiss(requester, key)
		if (taken.ok) await (found === undefined ? taken.failed() : taken.succeeded())
		return { ok: true, found } as const
	}

	async function recordMiss(requester: Requester, key: string) {
		const { siteId, address, member } = requester
		await sweeps.recordUnknownId(siteId)
		// Signed-in people are identified, and do not suffer from others at their address.
		if (member) return
		await trusted.reset(guestKey(requester))
		if (!(await misses.consume(key)).ok) await challenges.recordFailure(siteId, address)
	}

	return { requirePass, look: lookUp }
}
export type EnumerationGuard = ReturnType<typeof createEnumerationGuard>
