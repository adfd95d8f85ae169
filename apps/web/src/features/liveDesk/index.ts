export { DeskPage } from './DeskPage.tsx'
export { RoomLive } from './RoomLive.tsx'
