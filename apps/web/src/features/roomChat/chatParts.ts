/** Loaded together, by lazyChat.ts. */
export { ChatPanel, ChatSheet } from './ChatPanel.tsx'
export { MessagePreview } from './MessagePreview.tsx'
