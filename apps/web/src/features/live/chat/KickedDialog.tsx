import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { lazyComponent } from '../../../ui/index.ts'
import { signOutLocally, useSession } from '../../session/index.ts'
import type { Chat } from './chat.ts'
import { useChatState } from './useChat.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

/**
 * The same user chats on another device (CHAT-07, CHAT-09), and is signed out on this one. `isOpen` is true while the
 * dialog says so: a live that needs a sign-in asks for it afterwards (CHAT-08).
 */
export function useKicked(chat: Chat | undefined) {
	const isKicked = useChatState(chat, ({ connection }) => connection.status === 'kicked')
	const isSignedIn = useSession(({ kind }) => kind === 'member')
	const [isOpen, setIsOpen] = useState(false)
	useEffect(() => {
		if (!isKicked) return
		setIsOpen(true)
		if (isSignedIn) signOutLocally()
	}, [isKicked, isSignedIn])
	return { isOpen, close: () => setIsOpen(false) }
}

export const KickedDialog = ({ isOpen, close }: ReturnType<typeof useKicked>) => (
	<AlertDialog
		open={isOpen}
		onClose={close}
		title={m.live_chat_kicked_title()}
		text={m.live_chat_kicked_text()}
		confirm={{ label: m.live_chat_understood(), onConfirm: close }}
	/>
)
