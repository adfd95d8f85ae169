import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'

export interface DialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	text?: ReactNode
	children?: ReactNode
	/** Buttons; one of them must close. */
	actions: ReactNode
}

/** Asks for something. Closes on Esc and on a tap beside it; the focus is held inside and returns. */
export function Dialog({ open, onOpenChange, title, text, children, actions }: DialogProps) {
	return (
		<Base.Root open={open} onOpenChange={next => onOpenChange(next)}>
			<Base.Portal>
				<Base.Backdrop className={styles.veil} />
				<Base.Viewport className={styles.view}>
					<Base.Popup className={styles.popup}>
						<Base.Title className={styles.title}>{title}</Base.Title>
						{text && <Base.Description className={styles.text}>{text}</Base.Description>}
						{children && <div className={styles.body}>{children}</div>}
						<div className={styles.actions}>{actions}</div>
					</Base.Popup>
				</Base.Viewport>
			</Base.Portal>
		</Base.Root>
	)
}
