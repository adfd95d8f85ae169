import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton, Tabs } from '../../../ui/index.ts'
import styles from './RoomPanel.module.css'

export type PanelName = 'people' | 'chat'

export interface RoomPanelProps {
	value: PanelName
	onValueChange: (value: PanelName) => void
	onClose: () => void
	/** How many people are in the meeting. */
	count: number
	/** Messages that were not read. */
	unread: number
	/** Content of the chosen tab. */
	children: ReactNode
}

/** People and chat beside the stage, of which one is shown (ROOM-185). */
export function RoomPanel({ value, onValueChange, onClose, count, unread, children }: RoomPanelProps) {
	const panel = useRef<HTMLElement>(null)
	// The chat moves the focus to its field by itself.
	useEffect(() => {
		if (value === 'people') panel.current?.querySelector<HTMLElement>('[role="tab"]')?.focus({ preventScroll: true })
	}, [value])

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
		// One in a menu or dialog of the panel, which React hands up to here, closes only that.
		if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
		event.stopPropagation()
		onClose()
	}

	return (
		<aside
			ref={panel}
			className={styles.panel}
			aria-label={value === 'people' ? m.room_people() : m.chat_title()}
			onKeyDown={onKeyDown}
		>
			<IconButton className={styles.close ?? ''} label={m.room_close()} icon={<X />} onClick={onClose} />
			<Tabs
				fill
				label={m.room_panel()}
				value={value}
				onValueChange={onValueChange}
				tabs={[
					{ value: 'people', text: m.room_people_count({ count }) },
					{ value: 'chat', text: m.chat_title(), ...(unread > 0 && { mark: m.chat_unread({ count: unread }) }) },
				]}
			>
				{children}
			</Tabs>
		</aside>
	)
}
