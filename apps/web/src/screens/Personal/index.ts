import { m } from '../../locales/index.ts'

export { Personal as Screen } from './Personal.tsx'

export const title = () => m.personal_title()
