import { m } from '../../locales/index.ts'

export { Landing as Screen } from './Landing.tsx'

export const title = () => m.app_name()
