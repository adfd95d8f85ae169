import { m } from '../../locales/index.ts'

export { EditMeeting as Screen } from './EditMeeting.tsx'

export const title = () => m.scheduling_edit_title()
