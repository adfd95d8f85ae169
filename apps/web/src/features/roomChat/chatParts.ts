/** Loaded together, by lazyChat.ts. */
export { ChatPanel } from './ChatPanel.tsx'
export { MessagePreview } from './MessagePreview.tsx'
