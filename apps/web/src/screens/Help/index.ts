import { m } from '../../locales/index.ts'

export { Help as Screen } from './Help.tsx'

export const title = () => m.help_title()
