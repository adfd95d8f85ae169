import { type CallEndReason, encodePush, type ImAppId, type ImUserId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { FanOut } from '../delivery/fanOut.ts'
import type { Subscribers } from '../delivery/subscribers.ts'
import type { NodeBus, NodeMessage } from '../ports/nodeBus.ts'
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
	nodeBus: NodeBus
	profiles: Pick<Profiles, 'find'>
	timers: Timers
}

/**
 * Calls to a meeting, pushed to a person's current sessions on every node. They are useless later, and not stored (SYNC-06).
 */
export function createCalling({ subscribers, fanOut, nodeBus, profiles, timers }: CallingDeps) {
	function push({ appId, uid, envelope }: Extract<NodeMessage, { kind: 'push' }>): void {
		for (const { connection } of subscribers.of(appId, uid)) fanOut.push(connection, [envelope])
	}

	const stop = nodeBus.subscribe(nodeMessage => {
		if (nodeMessage.kind === 'push') push(nodeMessage)
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
			const nodeMessage = { kind: 'push', appId, uid, envelope } as const
			push(nodeMessage)
			nodeBus.publish(nodeMessage)
		},
		stop,
	}
}
