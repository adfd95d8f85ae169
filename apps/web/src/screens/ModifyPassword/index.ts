import { m } from '../../locales/index.ts'

export { ModifyPassword as Screen } from './ModifyPassword.tsx'

export const title = () => m.personal_password_title()
