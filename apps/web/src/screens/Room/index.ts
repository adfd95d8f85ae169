import { m } from '../../locales/index.ts'

export { Room as Screen } from './Room.tsx'
export const title = () => m.room_title()
