import { m } from '../../locales/index.ts'

export { JoinMeeting as Screen } from './JoinMeeting.tsx'

export const title = () => m.joining_title()
