import type { Meeting, MeetingPage } from '@parley/api'
import {
	addDays,
	type CompanyId,
	cleanText,
	dayBounds,
	formatWireDay,
	formatWireTime,
	type Instant,
	type MeetingId,
	type SiteId,
} from '@parley/core'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import type { DayListOptions, MeetingOnDay } from './listing.ts'
import type { OwnLists } from './ownLists.ts'
import { type MeetingReader, presentationKeyOf, presentMeeting } from './presentation.ts'
import type { MeetingService } from './service.ts'
import { createSharedReads } from './sharedReads.ts'

/** Together at most about 20 MB. */
const maxCachedMeetings = 10_000

const maxLatestPages = 200

/** A company and the version of its meetings, read before anything that is cached under it. */
export interface CompanyVersion {
	companyId: CompanyId
	meetingsVersion: number
}

type PageOfDay = MeetingPage['meetings']

interface CachedRead<T> {
	value: T
	version: number
	from: Instant
	until: Instant
}

/**
 * Reads pages of a day and single meetings, and caches them. A page read again with the same meetings is the same
 * object, also for another person, and so is each meeting (`sameRows.ts`), so that only changes are encoded again.
 * Invalidation is decided here alone: by a new version of the company's meetings (which every write changes, migration
 * 0007), and by the time at which a status or the current occurrence changes by itself. Pages depend on who may see
 * what, so they are cached per person; for a single meeting this is decided on each read.
 */
export function createCachedReads(
	service: Pick<MeetingService, 'listDay' | 'search' | 'findOnSite'>,
	ownLists: Pick<OwnLists, 'remember'>,
	clock: Clock,
) {
	/** Keyed by their meetings, as last read: most people of a company see the same. */
	const latestPages = new LRUCache<string, PageOfDay>({ max: maxLatestPages })
	const pages = new LRUCache<string, CachedRead<PageOfDay>>({
		maxSize: maxCachedMeetings,
		sizeCalculation: ({ value }) => value.meetings.length + 1,
	})
	const meetings = new LRUCache<string, CachedRead<MeetingOnDay>>({ max: maxCachedMeetings })
	const sharePage = createSharedReads<PageOfDay>()
	const shareMeeting = createSharedReads<MeetingOnDay | undefined>()
	const present = createPresentationCache()

	/** @param company missing if no company's version covers the page, which is then read each time */
	async function readPage(
		options: DayListOptions,
		reader: MeetingReader,
		company: CompanyVersion | undefined,
	): Promise<MeetingPage> {
		const now = clock.now()
		const { scope, zone, day = formatWireDay(now, zone), keywords, page, pageSize } = options
		const serverTime = formatWireTime(now, zone)
		// Searches are rarely repeated, and their order changes with the clock.
		if (options.day === undefined && cleanText(keywords ?? '') !== '') {
			const { meetings: found, page, pageSize, hasMore } = await service.search(options)
			for (const meeting of found) ownLists.remember(meeting)
			return { serverTime, meetings: { meetings: found.map(each => present(each, reader)), page, pageSize, hasMore } }
		}
		const { origin, person } = reader
		const rights = person && [person.userId, person.companyId, person.userType]
		const key = JSON.stringify([scope, rights, origin, zone, day, keywords, page, pageSize])
		const cached = pages.get(key)
		if (cached && isValid(cached, company, now)) return { serverTime, meetings: cached.value }

		const read = () => readDay(key, { ...options, day }, reader)
		const value = company
			? await sharePage(key, company.meetingsVersion, async version => remember(key, await read(), version))
			: (await read()).value
		return { serverTime, meetings: value }
	}

	/** The same page of several days in a row, as one page (PAGE-23). */
	async function readDays(
		{ days, ...options }: DayListOptions & { days: number },
		reader: MeetingReader,
		company: CompanyVersion | undefined,
	): Promise<MeetingPage> {
		const { zone, day = formatWireDay(clock.now(), zone) } = options
		// No day comes after an impossible one.
		const count = dayBounds(day, zone) ? days - 1 : 0
		const later = Array.from({ length: count }, (_, index) => addDays(day, index + 1))
		const read = (each: string) => readPage({ ...options, day: each }, reader, company)
		const [first, ...others] = await Promise.all([read(day), ...later.map(read)])
		const pages = [first, ...others].map(each => each.meetings)
		return {
			serverTime: first.serverTime,
			meetings: {
				...first.meetings,
				meetings: pages.flatMap(page => page.meetings),
				hasMore: pages.some(page => page.hasMore),
			},
		}
	}

	async function readDay(key: string, options: DayListOptions, reader: MeetingReader) {
		const { meetings: onDay, page, pageSize, hasMore, now } = await service.listDay(options)
		for (const meeting of onDay) ownLists.remember(meeting)
		const listed = onDay.map(meeting => present(meeting, reader))
		const isSame = (of: PageOfDay | undefined) => of?.hasMore === hasMore && hasSameItems(of.meetings, listed)
		const ids = `${page} ${pageSize} ${listed.map(({ meetingId }) => meetingId).join()}`
		const found = [pages.get(key)?.value, latestPages.get(ids)].find(isSame)
		const value = found ?? { meetings: listed, page, pageSize, hasMore }
		latestPages.set(ids, value)
		return { value, from: now, until: Math.min(...onDay.map(({ validUntil }) => validUntil)) }
	}

	function remember(key: string, page: Omit<CachedRead<PageOfDay>, 'version'>, version: number) {
		pages.set(key, { ...page, version })
		return page.value
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

		if (!company) return await service.findOnSite(siteId, meetingId)
		return await shareMeeting(key, company.meetingsVersion, async version => {
			const from = clock.now()
			const found = await service.findOnSite(siteId, meetingId)
			if (found?.companyId === company.companyId)
				meetings.set(key, { value: found, version, from, until: found.validUntil })
			return found
		})
	}

	return { readPage, readDays, findOnSite, present }
}
export type CachedReads = ReturnType<typeof createCachedReads>

const isValid = (cached: CachedRead<unknown>, company: CompanyVersion | undefined, now: Instant): boolean =>
	cached.version === company?.meetingsVersion && cached.from <= now && now < cached.until

/** Most changes in a company do not affect the page a person looks at. */
const hasSameItems = <T>(before: readonly T[], now: readonly T[]): boolean =>
	before.length === now.length && before.every((item, n) => item === now[n])

/** Presentations of a cached meeting: for its owners and others, at the origins of a site. */
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
