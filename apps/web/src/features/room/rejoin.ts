import { rejoinKey, storage } from '../../storage/index.ts'
import { createResumeStore } from './resumeStore.ts'

const deviceKinds = ['microphone', 'camera'] as const

/**
 * Returns the location at which a person rejoins a meeting. A person who was in it rejoins at once, under the name and with
 * the devices that they had, which are stored as chosen; anybody else gets the form (ROOM-198).
 */
export function prepareRejoin(meetingId: string) {
	const past = createResumeStore(meetingId, { read: storage.readTabText, write: storage.writeTabText }).readExit()
	const isMember = storage.read('accessToken') !== undefined
	if (!past?.visit) {
		return isMember
			? ({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params: { meetingId, hasPwd: 'false' } } as const)
			: ({ to: '/joinQuickly', search: { meetingId } } as const)
	}
	const { name, ...devices } = past.visit
	for (const kind of deviceKinds) storage.setDeviceOn(kind, devices[kind])
	storage.writeTabText(rejoinKey, meetingId)
	return {
		to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
		params: { meetingId, hasPwd: 'false' },
		search: { from: 'rejoin', meeting: JSON.stringify({ display_name: name }) },
	} as const
}
