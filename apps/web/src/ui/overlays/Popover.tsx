import { Popover as BasePopover } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { useBackHandler } from '../back/backHandlers.ts'
import styles from './Popover.module.css'

export interface PopoverProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	closeLabel: string
	/** The element beside which it is placed, and which gets the focus back. */
	anchor: Element
	/** In pixels. */
	width?: number | undefined
	side?: 'top' | 'bottom' | undefined
	actions?: ReactNode
	children: ReactNode
}

const focusable = 'button:not(:disabled), input:not(:disabled), a[href]'

/** A menu or small form at a button. Closes on Esc, on a click elsewhere and on going back; the arrow keys move in it. */
export function Popover({
	open,
	onOpenChange,
	title,
	closeLabel,
	anchor,
	width = 340,
	side = 'top',
	actions,
	children,
}: PopoverProps) {
	const popup = useRef<HTMLDivElement>(null)
	const body = useRef<HTMLDivElement>(null)
	useBackHandler(open, () => onOpenChange(false))

	/** A button that is gone, or a focus that was moved elsewhere, is left alone. */
	function finalFocus() {
		const at = document.activeElement
		const isOurs = at === null || at === document.body || popup.current?.contains(at) === true
		return isOurs && anchor instanceof HTMLElement && anchor.isConnected ? anchor : false
	}

	return (
		<BasePopover.Root
			open={open}
			modal="trap-focus"
			onOpenChange={(next, { reason, event }) => {
				// The button itself closes it, and would open it again.
				const isOnAnchor = event.target instanceof Node && anchor.contains(event.target)
				if (reason !== 'outside-press' || !isOnAnchor) onOpenChange(next)
			}}
		>
			<BasePopover.Portal>
				<BasePopover.Positioner
					className={styles.positioner}
					anchor={anchor}
					side={side}
					sideOffset={10}
					collisionPadding={12}
				>
					<BasePopover.Popup
						ref={popup}
						className={styles.popup}
						style={{ width }}
						initialFocus={() => body.current?.querySelector<HTMLElement>(focusable) ?? true}
						finalFocus={finalFocus}
						onKeyDown={moveByArrows}
					>
						<div className={styles.head}>
							<BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
							<BasePopover.Close render={<IconButton label={closeLabel} icon={<X />} />} />
						</div>
						<div ref={body} className={styles.body}>
							{children}
						</div>
						{actions && <div className={styles.actions}>{actions}</div>}
					</BasePopover.Popup>
				</BasePopover.Positioner>
			</BasePopover.Portal>
		</BasePopover.Root>
	)
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Radio buttons and text fields have arrow keys of their own. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
	const step = steps[event.key]
	const { activeElement } = document
	if (step === undefined || (activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox')) return
	const targets = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
	const next = targets[targets.indexOf(activeElement as HTMLElement) + step]
	event.preventDefault()
	next?.focus()
}
