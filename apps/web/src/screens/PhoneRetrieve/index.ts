import { m } from '../../locales/index.ts'

export { PhoneRetrieve as Screen } from './PhoneRetrieve.tsx'

export const title = () => m.account_forgot_title()
