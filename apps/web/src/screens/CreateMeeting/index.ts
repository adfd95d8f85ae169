import { m } from '../../locales/index.ts'

export { CreateMeeting as Screen } from './CreateMeeting.tsx'

export const title = () => m.meeting_create_title()
