import { m } from '../../locales/index.ts'

export { LoginBindPhone as Screen } from './LoginBindPhone.tsx'

export const title = () => m.social_bind_phone_title()
