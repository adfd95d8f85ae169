import { m } from '../../locales/index.ts'

export { Invite as Screen } from './Invite.tsx'

export const title = () => m.entry_invite_title()
