import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from '../meeting/index.ts'
import { type BroadcastDeps, createBroadcasts } from './broadcast.ts'
import { createDesk, type DeskDeps } from './desk.ts'
import type { LiveModuleEvents } from './events.ts'
import { createLivePasses } from './passes.ts'
import type { StreamOwner } from './streamOwner.ts'
import { createLiveTokens } from './tokens.ts'
import { createViewing, type ViewingDeps } from './viewing.ts'
import { createWatching, type WatchingDeps } from './watching.ts'

export interface LiveDeps
	extends BroadcastDeps,
		Omit<DeskDeps, 'broadcasts' | keyof BroadcastDeps>,
		Omit<ViewingDeps, 'broadcasts' | 'tokens' | 'passes' | 'watching' | keyof BroadcastDeps>,
		Omit<WatchingDeps, 'tokens' | keyof BroadcastDeps> {
	meetings: BroadcastDeps['meetings'] & DeskDeps['meetings'] & ViewingDeps['meetings']
	sites: ViewingDeps['sites']
	bus: EventBus<MeetingEvents & LiveModuleEvents>
	/** Signs the tokens of viewers. */
	secret: Uint8Array
	/** Shared with the edges in front of this server; undefined without edges. */
	edgeSecret: string | undefined
}

/** Lives: authorisation to watch, the broadcast, and the host's desk. */
export function createLiveService(deps: LiveDeps) {
	const { bus, engine } = deps
	const broadcasts = createBroadcasts(deps)
	const tokens = createLiveTokens(deps.secret)
	const watching = createWatching({ ...deps, tokens })
	const passes = deps.edgeSecret === undefined ? undefined : createLivePasses(deps.edgeSecret)
	const viewing = createViewing({ ...deps, broadcasts, tokens, passes, watching })
	const desk = createDesk({ ...deps, broadcasts })
	engine.useHooks({
		authorisePublish: broadcasts.authorisePublish,
		authoriseView: viewing.authoriseView,
		isPublic: watching.isPublic,
	})
	return {
		broadcasts,
		viewing,
		desk,
		/** Lets broadcasts follow their meetings, on the node that has the streams. */
		follow(owner: Pick<StreamOwner, 'endWithMeeting' | 'remove' | 'followMeeting'>) {
			bus.subscribe('meeting.ended', ({ meetingId }) => owner.endWithMeeting(meetingId))
			bus.subscribe('meeting.deleted', ({ meetingId, by }) => owner.remove(meetingId, by))
			bus.subscribe('meeting.edited', ({ meetingId, by }) => owner.followMeeting(meetingId, by))
		},
	}
}
export type LiveService = ReturnType<typeof createLiveService>
