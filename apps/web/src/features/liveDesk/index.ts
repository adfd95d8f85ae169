export { DeskPage } from './DeskPage.tsx'
export { MeetingLive } from './MeetingLive.tsx'
