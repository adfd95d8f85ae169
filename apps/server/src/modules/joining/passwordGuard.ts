import { hostPasswordError, type MeetingId, type MeetingPassword, ok, refused } from '@parley/core'
import { type Caller, callerKey } from '../../platform/handlers.ts'
import type { CreateRateLimit, RateLimit } from '../../platform/rateLimit.ts'
import type { ChallengeService } from '../challenge/index.ts'

const windowS = 10 * 60
/**
 * Wrong passwords at one meeting: of a member, or of the guests of an address, after the first number with a challenge only;
 * of a member, or of a guest's browser, after the second none.
 */
const callerLimits = { untilChallenge: 10, untilRefused: 30 }
/**
 * Wrong passwords at one meeting, from anyone: slower after the first number, only with a challenge after the second.
 */
const meetingLimits = { untilSlow: 10, untilChallenge: 20 }
/** Wrong passwords on one site, at any of its meetings; after that with a challenge only. */
const siteLimit = 200
const slowMs = 1_000

export interface PasswordGuardDeps {
	/** Kind of passwords that are counted together: those of meetings, or those of lives. */
	kind: 'join' | 'live'
	createRateLimit: CreateRateLimit
	challenges: Pick<ChallengeService, 'requirePass'>
	/** Records that a password of a meeting is being guessed. */
	reportGuessing(meetingId: MeetingId, password: MeetingPassword): Promise<void>
	pause(ms: number): Promise<void>
}

interface GuardedMeeting {
	meetingId: MeetingId
	password: string | null
}

/**
 * Limits attempts at the passwords of meetings: per caller, per meeting and per site, so that many addresses find no
 * more than one. Solving a challenge allows another attempt, so that nobody is locked out by the mistakes of others.
 */
export function createPasswordGuard({ kind, createRateLimit, challenges, reportGuessing, pause }: PasswordGuardDeps) {
	const limit = (name: string, times: number) =>
		createRateLimit(`${kind}-password-${name}`, times, windowS, { isShared: true })
	const ofCaller = limit('caller', callerLimits.untilChallenge)
	const ofCallerInAll = limit('caller-all', callerLimits.untilRefused)
	const ofMeetingFast = limit('meeting-fast', meetingLimits.untilSlow)
	const ofMeeting = limit('meeting', meetingLimits.untilChallenge)
	const ofSite = limit('site', siteLimit)

	/**
	 * Counts an attempt before the password is checked, so that a hundred concurrent ones count as a hundred. The holder
	 * of an attempt must report how it ended. `tried`: the password that it may be; a password typed to join a meeting that
	 * has none can only be that of the host.
	 */
	async function begin(
		caller: Caller,
		{ meetingId, password }: GuardedMeeting,
		captcha: string | undefined,
		tried: MeetingPassword = password === null ? 'host' : 'meeting',
	) {
		const callerAtMeeting = `${meetingId}/${callerKey(caller)}`
		const counted: [RateLimit, string][] = []
		const count = async (limit: RateLimit, key: string) => {
			const taken = await limit.consume(key)
			if (taken.ok) counted.push([limit, key])
			return taken
		}
		const takeBack = async () => {
			for (const [limit, key] of counted) await limit.refund(key)
		}

		// The wait applies to a browser: its address may be an office's.
		const inAll = await count(ofCallerInAll, caller.member ? callerAtMeeting : `${callerAtMeeting}/${caller.browser}`)
		if (!inAll.ok) return { ...refused('tooMany'), retryAfterMs: inAll.retryAfterMs }
		const limits: [RateLimit, string][] = [
			[ofCaller, callerAtMeeting],
			[ofMeeting, meetingId],
			[ofSite, caller.siteId],
		]
		const taken = []
		for (const [limit, key] of limits) taken.push(await count(limit, key))
		if (taken.some(({ ok: isFree }) => !isFree)) {
			const { siteId, browser, address } = caller
			const refusal = await challenges.requirePass({ siteId, browser, address, captcha, risk: 'high' })
			if (refusal) {
				await takeBack()
				return refused(refusal)
			}
		}
		const isFast = (await count(ofMeetingFast, meetingId)).ok
		if (!isFast) await pause(slowMs)
		return ok({
			right: takeBack,
			async wrong() {
				if ((await ofMeetingFast.getWaitMs(meetingId)) > 0) await reportGuessing(meetingId, tried)
			},
		})
	}

	/**
	 * Returns whether a password may be a guess. For a meeting without a password, it may be a guess of the host password,
	 * unless it can't be one, such as that of a link from when the meeting had a password.
	 */
	function isGuess(password: string | undefined, meeting: GuardedMeeting): password is string {
		if (password === undefined || password === '') return false
		return meeting.password !== null || hostPasswordError(password) === undefined
	}

	return { begin, isGuess }
}
export type PasswordGuard = ReturnType<typeof createPasswordGuard>
