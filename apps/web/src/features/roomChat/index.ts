export { ChatAnnouncer } from './ChatAnnouncer.tsx'
export { ChatControl } from './ChatControl.tsx'
export { ChatPanel, ChatSheet, MessagePreview } from './lazyChat.ts'
export { type UsedRoomChat, useRoomChat } from './useRoomChat.ts'
