export type { RoomNews } from './events.ts'
export { type Inside, type MeetingDoor, type RoomMeeting, type RoomService, roomService } from './service.ts'
export { sqlRoomStore } from './store.sql.ts'
export type { TicketRequest } from './tickets.ts'
