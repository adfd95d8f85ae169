import { m } from '../../locales/index.ts'

export { Frequency as Screen } from './Frequency.tsx'

export const title = () => m.scheduling_frequency_title()
