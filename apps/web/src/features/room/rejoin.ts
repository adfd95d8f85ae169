import { storage } from '../../storage/index.ts'

/** The location at which a person rejoins a meeting they have left. */
export const rejoinLocation = (meetingId: string) =>
	storage.read('accessToken') === undefined
		? ({ to: '/joinQuickly', search: { meetingId } } as const)
		: ({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params: { meetingId, hasPwd: 'false' } } as const)
