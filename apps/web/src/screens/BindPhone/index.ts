import { m } from '../../locales/index.ts'

export { BindPhone as Screen } from './BindPhone.tsx'

export const title = () => m.account_bind_title()
