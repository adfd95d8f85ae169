import type { LiveData, LiveLine as WireLine } from '@parley/api'
import {
	formatWireTime,
	type LiveStatus,
	limits,
	liveStatus,
	type MeetingId,
	ok,
	refused,
	repeatType,
	utcOffsetHours,
} from '@parley/core'
import type { ImUserId } from '@parley/im'
import type { Clock } from '../../platform/clock.ts'
import { isEqualInConstantTime } from '../../platform/constantTime.ts'
import { type Caller, callerKey, type PathCookies } from '../../platform/handlers.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { PasswordGuard } from '../joining/index.ts'
import type { EnumerationGuard, MeetingOnDay, MeetingService } from '../meeting/index.ts'
import { outsideLinesOf, type SiteService, type SiteSettings } from '../site/index.ts'
import type { Broadcasts } from './broadcast.ts'
import type { LiveEngine, LiveLine, LiveStreamPhase } from './liveEngine.ts'
import { type LivePasses, passLifetimeMs } from './passes.ts'
import { canRunLive, needsLogin, statusNow, statusOfLive, watchRefusal } from './policy.ts'
import type { LiveRow, LiveStore } from './store.ts'
import type { LiveTokens, WatchGrant } from './tokens.ts'
import type { Watching } from './watching.ts'

/** Reopening a live within this time counts as the same view. */
const sameViewS = 30 * 60
/** Maximum number of people behind one address who open a live within that time. */
const viewsOfAddress = 600

/** Returns which member or guest of messaging a caller is; a new guest gets a cookie. */
export type IdentifyViewer = (caller: Caller) => Promise<{ uid: ImUserId; guest?: ImUserId; cookie?: string }>

interface StreamState {
	phase: LiveStreamPhase | undefined
	lines: readonly LiveLine[]
}

export interface ViewingDeps {
	store: LiveStore
	engine: LiveEngine
	broadcasts: Broadcasts
	meetings: Pick<MeetingService, 'findOnSite' | 'find' | 'findIntroduction'>
	enumerationGuard: Pick<EnumerationGuard, 'requirePass' | 'look'>
	passwordGuard: PasswordGuard
	sites: SiteService
	/** Returns a caller's identity in messaging; a new guest gets a cookie. */
	identify: IdentifyViewer
	tokens: LiveTokens
	/** Missing without an edge in front of this server. */
	passes: LivePasses | undefined
	watching: Watching
	clock: Clock
	createRateLimit: CreateRateLimit
}

