import { timingSafeEqual } from 'node:crypto'
import { personalEdition } from '@parley/api'
import { clean, cut, done, isDisplayName, limits, MeetingId, refused } from '@parley/core'
import * as v from 'valibot'
import type { Caller } from '../../platform/answers.ts'
import type { Clock } from '../../platform/clock.ts'
import { fingerprint } from '../../platform/ids.ts'
import type { CreateBudget } from '../../platform/limits.ts'
import { type MeetingOnDay, type MeetingService, runs } from '../meeting/index.ts'
import type { RoomService } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { hasLockedName, joinRefusal } from './policy.ts'

/** Wrong passwords for one meeting from one address, and looks at ids that do not exist. */
const wrongPasswords = { times: 10, perS: 10 * 60 }
const unknownIds = { times: 30, perS: 10 * 60 }

export interface JoinRequest {
	meetingId: string
	displayName: string
	password: string | undefined
	audio: boolean
	video: boolean
}

export interface JoiningDeps {
	meetings: MeetingService
	rooms: RoomService
	sites: SiteService
	sessions: SessionService
	clock: Clock
	budget: CreateBudget
	/** Where people reach the product, if not where the request came to. */
	publicUrl: string | undefined
}

export function joiningService({ meetings, rooms, sites, sessions, clock, budget, publicUrl }: JoiningDeps) {
	const passwordBudget = budget('join-password', wrongPasswords.times, wrongPasswords.perS)
	const unknownBudget = budget('join-unknown', unknownIds.times, unknownIds.perS)

	async function join(caller: Caller, request: JoinRequest) {
		const waitMs = await unknownBudget.waitMs(caller.address)
		if (waitMs > 0) return { ...refused('tooMany'), retryAfterMs: waitMs }
		const meeting = await meetingOf(request.meetingId)
		if (!meeting || meeting.siteId !== caller.siteId) {
			await unknownBudget.take(caller.address)
			return refused('unknownMeeting')
		}
		return await admit(caller, request, meeting)
	}

	async function meetingOf(typed: string): Promise<MeetingOnDay | undefined> {
		const id = v.safeParse(MeetingId, typed.replace(/\s/g, ''))
		return id.success ? await meetings.find(id.output) : undefined
	}

	async function admit(caller: Caller, request: JoinRequest, meeting: MeetingOnDay) {
		const { settings } = await sites.find(caller.siteId)
		const { member } = caller
		const lockedName = hasLockedName(member, settings, personalEdition)
		const displayName =
			lockedName && member ? member.displayName : cut(clean(request.displayName), limits.displayNameMax)
		if (!isDisplayName(displayName)) return refused('nameInvalid')

		const passwordKey = `${meeting.meetingId}/${caller.address}`
		const isGuessing = request.password !== undefined && request.password !== ''
		const waitMs = isGuessing ? await passwordBudget.waitMs(passwordKey) : 0
		if (waitMs > 0) return { ...refused('tooMany'), retryAfterMs: waitMs }

		const isHost = runs(member, meeting) || isSame(request.password, meeting.hostPassword)
		const personKey = member?.userId ?? `g_${fingerprint(caller.browser)}`
		const refusal = joinRefusal({
			now: clock.now(),
			meeting: { ...meeting, status: meeting.on.status, startAt: meeting.on.startAt },
			isHost,
			isGuest: member === undefined,
			isOfCompany: await isOfCompany(caller, meeting),
			siteTakesGuests: settings.guestsAllowed && settings.guestJoin,
			password: request.password,
			isRemoved: await rooms.isRemoved(meeting.meetingId, personKey),
			inside: rooms.occupancy(meeting.meetingId),
			places: rooms.capacity,
		})
		// Counted where a wrong password is not asked for too: it may be a guess at the host password.
		if (isGuessing && !isHost && request.password !== meeting.password) await passwordBudget.take(passwordKey)
		if (refusal) return refused(refusal)

		const { audio, video } = request
		const { ticket } = await rooms.issueTicket({
			meetingId: meeting.meetingId,
			siteId: meeting.siteId,
			userId: member?.userId ?? null,
			personKey,
			displayName,
			host: isHost,
			audio,
			video,
		})
		// In the fragment: it reaches no server, no log and no referrer.
		const roomUrl = `${publicUrl ?? caller.origin}/room/${meeting.meetingId}#ticket=${ticket}`
		return done({ meeting, displayName, isHost, roomUrl })
	}

	async function isOfCompany({ member }: Caller, meeting: MeetingOnDay): Promise<boolean> {
		if (!member) return false
		if (member.companyId === meeting.companyId || !meeting.isPrivate) return true
		const companies = await sessions.companiesOf(member.sessionId)
		return companies.some(company => company.companyId === meeting.companyId)
	}

	return { join }
}
export type JoiningService = ReturnType<typeof joiningService>

function isSame(given: string | undefined, expected: string): boolean {
	const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)]
	return a.length === b.length && a.length > 0 && timingSafeEqual(a, b)
}
