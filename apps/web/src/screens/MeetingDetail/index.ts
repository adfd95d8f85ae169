import { m } from '../../locales/index.ts'

export { MeetingDetail as Screen } from './MeetingDetail.tsx'

export const title = () => m.meeting_detail_title()
