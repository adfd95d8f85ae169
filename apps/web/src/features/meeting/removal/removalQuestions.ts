import { m } from '../../../locales/index.ts'
import type { Removal } from './removal.ts'

/** Question and consequence of each of the six ways to take a meeting away. */
export const removalQuestions = {
	endMeeting: [m.meeting_ask_endMeeting, m.meeting_ask_endMeeting_text],
	endRoom: [m.meeting_ask_endRoom, m.meeting_ask_endRoom_text],
	deleteComingMeeting: [m.meeting_ask_deleteComingMeeting, m.meeting_ask_deleteComingMeeting_text],
	deleteComingRoom: [m.meeting_ask_deleteComingRoom, m.meeting_ask_deleteComingRoom_text],
	deleteOverMeeting: [m.meeting_ask_deleteOverMeeting, m.meeting_ask_deleteOverMeeting_text],
	deleteOverRoom: [m.meeting_ask_deleteOverRoom, m.meeting_ask_deleteOverRoom_text],
} as const satisfies Record<Removal['question'], readonly [() => string, () => string]>
