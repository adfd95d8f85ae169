import { m } from '../../locales/index.ts'

export { ScanNoResult as Screen } from './ScanNoResult.tsx'

export const title = () => m.entry_over_title()
