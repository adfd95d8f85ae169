import { m } from '../../locales/index.ts'

export { Members as Screen } from './Members.tsx'

export const title = () => m.directory_members_title()
