/** Needs the words for days and hours, and there is no meeting to tell of before it was looked up. */
export { MeetingBrief } from '../../features/joining/index.ts'
