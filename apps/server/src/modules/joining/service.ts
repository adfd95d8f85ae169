import { isHostOrCreator, isJoinNameLocked, MeetingId, ok, refused, toDisplayName, type UserId } from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { isEqualInConstantTime } from '../../platform/constantTime.ts'
import type { Caller } from '../../platform/handlers.ts'
import { hashToken } from '../../platform/ids.ts'
import { type EnumerationGuard, type MeetingOnDay, type MeetingService, waitingRuleOf } from '../meeting/index.ts'
import type { Rooms } from '../room/index.ts'
import { allowsGuests, type SiteService } from '../site/index.ts'
import type { KeyedHash } from './keyedHash.ts'
import { createPasswordGuard, type PasswordGuardDeps } from './passwordGuard.ts'
import { joinRefusal } from './policy.ts'

export interface JoinInput {
	meetingId: string
	displayName: string
	password: string | undefined
	/** Pass of a solved challenge. */
	captcha: string | undefined
	audio: boolean
	video: boolean
	/** The socket that enters the room at once. */
	roomSocketId?: string | undefined
}

export interface HostClaim {
	meetingId: MeetingId
	password: string
	/** Pass of a solved challenge. */
	captcha: string | undefined
	/** The resume token of the person in the room. */
	visitToken: string
}

export interface JoiningServiceDeps extends Pick<PasswordGuardDeps, 'createRateLimit' | 'challenges' | 'pause'> {
	meetings: MeetingService
	rooms: Rooms
	sites: SiteService
	enumerationGuard: EnumerationGuard
	keyedHash: KeyedHash
	clock: Clock
	/** A member has joined, here: whatever calls them elsewhere may stop. */
	onJoined(meeting: MeetingOnDay, userId: UserId): Promise<void>
	/** The public origin; defaults to the origin of the request. */
	publicUrl: string | undefined
}

