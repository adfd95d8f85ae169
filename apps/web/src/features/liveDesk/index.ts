export { DeskPage } from './DeskPage.tsx'
export { MeetingLiveSheet } from './MeetingLive.tsx'
