import { useRef, useState } from 'react'
import type { PanelName } from '../../features/room/index.ts'

export interface UsedRoomPanel {
	/** People or chat, of which one is open at a time. */
	opened: PanelName | undefined
	/** True once it has been opened: a sheet that is closed stays mounted, so that it can glide away. */
	wasOpened(name: PanelName): boolean
	open(name: PanelName): void
	/** Returns the focus to what opened it. */
	close(): void
	toggle(name: PanelName): void
}

/** People and chat: one panel beside the stage of a laptop, and sheets over that of a phone (ROOM-185). */
export function useRoomPanel(): UsedRoomPanel {
	const [opened, setOpened] = useState<PanelName>()
	const [mounted, setMounted] = useState<ReadonlySet<PanelName>>(new Set())
	const opener = useRef<Element>(null)

	function open(name: PanelName) {
		if (opened === undefined) opener.current = document.activeElement
		setMounted(names => new Set(names).add(name))
		setOpened(name)
	}

	function close() {
		setOpened(undefined)
		const before = opener.current
		if (opened !== undefined && before instanceof HTMLElement && before.isConnected) before.focus()
	}

	return {
		opened,
		wasOpened: name => mounted.has(name),
		open,
		close,
		toggle: name => (opened === name ? close() : open(name)),
	}
}
