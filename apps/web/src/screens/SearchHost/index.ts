import { m } from '../../locales/index.ts'

export { SearchHost as Screen } from './SearchHost.tsx'

export const title = () => m.scheduling_hosts_title()
