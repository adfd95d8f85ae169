import { m } from '../../locales/index.ts'

export { ScanNoExit as Screen } from './ScanNoExit.tsx'

export const title = () => m.entry_gone_title()
