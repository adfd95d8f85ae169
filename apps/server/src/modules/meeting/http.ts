import { meeting } from '@parley/api'
import {
	canEditMeeting,
	formatWireDay,
	formatWireTime,
	isHostOrCreator,
	type MeetingId,
	meetingStatus,
	ok,
	personalEdition,
	refused,
	type SiteId,
} from '@parley/core'
import { type Caller, type CallHandlers, handlers } from '../../platform/handlers.ts'
import { allowsGuests, type SiteService } from '../site/index.ts'
import type { CachedReads } from './cachedReads.ts'
import type { EnumerationGuard } from './enumerationGuard.ts'
import type { MeetingOnDay } from './listing.ts'
import { canSeeAll, canSeeAttendees, isFormFixed, readRefusal } from './policy.ts'
import { type MeetingReader, presentationKeyOf, presentMeeting } from './presentation.ts'
import type { SchedulingRules } from './scheduling.ts'
import type { MeetingService } from './service.ts'

export function meetingHttp(
	service: MeetingService,
	reads: CachedReads,
	enumerationGuard: EnumerationGuard,
	sites: SiteService,
	publicUrl: string | undefined,
): CallHandlers {
	const readerOf = ({ member: person, origin }: Caller): MeetingReader => ({ person, origin: publicUrl ?? origin })

	return handlers(meeting, {
		async own({ day, days, keywords, page, pageSize }, caller) {
			const { zone } = (await sites.find(caller.siteId)).settings
			const { companyId, companyType, userId } = caller.member
			// The people of the personal edition are strangers to each other, so each lists their own meetings.
			const scope = companyType === personalEdition ? { companyId, hostOrCreatorId: userId } : { companyId, userId }
			const options = { scope, zone, day, keywords, page, pageSize }
			return ok(
				days === undefined
					? await reads.readPage(options, readerOf(caller), caller.member)
					: await reads.readDays({ ...options, days }, readerOf(caller), caller.member),
			)
		},
		async detail({ id, captcha }, caller) {
			const demanded = await enumerationGuard.requirePass(caller, captcha)
			if (demanded) return refused(demanded)
			const read = await readable(id, caller)
			if (!read.ok) return read
			const { found } = read.value
			const presented = reads.present(found, readerOf(caller))
			const isWaived = caller.member !== undefined && (await service.needsNoPassword(caller.member, found))
			const shown = isWaived ? { ...presented, needsPassword: false, isPasswordWaived: true } : presented
			const isWarned = isHostOrCreator(caller.member, found) && found.occurrence.status !== meetingStatus.ended
			const guess = isWarned ? await service.findGuess(id) : undefined
			if (!guess) return ok({ meeting: shown })
			const { at, password: guessedPassword } = guess
			return ok({ meeting: { ...shown, passwordGuessedTime: formatWireTime(at, found.zone), guessedPassword } })
		},
		async form({ id }, caller) {
			const read = await readable(id, caller)
			// A member has signed in already, so that to them the meeting does not exist.
			if (!read.ok) return { ...read, failure: read.failure === 'loginNeeded' ? 'missing' : read.failure }
			const { found, site } = read.value
			const { settings } = site
			return ok({
				meeting: {
					...presentMeeting(found, presentationKeyOf(found, readerOf(caller))),
					isOa: settings.isOa,
					canEditOnlyAttendees: isFormFixed(caller.member, found, found.occurrence, settings),
					startDay: formatWireDay(found.occurrence.startAt, found.zone),
					...(found.hasLive && { introduction: (await service.findIntroduction(found.meetingId)) ?? '' }),
					...(found.isInvitedOnly && canSeeAttendees(caller.member, found, settings) && (await attendeesOf(found))),
				},
			})
		},
		edit: async (wanted, { member, siteId }) => await service.edit(member, await rulesOf(siteId), wanted),
		async exists({ id }, { member, siteId }) {
			const [found, site] = await Promise.all([service.find(id), sites.find(siteId)])
			if (!found || found.companyId !== member.companyId) return refused('missing')
			if (!isHostOrCreator(member, found) && !(await service.canSeeExistence(member, found))) return refused('missing')
			return ok({
				canUpdate: canEditMeeting(member, found, found.occurrence.status),
				isOa: site.settings.isOa,
				topic: found.topic,
			})
		},
		async all({ day, keywords, page, pageSize }, caller) {
			const { siteId, member } = caller
			const { zone, publicMeetings } = (await sites.find(siteId)).settings
			// One setting of the site for both lists; without it they are empty (LAND-05, OP-013).
			const asked = publicMeetings ? day : noDay
			const company = member && canSeeAll(member, member.companyId) ? member : undefined
			const scope = company ? { allOf: company.companyId } : { publicOf: siteId }
			const options = { scope, zone, day: asked, keywords, page, pageSize }
			return ok(await reads.readPage(options, readerOf(caller), company))
		},
		create: async (wanted, { member, siteId }) => await service.create(member, await rulesOf(siteId), wanted),
		close: ({ id }, { member }) => service.close(member, id),
		remove: ({ id }, { member }) => service.remove(member, id),
	})

	async function rulesOf(siteId: SiteId): Promise<SchedulingRules> {
		return { siteId, ...(await sites.find(siteId)).settings }
	}

	async function attendeesOf({ meetingId }: MeetingOnDay) {
		const { people, departments } = await service.findInvited(meetingId)
		return {
			attendees: { people, departments },
			departmentNumbers: departments.map(({ number }) => number).join(','),
			personIds: people.map(({ id }) => id).join(','),
		}
	}

	/** A meeting the caller may read, with the site it is on. */
	async function readable(id: MeetingId, caller: Caller) {
		const [looked, site] = await Promise.all([
			enumerationGuard.look(caller, id, () => reads.findOnSite(caller.siteId, id, caller.member)),
			sites.find(caller.siteId),
		])
		if (!looked.ok) return { ...refused('tooMany'), retryAfterMs: looked.retryAfterMs }
		const { found } = looked
		const guestsAllowed = allowsGuests(site.settings)
		// OP-014: a site without guests does not tell them which ids exist.
		if (!found) return refused(caller.member || guestsAllowed ? 'missing' : 'loginNeeded')
		const { member: person } = caller
		const isInvited = found.isPrivate && person !== undefined && (await service.isInvited(person.userId, found))
		const refusal = readRefusal({ person, companyIds: person?.companyIds ?? [], guestsAllowed, isInvited }, found)
		return refusal ? refused(refusal) : ok({ found, site })
	}
}

/** Matches no day, so that the list is empty. */
const noDay = ''
