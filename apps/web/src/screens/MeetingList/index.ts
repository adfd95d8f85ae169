import { m } from '../../locales/index.ts'

export { MeetingList as Screen } from './MeetingList.tsx'

export const title = () => m.meeting_list_title()
