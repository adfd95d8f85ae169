import { m } from '../../locales/index.ts'

export { JoinQuickly as Screen } from './JoinQuickly.tsx'

export const title = () => m.joining_quick_title()
