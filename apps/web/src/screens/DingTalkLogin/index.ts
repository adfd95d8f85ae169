import { m } from '../../locales/index.ts'

export { DingTalkLogin as Screen } from './DingTalkLogin.tsx'

export const title = () => m.social_workplace_title()
