import { m } from '../../locales/index.ts'

export { AboutUs as Screen } from './AboutUs.tsx'

export const title = () => m.personal_about()
