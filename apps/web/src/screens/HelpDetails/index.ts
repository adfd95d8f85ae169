import { m } from '../../locales/index.ts'

export { HelpDetails as Screen } from './HelpDetails.tsx'

export const title = () => m.help_title()
