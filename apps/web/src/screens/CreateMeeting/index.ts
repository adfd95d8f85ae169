import { m } from '../../locales/index.ts'

export { CreateMeeting as Screen } from './CreateMeeting.tsx'

export const title = () => m.scheduling_title()
