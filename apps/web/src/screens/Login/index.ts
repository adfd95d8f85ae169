import { m } from '../../locales/index.ts'

export { Login as Screen } from './Login.tsx'

export const title = () => m.login_title()
