import type { MeetingId, UserId } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { createEventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from '../meeting/index.ts'
import { createCalling } from './service.ts'

const meetingId = '312846905' as MeetingId
const ben = 'u-ben' as UserId

test('[IMCALL-55] a meeting that ends while its attendees are looked up calls no one', async () => {
	const bus = createEventBus<MeetingEvents>((_, error) => {
		throw error
	})
	let found = (_: UserId[]) => {}
	const pushed: string[] = []
	createCalling({
		meetings: {
			find: async () => ({ isInvitedOnly: true, siteId: 'A', hostId: 'u-anna', topic: 'Harbour plans' }) as never,
			listAttendees: () => new Promise(resolve => (found = resolve)),
		},
		sites: { find: async () => ({ settings: { meetingsCall: true } }) as never },
		messaging: { callPerson: async (_, uid, { endReason }) => void pushed.push(`${uid} ${endReason ?? 'rings'}`) },
		bus,
		clock: { now: () => 0 },
		log: { warn: vi.fn() },
	})
	const settled = () => new Promise(resolve => setTimeout(resolve, 10))
	bus.publish('meeting.started', { meetingId } as never)
	await settled()
	bus.publish('meeting.ended', { meetingId } as never)
	await settled()
	found([ben])
	await settled()
	expect(pushed.at(-1)).toBe('u-ben over')
})
