import { m } from '../../locales/index.ts'

export { ScanJoin as Screen } from './ScanJoin.tsx'

export const title = () => m.entry_join_title()
