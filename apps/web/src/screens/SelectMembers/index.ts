import { m } from '../../locales/index.ts'

export { SelectMembers as Screen } from './SelectMembers.tsx'

export const title = () => m.directory_title()
