import { m } from '../../locales/index.ts'

export { AllMeetings as Screen } from './AllMeetings.tsx'

export const title = () => m.meeting_all_title()
