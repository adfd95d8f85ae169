import { m } from '../../locales/index.ts'

export { PersonalInfoChange as Screen } from './PersonalInfoChange.tsx'

export const title = () => m.personal_info_title()
