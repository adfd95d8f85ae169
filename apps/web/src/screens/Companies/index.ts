import { m } from '../../locales/index.ts'

export { Companies as Screen } from './Companies.tsx'

export const title = () => m.personal_companies()
