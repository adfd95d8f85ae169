import { m } from '../../locales/index.ts'

export { Register as Screen } from './Register.tsx'

export const title = () => m.account_register_title()
