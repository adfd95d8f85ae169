import { m } from '../../locales/index.ts'

export { LoginBindOa as Screen } from './LoginBindOa.tsx'

export const title = () => m.social_bind_oa_title()
