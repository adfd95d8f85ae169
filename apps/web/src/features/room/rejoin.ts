import { storage } from '../../storage/index.ts'

/** Where a person joins a meeting again that they are not in any more. */
export const rejoinLocation = (meetingId: string) =>
	storage.read('accessToken') === undefined
		? ({ to: '/joinQuickly', search: { meetingId } } as const)
		: ({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params: { meetingId, hasPwd: 'false' } } as const)
