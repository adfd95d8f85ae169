import { type ControlMessage, controlMessage, liveDelays, truncate, type UserId } from '@parley/core'
import { contentTypes, ImAppId, ImUserId, imLimits } from '@parley/im'
import * as v from 'valibot'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingOnDay } from '../meeting/index.ts'
import type { OwnedChatRooms } from '../messaging/index.ts'
import type { LiveModuleEvents } from './events.ts'
import type { LiveRow } from './store.ts'

/** State of the broadcast after each message. */
const isOnAirAfter: Record<ControlMessage, boolean> = {
	[controlMessage.start]: true,
	[controlMessage.stop]: false,
	[controlMessage.close]: false,
}

export interface LiveRoomsDeps {
	chatRooms: OwnedChatRooms
	bus: Pick<EventBus<LiveModuleEvents>, 'publish'>
	log: Log
}

/** The two rooms of a live: the discussion and the questions. */
export function createLiveRooms({ chatRooms, bus, log }: LiveRoomsDeps) {
	async function create({ siteId, hostId, topic, freeTalk }: MeetingOnDay) {
		const appId = v.parse(ImAppId, siteId)
		const name = truncate(topic, imLimits.maxNameLength)
		const room = { name, owner: v.parse(ImUserId, hostId), accountsOnly: !freeTalk }
		return {
			chatRoomId: await chatRooms.create(appId, room),
			askRoomId: await chatRooms.create(appId, { ...room, slowModeS: liveDelays.questionCooldownMs / 1_000 }),
		}
	}

	/** Returns the parameters of an action in both rooms, for a person or for the server. */
	function actsInRooms({ siteId, chatRoomId, askRoomId }: LiveRow, by: UserId | undefined) {
		const act = { appId: v.parse(ImAppId, siteId), ...(by && { by: v.parse(ImUserId, by) }) }
		return [chatRoomId, askRoomId].map(gid => ({ ...act, gid }))
	}

	/** Sets the rights in both rooms: host and creator run them, and guests may write if talk is free. */
	async function follow({ hostId, creatorId, freeTalk }: MeetingOnDay, live: LiveRow, by?: UserId): Promise<void> {
		for (const act of actsInRooms(live, by)) {
			await chatRooms.setOwner(act, v.parse(ImUserId, hostId))
			await chatRooms.setManager(act, v.parse(ImUserId, creatorId))
			await chatRooms.setAccountsOnly(act, !freeTalk)
		}
	}

	async function remove(live: LiveRow, by: UserId | undefined): Promise<void> {
		for (const act of actsInRooms(live, by)) await chatRooms.remove(act)
	}

	/**
	 * Announces the state of the broadcast: in the discussion, whose history keeps it for absent viewers, and to everyone
	 * else concerned.
	 */
	async function tell(live: LiveRow, control: ControlMessage, hostName: string): Promise<void> {
		bus.publish('live.changed', { meetingId: live.meetingId, isOnAir: isOnAirAfter[control] })
		const message = { type: contentTypes.control, content: control, custom: JSON.stringify({ type: control }) }
		try {
			await chatRooms.post(v.parse(ImAppId, live.siteId), live.chatRoomId, { ...message, sendUserName: hostName })
		} catch (error) {
			log.error({ err: error, meetingId: live.meetingId, control }, 'viewers could not be notified of a live')
		}
	}

	return { create, follow, remove, tell }
}
