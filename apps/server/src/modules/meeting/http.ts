import { type Meeting, type MeetingPage, meeting } from '@parley/api'
import { type CompanyId, done, hoursOfZone, type Instant, refused, wireTime } from '@parley/core'
import { answers, type Caller } from '../../platform/answers.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { readRefusal, runs } from './policy.ts'
import type { MeetingOnDay, MeetingService } from './service.ts'

export function meetingHttp(service: MeetingService, sites: SiteService, sessions: SessionService) {
	return answers(meeting, {
		async own({ day, keywords, page, pageSize }, { member, siteId }) {
			const { zone } = (await sites.find(siteId)).settings
			const found = await service.ofDay({ companyId: member.companyId, zone, day, keywords, page, pageSize })
			return done(presentPage(found, zone, member))
		},
		async detail({ id }, caller) {
			const [found, site] = await Promise.all([service.find(id), sites.find(caller.siteId)])
			if (!found || found.siteId !== caller.siteId) return refused('missing')
			const guestsWelcome = site.settings.guestsAllowed && site.settings.guestJoin
			const companyIds = await companiesOf(caller, found)
			const refusal = readRefusal({ person: caller.member, companyIds, guestsWelcome }, found)
			return refusal ? refused(refusal) : done({ meeting: present(found, caller.member) })
		},
		async create(wanted, { member, siteId }) {
			const { zone, privateByDefault } = (await sites.find(siteId)).settings
			return await service.create(member, { siteId, zone, privateByDefault }, wanted)
		},
		close: ({ id }, { member }) => service.close(member, id),
		remove: ({ id }, { member }) => service.remove(member, id),
	})

	/** Asked only where it matters: somebody may belong to the company of a meeting without working in it now. */
	async function companiesOf({ member }: Caller, found: MeetingOnDay): Promise<CompanyId[]> {
		if (!member) return []
		if (!found.isPrivate || member.companyId === found.companyId) return [member.companyId]
		return (await sessions.companiesOf(member.sessionId)).map(company => company.companyId)
	}
}

type Reader = Parameters<typeof runs>[0]

const presentPage = (
	found: { meetings: MeetingOnDay[]; page: number; pageSize: number; hasMore: boolean; now: Instant },
	zone: string,
	reader: Reader,
): MeetingPage => ({
	serverTime: wireTime(found.now, zone),
	meetings: {
		meetings: found.meetings.map(listed => present(listed, reader)),
		page: found.page,
		pageSize: found.pageSize,
		hasMore: found.hasMore,
	},
})

/** The only way a meeting leaves the server: passwords go to the host and the creator, and to nobody else (ROLE-05). */
export function present(found: MeetingOnDay, reader: Reader): Meeting {
	const { zone, on } = found
	const isTheirs = runs(reader, found)
	return {
		id: found.id,
		meetingId: found.meetingId,
		topic: found.topic,
		status: on.status,
		isPrivate: found.isPrivate,
		needsPassword: found.password !== null,
		isLocked: found.isLocked,
		isRoom: found.isRoom,
		creatorId: found.creatorId,
		hostId: found.hostId,
		hostName: found.hostName,
		startTime: wireTime(on.startAt, zone),
		endTime: wireTime(on.endAt, zone),
		durationS: found.durationS,
		timeZone: hoursOfZone(zone, on.startAt),
		repeatType: found.repeatType,
		repeatCondition: found.repeatCondition,
		hostMustOpen: found.hostMustOpen,
		siteId: found.siteId,
		createdTime: wireTime(found.createdAt, zone),
		updatedTime: wireTime(found.updatedAt, zone),
		...(found.isRoom && { repeatStartTime: wireTime(on.startAt, zone) }),
		...(found.startedAt !== null && { startedTime: wireTime(found.startedAt, zone) }),
		...(isTheirs && { hostPassword: found.hostPassword }),
		...(isTheirs && found.password !== null && { password: found.password }),
	}
}
