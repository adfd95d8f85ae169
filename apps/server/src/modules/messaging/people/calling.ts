import { type CallEndReason, encodePush, type ImAppId, type ImUserId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { FanOut } from '../delivery/fanOut.ts'
import type { Subscribers } from '../delivery/subscribers.ts'
import type { Hint, HintBus } from '../ports/hints.ts'
import type { Profiles } from './profiles.ts'
import { wireUser } from './users.ts'

/** An incoming call to a meeting. */
export interface PersonCall {
	from: ImUserId
	meetingId: string
	content: string
	/** The end of a call, with its reason. */
	endReason?: CallEndReason | undefined
}

interface CallingDeps {
	subscribers: Pick<Subscribers, 'of'>
	fanOut: Pick<FanOut, 'push'>
	hints: HintBus
	profiles: Pick<Profiles, 'find'>
	timers: Timers
}

/**
 * Calls to a meeting, pushed to a person's current sessions on every node. They are useless later, and not stored (SYNC-06).
 */
export function createCalling({ subscribers, fanOut, hints, profiles, timers }: CallingDeps) {
	function push({ appId, uid, envelope }: Extract<Hint, { kind: 'push' }>): void {
		for (const { connection } of subscribers.of(appId, uid)) fanOut.push(connection, [envelope])
	}

	const stop = hints.subscribe(hint => {
		if (hint.kind === 'push') push(hint)
	})

	return {
		async callPerson(
			appId: ImAppId,
			uid: ImUserId,
			{ from, meetingId, content, endReason }: PersonCall,
		): Promise<void> {
			const caller = wireUser(from, (await profiles.find(appId, [from])).get(from))
			const envelope = encodePush('videoNotice', {
				ts: timers.now(),
				from: caller,
				meetingId,
				content,
				...(endReason && { cancelled: true as const, reason: endReason }),
			})
			const hint = { kind: 'push', appId, uid, envelope } as const
			push(hint)
			hints.publish(hint)
		},
		stop,
	}
}
