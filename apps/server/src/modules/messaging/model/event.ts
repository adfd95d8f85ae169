import type { Instant } from '@parley/core'
import type { ImUserId, LogEventName } from '@parley/im'

/** An event before it has its position. */
export interface NewEvent {
	name: LogEventName
	/** The author of the event. */
	uid: ImUserId
	/** Messages only: stored once per sender and conversation, as long as it is kept. */
	cmid?: string
	/** The rest of the event, as delivered. */
	body: Record<string, unknown>
}

export interface LoggedEvent extends NewEvent {
	hisId: number
	ts: Instant
}
