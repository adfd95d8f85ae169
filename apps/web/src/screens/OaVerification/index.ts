import { m } from '../../locales/index.ts'

export { OaVerification as Screen } from './OaVerification.tsx'

export const title = () => m.account_forgot_title()
