import { lazyComponent } from '../../ui/index.ts'

// In a chunk of their own: phones load them when the room is idle.
const parts = () => import('./chatParts.ts')
export const ChatPanel = lazyComponent(async () => (await parts()).ChatPanel)
export const ChatSheet = lazyComponent(async () => (await parts()).ChatSheet, { overlay: true })
export const MessagePreview = lazyComponent(async () => (await parts()).MessagePreview)

export const preloadChatPanel = () => void parts().catch(() => {})