/** Requests of viewers. */
export function createViewing(deps: ViewingDeps) {
	const { store, engine, broadcasts, meetings, enumerationGuard, sites, tokens, passes, watching, clock } = deps
	const viewsOfViewer = deps.createRateLimit('live-view', 1, sameViewS, { isShared: true })
	const viewsFrom = deps.createRateLimit('live-views', viewsOfAddress, sameViewS, { isShared: true })

	/** Finds a meeting of the site by its id; guessing ids is throttled, as everywhere. */
	async function look(caller: Caller, meetingId: MeetingId) {
		const looked = await enumerationGuard.look(caller, meetingId, () => meetings.findOnSite(caller.siteId, meetingId))
		if (!looked.ok) return { ...refused('tooMany'), retryAfterMs: looked.retryAfterMs }
		return ok(looked.found)
	}

	/** The meeting with its live, if it has one on this site. */
	async function lookForLive(caller: Caller, meetingId: MeetingId) {
		const looked = await look(caller, meetingId)
		if (!looked.ok) return looked
		const { settings } = await sites.find(caller.siteId)
		const meeting = looked.value
		return ok(meeting?.hasLive && settings.live ? { meeting, settings } : undefined)
	}

	async function stream(caller: Caller, input: { meetingId: MeetingId; token?: string; captcha?: string }) {
		const demanded = await enumerationGuard.requirePass(caller, input.captcha)
		if (demanded) return refused(demanded)
		const looked = await look(caller, input.meetingId)
		if (!looked.ok) return looked
		const meeting = looked.value
		const { settings } = await sites.find(caller.siteId)
		if (!meeting) return refused('closed')
		if (!meeting.hasLive || !settings.live)
			return meeting.isPrivate ? refused('closed') : ok({ info: infoOf(meeting, undefined, settings) })

		const prepared = await broadcasts.prepare(meeting)
		const live = { ...prepared, status: statusNow(prepared, meeting, clock.now()) }
		const { viewer, knowsPassword, asksLogin, refusal } = await identifyViewer(
			caller,
			{ meeting, live, settings },
			input.token,
		)
		if (refusal === 'removed') return refused('removed')
		const info = { ...infoOf(meeting, live, settings), needsLogin: asksLogin }
		if (refusal) return ok({ info })

		const introduction = await meetings.findIntroduction(meeting.meetingId)
		const { chatRoomId, askRoomId } = live
		const grant: WatchGrant = {
			streamId: live.streamId,
			meetingId: live.meetingId,
			viewer: viewer.uid,
			sessionId: caller.member?.sessionId ?? null,
			knowsPassword,
			gate: watching.gateOf(meeting, settings),
		}
		const token = await signStream(grant, caller, settings)
		const isPublic = passes !== undefined && watching.isForEverybody(meeting, settings)
		const data = await dataOf(live, settings, { token, isPublic })
		return {
			...ok({ info: { ...info, chatRoomId, askRoomId, ...(introduction && { introduction }) }, data }),
			pathCookies: { ...passCookie(live.streamId), token },
			...(viewer.cookie !== undefined && { imGuestCookie: viewer.cookie }),
		}
	}

	/**
	 * Returns the viewer behind a caller, or why they may not watch: all requests of viewers are refused alike.
	 * @param token of `auth`, if the live has a password
	 */
	async function identifyViewer(
		caller: Caller,
		{ meeting, live, settings }: { meeting: MeetingOnDay; live: LiveRow; settings: SiteSettings },
		token: string | undefined,
	) {
		const viewer = await deps.identify(caller)
		const isHeld = !caller.member && (await watching.isHeld(live, { uid: viewer.uid, address: caller.address }))
		const conditions = {
			person: caller.member,
			needsLogin: isHeld || needsLogin(meeting, settings),
			knowsPassword: await knowsPassword(meeting, [viewer.uid, viewer.guest], token),
			isRemoved: await watching.isRemoved(live, viewer.uid),
		}
		const { knowsPassword: knows, needsLogin: asksLogin } = conditions
		return { viewer, knowsPassword: knows, asksLogin, refusal: watchRefusal(conditions, meeting) }
	}

	/** External lines lead to caches, which send no cookie of ours: there the token is valid for any bearer. */
	const signStream = (grant: WatchGrant, { browser }: Caller, settings: SiteSettings): Promise<string> =>
		tokens.signStream(grant, outsideLinesOf(settings).length > 0 ? null : browser, clock.now())

	/** Identifies a viewer by their token; a person who signed in meanwhile still has that of their guest identity. */
	async function knowsPassword(
		{ meetingId, livePassword: password }: MeetingOnDay,
		viewers: readonly (ImUserId | undefined)[],
		token: string | undefined,
	): Promise<boolean> {
		if (password === null) return true
		const viewer =
			token === undefined ? undefined : await tokens.knowsPassword(token, { meetingId, password }, clock.now())
		return viewer !== undefined && viewers.includes(viewer)
	}

	/** Cookies for the addresses of one stream on this server, and at edges in front of it. */
	function passCookie(streamId: string): PathCookies {
		const path = `/live/hls/${streamId}`
		const value = passes?.sign(streamId, clock.now())
		return { path, ...(value !== undefined && { pass: { value, forMs: passLifetimeMs } }) }
	}

	/** An edge does not check whether a viewer may still watch, so the server stops renewing their pass. */
	async function renewPass(caller: Caller, { meetingId, token }: { meetingId: MeetingId; token: string }) {
		const live = await store.find(meetingId)
		const grant = live && (await tokens.verifyStream(token, live.streamId, caller.browser, clock.now()))
		if (!passes || !grant || !(await watching.mayWatchNow(grant))) return refused('forbidden')
		engine.noteViewer(grant.streamId, `${grant.viewer} ${caller.browser}`, passLifetimeMs)
		return { ...ok({ passForMs: passLifetimeMs }), pathCookies: passCookie(grant.streamId) }
	}

	async function dataOf(
		live: LiveRow,
		settings: SiteSettings,
		{ token, isPublic }: { token: string; isPublic: boolean },
	): Promise<LiveData> {
		const { streamId } = live
		const now = clock.now()
		const [stats, own] = [await engine.stats(streamId), await engine.lines(streamId)]
		const recordingSuffix = recordingOf(live)
		const isReconnecting = live.status === 'onAir' && stats?.phase === 'silent' && stats.graceEndsAt !== undefined
		return {
			status: await statusOnAir(live, { phase: stats?.phase, lines: own }),
			lines: linesOf(live, own, { settings, isPublic }),
			defaultSuffix: own[0]?.defaultSuffix ?? '',
			token,
			...(passes && !isPublic && { passForMs: passLifetimeMs }),
			...(isReconnecting && { reconnectingForMs: Math.max(0, (stats.graceEndsAt ?? now) - now) }),
			...(recordingSuffix !== undefined && { recordingSuffix }),
		}
	}

	const recordingOf = ({ status, streamId }: LiveRow): string | undefined =>
		status === 'over' ? engine.recordingSuffix(streamId) : undefined

	/** The engine's lines, and the site's: external caches in front of it. */
	function linesOf(
		{ streamId, status }: LiveRow,
		lines: readonly LiveLine[],
		{ settings, isPublic }: { settings: SiteSettings; isPublic: boolean },
	): WireLine[] {
		if (status === 'notStarted') return []
		const own = lines.map(({ hlsPullUrl, publicPullUrl, definitions }) => ({
			alias: '',
			hlsPullUrl: (isPublic && publicPullUrl) || hlsPullUrl,
			definitions: definitions.map(({ codecs: _, averageBitsPerSecond: __, ...definition }) => definition),
		}))
		const definitions = own[0]?.definitions ?? []
		const outside = outsideLinesOf(settings).map(({ alias, url }) => ({
			alias,
			hlsPullUrl: url.replaceAll('{stream}', streamId).replace(/\/$/, ''),
			definitions,
		}))
		return [...own, ...(own.length > 0 ? outside : [])].slice(0, limits.liveLinesMax)
	}

	/** @param known state of the stream, where the engine has been asked for it */
	async function statusOnAir({ status, streamId }: LiveRow, known?: StreamState): Promise<LiveStatus> {
		if (status === 'suspended' || status === 'over') return liveStatus.suspended
		if (status === 'notStarted') return liveStatus.waiting
		const { phase, lines } = known ?? { phase: await engine.phase(streamId), lines: await engine.lines(streamId) }
		const hasPicture = lines.some(({ definitions }) => definitions.length > 0)
		return hasPicture && (phase === 'publishing' || phase === 'silent') ? liveStatus.onAir : liveStatus.waiting
	}

	function infoOf(meeting: MeetingOnDay, live: LiveRow | undefined, settings: SiteSettings) {
		const { zone, occurrence } = meeting
		return {
			hasLive: live !== undefined,
			views: live?.views ?? 0,
			startTime: formatWireTime(occurrence.startAt, zone),
			timeZone: utcOffsetHours(zone, occurrence.startAt),
			...(meeting.isRecurring && meeting.repeatType === repeatType.none && { hasNoFixedTime: true }),
			topic: meeting.topic,
			...(live && meeting.liveBackground !== null && { background: meeting.liveBackground }),
			freeTalk: meeting.freeTalk,
			meetingStatus: statusOfLive(live?.status ?? 'notStarted', occurrence.status),
			isStarted: live !== undefined && live.status !== 'notStarted',
			meetingId: meeting.meetingId,
			needsLogin: needsLogin(meeting, settings),
			needsPassword: meeting.livePassword !== null,
			...(live && recordingOf(live) !== undefined && { isRecorded: true }),
		}
	}

	async function status(caller: Caller, meetingId: MeetingId) {
		const looked = await lookForLive(caller, meetingId)
		if (!looked.ok) return looked
		if (!looked.value) return refused('missing')
		const { meeting } = looked.value
		const found = await store.find(meetingId)
		const live = found && { ...found, status: statusNow(found, meeting, clock.now()) }
		const { occurrence } = meeting
		return ok({
			status: live ? await statusOnAir(live) : liveStatus.waiting,
			meetingStatus: statusOfLive(live?.status ?? 'notStarted', occurrence.status),
		})
	}

	async function addView(caller: Caller, meetingId: MeetingId) {
		const looked = await lookForLive(caller, meetingId)
		if (!looked.ok) return looked
		if (!looked.value) return refused('missing')
		const { meeting, settings } = looked.value
		if (mayOpen(caller, meeting, settings) && (await isNewVisit(caller, meetingId))) {
			await broadcasts.prepare(meeting)
			await store.addView(meetingId)
		}
		return ok(await viewsOf(meetingId))
	}

	/**
	 * People who are asked to sign in have opened nothing yet. The password is not checked here: a view reveals nothing.
	 */
	const mayOpen = ({ member: person }: Caller, meeting: MeetingOnDay, settings: SiteSettings) =>
		!watchRefusal({ person, needsLogin: needsLogin(meeting, settings), knowsPassword: true, isRemoved: false }, meeting)

	async function isNewVisit(caller: Caller, meetingId: MeetingId): Promise<boolean> {
		const { member, address, browser } = caller
		const visitor = member ? callerKey(caller) : `${browser} ${address}`
		// Checked in this order, since reloading the page adds no viewers.
		const isNew = (await viewsOfViewer.consume(`${meetingId}/${visitor}`)).ok
		return isNew && (await viewsFrom.consume(`${meetingId}/${address}`)).ok
	}

	const viewsOf = async (meetingId: MeetingId) => ({ views: (await store.find(meetingId))?.views ?? 0 })

	async function views(caller: Caller, meetingId: MeetingId) {
		const looked = await lookForLive(caller, meetingId)
		if (!looked.ok) return looked
		return looked.value ? ok(await viewsOf(meetingId)) : refused('missing')
	}

	/** Wrong passwords count like those of the meeting (JERR-04). */
	async function auth(caller: Caller, input: { meetingId: MeetingId; password: string; captcha?: string }) {
		const demanded = await enumerationGuard.requirePass(caller, input.captcha)
		if (demanded) return refused(demanded)
		const looked = await lookForLive(caller, input.meetingId)
		if (!looked.ok) return looked
		if (!looked.value) return refused('closed')
		const { meeting } = looked.value
		const { meetingId, livePassword } = meeting
		const { uid, cookie } = await deps.identify(caller)
		const sign = async (password: string) => ({
			...ok({ token: await tokens.signPassword({ meetingId, password, viewer: uid }, clock.now()) }),
			...(cookie !== undefined && { imGuestCookie: cookie }),
		})
		if (livePassword === null || canRunLive(caller.member, meeting)) return await sign(livePassword ?? '')
		const guess = await deps.passwordGuard.begin(caller, { meetingId, password: livePassword }, input.captcha, 'live')
		if (!guess.ok) return guess
		if (!isEqualInConstantTime(input.password.trim(), livePassword)) {
			await guess.value.wrong()
			return refused('wrongPassword')
		}
		await guess.value.right()
		return await sign(livePassword)
	}

	/** Returns whether a stream token lets this browser pull the media now; called by the engine every few seconds. */
	async function authoriseView(streamId: string, token: string, browser: string | undefined): Promise<boolean> {
		const grant = await tokens.verifyStream(token, streamId, browser, clock.now())
		return grant !== undefined && (await watching.mayWatchNow(grant))
	}

	return { stream, renewPass, status, addView, views, auth, authoriseView }
}
export type Viewing = ReturnType<typeof createViewing>
