import { setImmediate as letOthers } from 'node:timers/promises'
import { cleanText, limits, type MeetingId, ok, refused, type SiteId, truncate } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Caller, Member } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import { isComplaintValid } from './policy.ts'
import type { Complaint, ComplaintStore } from './store.ts'

const dayS = 86_400
/** Complaints per person and day. */
const perDay = 20
/** Complaints per day by people who are not signed in: per browser, and for all browsers at its address. */
const perBrowser = 5
const perAddress = 60
/** Rows per transaction: a few milliseconds of SQLite's write lock. */
const removedAtOnce = 300

/** Sites with the days they keep complaints. */
export interface KeepingSites {
	all(): Promise<{ id: SiteId; settings: { complaintDays: number } }[]>
}

export interface ComplaintDeps {
	store: ComplaintStore
	sites: KeepingSites
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
}

/** Complaints: signed-in people may complain about anything, everyone about a live they watch. */
export function createComplaintService({ store, sites, clock, ids, createRateLimit }: ComplaintDeps) {
	const complaintsPerPerson = createRateLimit('complaints', perDay, dayS, { isShared: true })
	const reportsPerBrowser = createRateLimit('problem-reports-browser', perBrowser, dayS, { isShared: true })
	const reportsPerAddress = createRateLimit('problem-reports-address', perAddress, dayS, { isShared: true })

	async function takeTurn({ siteId, member, browser, address }: Caller) {
		if (member) return await complaintsPerPerson.consume(member.userId)
		const ofBrowser = await reportsPerBrowser.consume(`${siteId}/${browser}`)
		return ofBrowser.ok ? await reportsPerAddress.consume(`${siteId}/${address}`) : ofBrowser
	}

	const authorOf = ({ companyId, userId, userName, displayName }: Member) => ({
		companyId,
		userId,
		userName,
		displayName,
	})

	/** Stores the text under the signed-in person, whatever author the request names. */
	async function keep(caller: Caller, typed: string, about: Pick<Complaint, 'live'> = {}) {
		const { siteId, member } = caller
		const content = cleanText(typed)
		if (!isComplaintValid(content)) return refused('contentInvalid')
		const taken = await takeTurn(caller)
		if (!taken.ok) return { ...refused('tooMany'), retryAfterMs: taken.retryAfterMs }
		const author = member && authorOf(member)
		await store.insert({ id: ids.row('co'), siteId, ...(author && { author }), content, ...about, at: clock.now() })
		return ok({})
	}

	/** Removes complaints past their site's retention, a few at a time, so that nothing waits for it. */
	async function removeOld(): Promise<void> {
		for (const { id, settings } of await sites.all()) {
			if (settings.complaintDays === 0) continue
			const before = clock.now() - settings.complaintDays * dayS * 1_000
			while ((await store.removeBefore(id, before, removedAtOnce)) === removedAtOnce) await letOthers()
		}
	}

	return {
		removeOld,
		complain: (caller: Caller, typed: string) => keep(caller, typed),
		reportProblem: (caller: Caller, meetingId: MeetingId, { typed, figures }: { typed: string; figures: string }) =>
			keep(caller, typed, { live: { meetingId, figures: truncate(cleanText(figures), limits.complaintMax) } }),
	}
}
export type ComplaintService = ReturnType<typeof createComplaintService>
