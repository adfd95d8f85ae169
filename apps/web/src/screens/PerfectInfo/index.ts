import { m } from '../../locales/index.ts'

export { PerfectInfo as Screen } from './PerfectInfo.tsx'

export const title = () => m.account_profile_title()
