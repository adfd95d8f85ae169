import { m } from '../../locales/index.ts'

export { Complaints as Screen } from './Complaints.tsx'

export const title = () => m.support_complaint_title()
