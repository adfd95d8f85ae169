import { m } from '../../locales/index.ts'

export { PublicMeeting as Screen } from './PublicMeeting.tsx'

export const title = () => m.entry_public_title()
