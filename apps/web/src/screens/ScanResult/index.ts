import { m } from '../../locales/index.ts'

export { ScanResult as Screen } from './ScanResult.tsx'

export const title = () => m.entry_join_title()
