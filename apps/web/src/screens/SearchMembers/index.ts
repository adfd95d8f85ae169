import { m } from '../../locales/index.ts'

export { SearchMembers as Screen } from './SearchMembers.tsx'

export const title = () => m.directory_search_title()
