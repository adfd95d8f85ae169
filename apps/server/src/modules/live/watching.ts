import type { UserId } from '@parley/core'
import { ImAppId, type ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { MeetingOnDay, MeetingService } from '../meeting/index.ts'
import type { OwnedChatRooms } from '../messaging/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService, SiteSettings } from '../site/index.ts'
import { needsLogin, watchRefusal } from './policy.ts'
import type { LiveRow, LiveStore } from './store.ts'
import type { LiveTokens, WatchGrant } from './tokens.ts'

export interface WatchingDeps {
	store: Pick<LiveStore, 'findByStream'>
	meetings: Pick<MeetingService, 'find'>
	sites: Pick<SiteService, 'find'>
	sessions: Pick<SessionService, 'findExisting'>
	chatRooms: Pick<OwnedChatRooms, 'isBanned' | 'isHeld'>
	tokens: Pick<LiveTokens, 'gateOf'>
}

/**
 * Decides whether an admitted viewer may watch now. Everything that serves media asks here, at most a few seconds
 * before; no other code decides it.
 */
export function createWatching({ store, meetings, sites, sessions, chatRooms, tokens }: WatchingDeps) {
	/** People removed from the discussion or the questions can no longer watch either. */
	async function isRemoved({ siteId, chatRoomId, askRoomId }: LiveRow, uid: ImUserId): Promise<boolean> {
		const appId = v.parse(ImAppId, siteId)
		return (await chatRooms.isBanned(appId, chatRoomId, uid)) || (await chatRooms.isBanned(appId, askRoomId, uid))
	}

	/** Returns whether a guest arrived after another one was removed at their address: they must sign in. */
	async function isHeld(
		{ siteId, chatRoomId, askRoomId }: LiveRow,
		guest: { uid: ImUserId; address: string },
	): Promise<boolean> {
		const appId = v.parse(ImAppId, siteId)
		return (await chatRooms.isHeld(appId, chatRoomId, guest)) || (await chatRooms.isHeld(appId, askRoomId, guest))
	}

	const gateOf = (meeting: MeetingOnDay, settings: SiteSettings): string =>
		tokens.gateOf({ needsLogin: needsLogin(meeting, settings), password: meeting.livePassword })

	/** Signing out, changing the password, and disabling or removing the person delete the sign-in. */
	const isSignedOut = async (sessionId: string | null): Promise<boolean> =>
		sessionId !== null && (await sessions.findExisting([sessionId])).length === 0

	async function mayWatchNow(grant: WatchGrant): Promise<boolean> {
		const live = await store.findByStream(grant.streamId)
		if (!live || live.meetingId !== grant.meetingId || live.status === 'notStarted') return false
		if (await isSignedOut(grant.sessionId)) return false
		const meeting = await meetings.find(live.meetingId)
		if (!meeting?.hasLive) return false
		const { settings } = await sites.find(live.siteId)
		if (grant.gate !== gateOf(meeting, settings)) return false
		const conditions = {
			person: grant.sessionId === null ? undefined : { userId: grant.viewer as string as UserId },
			needsLogin: needsLogin(meeting, settings),
			knowsPassword: grant.knowsPassword,
			isRemoved: await isRemoved(live, grant.viewer),
		}
		return watchRefusal(conditions, meeting) === undefined
	}

	/** Returns whether the live is open to everyone: then only the page itself stops removed viewers. */
	async function isPublic(streamId: string): Promise<boolean> {
		const live = await store.findByStream(streamId)
		if (!live || live.status === 'notStarted') return false
		const meeting = await meetings.find(live.meetingId)
		if (!meeting?.hasLive) return false
		return isForEverybody(meeting, (await sites.find(live.siteId)).settings)
	}

	const isForEverybody = (meeting: MeetingOnDay, settings: SiteSettings): boolean =>
		!needsLogin(meeting, settings) && meeting.livePassword === null

	return { isRemoved, isHeld, gateOf, mayWatchNow, isPublic, isForEverybody }
}
export type Watching = ReturnType<typeof createWatching>
