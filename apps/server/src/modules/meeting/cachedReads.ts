import type { Meeting, MeetingPage } from '@parley/api'
import { type CompanyId, formatWireDay, formatWireTime, type Instant, type MeetingId, type SiteId } from '@parley/core'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import type { DayListOptions, MeetingOnDay } from './listing.ts'
import { type MeetingReader, presentationKeyOf, presentMeeting } from './presentation.ts'
import type { MeetingService } from './service.ts'

/** Together at most about 20 MB. */
const maxCachedMeetings = 10_000

/** A company and the version of its meetings, read before anything that is cached under it. */
export interface CompanyVersion {
	companyId: CompanyId
	meetingsVersion: number
}

interface CachedRead<T> {
	value: T
	version: number
	from: Instant
	until: Instant
}

/**
 * Reads pages of a day and single meetings, and remembers them. A page that is read again with the same meetings on it is
 * the same object, and so is each meeting (`sameRows.ts`), so that only what has changed is encoded again. What invalidates a read is decided here alone: another
 * version of the meetings of the company (which every write changes, migration 0007), and the time at which a status or
 * the occurrence that counts changes by itself. Who may see what is part of what was read, so that it is remembered for
 * one person, and of a single meeting decided anew each time.
 */
export function createCachedReads(service: Pick<MeetingService, 'listDay' | 'findOnSite'>, clock: Clock) {
	const pages = new LRUCache<string, CachedRead<MeetingPage['meetings']>>({
		maxSize: maxCachedMeetings,
		sizeCalculation: ({ value }) => value.meetings.length + 1,
	})
	const meetings = new LRUCache<string, CachedRead<MeetingOnDay>>({ max: maxCachedMeetings })
	const present = createPresentationCache()

	/** @param company missing where no company's version covers the page, which then is read each time */
	async function readPage(
		options: DayListOptions,
		reader: MeetingReader,
		company: CompanyVersion | undefined,
	): Promise<MeetingPage> {
		const now = clock.now()
		const { scope, zone, day = formatWireDay(now, zone), keywords, page, pageSize } = options
		const serverTime = formatWireTime(now, zone)
		const { origin, person } = reader
		const rights = person && [person.userId, person.companyId, person.userType]
		const key = JSON.stringify([scope, rights, origin, zone, day, keywords, page, pageSize])
		const cached = pages.get(key)
		if (cached && isValid(cached, company, now)) return { serverTime, meetings: cached.value }

		const found = await service.listDay({ ...options, day })
		const { hasMore } = found
		const listed = found.meetings.map(meeting => present(meeting, reader))
		const isSame = cached?.value.hasMore === hasMore && hasSameItems(cached.value.meetings, listed)
		const value = isSame ? cached.value : { meetings: listed, page: found.page, pageSize: found.pageSize, hasMore }
		const until = Math.min(...found.meetings.map(({ validUntil }) => validUntil))
		if (company) pages.set(key, { value, version: company.meetingsVersion, from: found.now, until })
		return { serverTime, meetings: value }
	}

	/** @param company that of the person who asks; meetings of other companies are read each time */
	async function findOnSite(
		siteId: SiteId,
		meetingId: MeetingId,
		company: CompanyVersion | undefined,
	): Promise<MeetingOnDay | undefined> {
		const now = clock.now()
		const key = JSON.stringify([siteId, company?.companyId, meetingId])
		const cached = meetings.get(key)
		if (cached && isValid(cached, company, now)) return cached.value

		const found = await service.findOnSite(siteId, meetingId)
		if (found && company?.companyId === found.companyId)
			meetings.set(key, { value: found, version: company.meetingsVersion, from: now, until: found.validUntil })
		return found
	}

	return { readPage, findOnSite, present }
}
export type CachedReads = ReturnType<typeof createCachedReads>

const isValid = (cached: CachedRead<unknown>, company: CompanyVersion | undefined, now: Instant): boolean =>
	cached.version === company?.meetingsVersion && cached.from <= now && now < cached.until

/** Most changes in a company are not on the page that somebody looks at. */
const hasSameItems = <T>(before: readonly T[], now: readonly T[]): boolean =>
	before.length === now.length && before.every((item, n) => item === now[n])

/** Of a meeting that is remembered, for its owners and others at the origins of a site. */
const maxPresentations = 8

/** A meeting looks the same to all readers with the same key. */
function createPresentationCache() {
	const presentations = new WeakMap<MeetingOnDay, Map<string, Meeting>>()
	return (found: MeetingOnDay, reader: MeetingReader): Meeting => {
		let ofMeeting = presentations.get(found)
		if (!ofMeeting) {
			ofMeeting = new Map()
			presentations.set(found, ofMeeting)
		}
		const key = presentationKeyOf(found, reader)
		const keyText = `${key.isReaderHostOrCreator} ${key.origin}`
		const presented = ofMeeting.get(keyText)
		if (presented) return presented
		const meeting = presentMeeting(found, key)
		if (ofMeeting.size >= maxPresentations) ofMeeting.clear()
		ofMeeting.set(keyText, meeting)
		return meeting
	}
}
