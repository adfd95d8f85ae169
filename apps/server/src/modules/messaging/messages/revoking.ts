import type { Result } from '@parley/core'
import { type Caller, type Refusal, refuse } from '../calls/context.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { Participation } from '../ports/participation.ts'

/** Returns why a participant of a meeting may not revoke a message that they can read; undefined if they may (ROOM-175). */
export const participantRevokeRefusal = (
	participation: Pick<Participation, 'mayRevoke'>,
	{ appId, uid }: Pick<Caller, 'appId' | 'uid'>,
	message: Pick<LoggedEvent, 'uid' | 'ts'>,
): Result<never, Refusal> | undefined =>
	participation.mayRevoke(appId, uid, { author: message.uid, at: message.ts }) ? undefined : refuse('noPromise')
