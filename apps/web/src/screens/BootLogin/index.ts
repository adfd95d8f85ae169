import { m } from '../../locales/index.ts'

export { BootLogin as Screen } from './BootLogin.tsx'

export const title = () => m.entry_internal_title()
