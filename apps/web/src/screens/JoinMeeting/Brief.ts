/** Needs the words for days and hours, and there is no meeting to tell of before it was looked up. */
export { MeetingSummary } from '../../features/joining/index.ts'