export function createJoiningService({
	meetings,
	rooms,
	sites,
	enumerationGuard,
	keyedHash,
	clock,
	onJoined,
	publicUrl,
	...guardDeps
}: JoiningServiceDeps) {
	const passwordGuard = createPasswordGuard({ ...guardDeps, kind: 'join', reportGuessing: meetings.reportGuessing })

	async function join(caller: Caller, request: JoinInput) {
		const demanded = await enumerationGuard.requirePass(caller, request.captcha)
		if (demanded) return refused(demanded)
		const typed = v.safeParse(MeetingId, request.meetingId.replace(/\s/g, ''))
		const id = typed.success ? typed.output : undefined
		const looked = await enumerationGuard.look(caller, id, known => meetings.findOnSite(caller.siteId, known))
		if (!looked.ok) return { ...refused('tooMany'), retryAfterMs: looked.retryAfterMs }
		if (looked.found) return await decide(caller, request, looked.found)
		const { settings } = await sites.find(caller.siteId)
		return refused(caller.member || allowsGuests(settings) ? 'unknownMeeting' : 'loginOnly')
	}

	async function decide(caller: Caller, request: JoinInput, meeting: MeetingOnDay) {
		const { settings } = await sites.find(caller.siteId)
		const { member } = caller
		const isNameLocked = isJoinNameLocked(member && { type: member.companyType }, settings)
		const displayName = toDisplayName(isNameLocked && member ? member.displayName : request.displayName)
		if (displayName === undefined) return refused('nameInvalid')

		const checked = await checkPassword(caller, request, meeting)
		if (!checked.ok) return checked
		const { isHost } = checked.value
		const keys = keysOf(caller)
		const refusal = joinRefusal({
			now: clock.now(),
			meeting: { ...meeting, status: meeting.occurrence.status, startAt: meeting.occurrence.startAt },
			isHost,
			isGuest: member === undefined,
			isSameCompany: member?.companyIds.includes(meeting.companyId) ?? false,
			isInvited: meeting.isPrivate && member !== undefined && (await meetings.isInvited(member.userId, meeting)),
			siteAllowsGuests: allowsGuests(settings),
			knowsPassword:
				meeting.password === null ||
				isPasswordOf(meeting, request.password) ||
				(member !== undefined && (await meetings.needsNoPassword(member, meeting))),
			isRemoved: await rooms.isRemoved(meeting.meetingId, keys.personKey),
			isKnownInRoom: meeting.isLocked && (await rooms.isKnown(meeting.meetingId, keys.personKey)),
			// A person who may have to wait takes no place before a host lets them in (ROOM-146).
			isFull: (isHost || waitingRuleOf(meeting) === 'off') && (await rooms.isFull(meeting.meetingId, isHost)),
		})
		if (refusal) return refused(refusal)

		const { audio, video, roomSocketId } = request
		const { ticket } = await rooms.issueTicket(
			{
				meetingId: meeting.meetingId,
				siteId: meeting.siteId,
				userId: member?.userId ?? null,
				sessionId: member?.sessionId ?? null,
				...keys,
				passwordProof: passwordProof(request.password, meeting, isHost && !isHostOrCreator(member, meeting)),
				displayName,
				host: isHost,
				audio,
				video,
			},
			roomSocketId,
		)
		if (member) await onJoined(meeting, member.userId)
		// In the fragment: it reaches no server, no log and no referrer.
		const roomUrl = `${publicUrl ?? caller.origin}/room/${meeting.meetingId}#ticket=${ticket}`
		return ok({ meeting, displayName, isHost, roomUrl })
	}

	/** Returns whether the caller is host, by account or by password; a wrong password counts as a guess. */
	async function checkPassword(caller: Caller, { password, captcha }: JoinInput, meeting: MeetingOnDay) {
		if (isHostOrCreator(caller.member, meeting)) return ok({ isHost: true })
		if (!passwordGuard.isGuess(password, meeting)) return ok({ isHost: false })
		const guess = await passwordGuard.begin(caller, meeting, captcha)
		if (!guess.ok) return guess
		const isHost = isEqualInConstantTime(password, meeting.hostPassword)
		await (isHost || isPasswordOf(meeting, password) ? guess.value.right() : guess.value.wrong())
		return ok({ isHost })
	}

	/**
	 * Makes a person in the room its host, who knows the host password. Wrong passwords count with those of joining (ROOM-173).
	 */
	async function claimHost(caller: Caller, { meetingId, password, captcha, visitToken }: HostClaim) {
		const meeting = await meetings.findOnSite(caller.siteId, meetingId)
		const visitor = await rooms.identify(visitToken)
		if (!meeting || visitor?.meetingId !== meetingId) return refused('missing')
		const guess = await passwordGuard.begin(caller, meeting, captcha, 'host')
		if (!guess.ok) return guess
		if (!isEqualInConstantTime(password, meeting.hostPassword)) {
			await guess.value.wrong()
			return refused('wrongPassword')
		}
		await guess.value.right()
		const claimed = await rooms.claimHost(meetingId, visitor.participantId)
		return claimed.ok ? ok({}) : refused('missing')
	}

	/** By which a person is recognised in a meeting: a member by account, a guest by browser and address (ROOM-40). */
	function keysOf({ member, browser, address }: Caller) {
		if (member) return { personKey: member.userId, addressKey: null }
		return { personKey: `g_${hashToken(browser)}`, addressKey: `a_${keyedHash('guest-address', address)}` }
	}

	/** Proof of the password used to join, so that changing it ends the right to be in the room (ROOM-25). */
	function passwordProof(password: string | undefined, meeting: MeetingOnDay, isHostByPassword: boolean) {
		const isNeeded = isHostByPassword || isPasswordOf(meeting, password)
		return isNeeded && password !== undefined ? keyedHash('meeting-password', meeting.meetingId, password) : null
	}

	return { join, claimHost }
}
export type JoiningService = ReturnType<typeof createJoiningService>

const isPasswordOf = (meeting: MeetingOnDay, given: string | undefined): boolean =>
	meeting.password !== null && given !== undefined && isEqualInConstantTime(given, meeting.password)
