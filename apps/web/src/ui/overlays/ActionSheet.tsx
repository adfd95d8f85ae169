import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './ActionSheet.module.css'
import { AnchoredSheet } from './AnchoredSheet.tsx'

export interface SheetAction {
	label: string
	note?: string
	icon?: ReactNode
	destructive?: boolean
	disabled?: boolean
	onPress: () => void
}

export interface ActionSheetProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	closeLabel: string
	actions: readonly SheetAction[]
	/** The button that opens it: on laptops it is a menu there. */
	anchor?: Element | undefined
}

/** A sheet of things to do; each closes it and then does its work. */
export function ActionSheet({ open, onOpenChange, title, closeLabel, actions, anchor }: ActionSheetProps) {
	function press(action: SheetAction) {
		onOpenChange(false)
		action.onPress()
	}
	return (
		<AnchoredSheet
			open={open}
			onOpenChange={onOpenChange}
			title={title}
			closeLabel={closeLabel}
			anchor={anchor}
			width={280}
			side="bottom"
		>
			<ul className={styles.list}>
				{actions.map(action => (
					<li key={action.label}>
						<button
							type="button"
							className={clsx(styles.action, action.destructive && styles.destructive)}
							disabled={action.disabled}
							onClick={() => press(action)}
						>
							{action.icon && <span className={styles.icon}>{action.icon}</span>}
							<span>
								{action.label}
								{action.note && <span className={styles.note}>{action.note}</span>}
							</span>
						</button>
					</li>
				))}
			</ul>
		</AnchoredSheet>
	)
}
