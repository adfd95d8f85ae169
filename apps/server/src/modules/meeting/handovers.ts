import { setImmediate as letOthers } from 'node:timers/promises'
import { meetingStatus, type UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from './events.ts'
import type { Handover, HandoverStore, HostedMeeting } from './handoverStore.ts'
import type { RemoveMeeting } from './removal.ts'
import type { MeetingStore } from './store.ts'

interface HandoverDeps {
	store: Pick<MeetingStore, 'find'>
	handovers: HandoverStore
	remove: RemoveMeeting
	clock: Clock
	bus: EventBus<MeetingEvents>
}

/** Meetings of one host per run, each in a transaction of its own. */
const perRun = 200

/**
 * Handles meetings of departing hosts: they go to a successor or to their creator; those without either are cancelled.
 */
export function createHandovers({ store, handovers, remove, clock, bus }: HandoverDeps) {
	async function nextHost({ hostId, successorId }: Handover, { creatorId, companyId }: HostedMeeting) {
		const wanted = [successorId, creatorId].filter((id): id is UserId => id !== undefined && id !== hostId)
		for (const id of wanted) if (await handovers.isActiveMember(id, companyId)) return id
		return undefined
	}

	/** Returns false if the meeting must end first. */
	async function handOne(handover: Handover, meeting: HostedMeeting, isGone: boolean): Promise<boolean> {
		const { meetingId, status } = meeting
		const to = await nextHost(handover, meeting)
		if (to !== undefined) {
			if (await handovers.changeHost(meetingId, { from: handover.hostId, to, at: clock.now() }))
				bus.publish('meeting.edited', { meetingId })
			return true
		}
		if (!isGone) return true
		if (status === meetingStatus.inProgress) return false
		const found = await store.find(meetingId)
		return found === undefined || (await remove(found))
	}

	async function handOverOne(handover: Handover): Promise<void> {
		const { hostId } = handover
		const isGone = !(await handovers.hasAccount(hostId))
		const hosted = await handovers.findHosted(hostId, perRun)
		let isDone = hosted.length < perRun
		for (const meeting of hosted) {
			if (!(await handOne(handover, meeting, isGone))) isDone = false
			await letOthers()
		}
		if (isDone) await handovers.finish(hostId)
	}

	return {
		async handOver(): Promise<void> {
			for (const handover of await handovers.all()) await handOverOne(handover)
		},
	}
}
