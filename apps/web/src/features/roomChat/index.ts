export { ChatAnnouncer } from './ChatAnnouncer.tsx'
export { ChatControl } from './ChatControl.tsx'
export { ChatPanel, MessagePreview } from './lazyChat.ts'
export { type UsedRoomChat, useRoomChat } from './useRoomChat.ts'
