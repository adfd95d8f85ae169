import { m } from '../../locales/index.ts'

export { ResetPassword as Screen } from './ResetPassword.tsx'

export const title = () => m.account_reset_title()
