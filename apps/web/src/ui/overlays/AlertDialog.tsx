import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import styles from './Dialog.module.css'

export interface AlertDialogProps {
	open: boolean
	/** Esc and the cancel button; without `cancel` there is only the confirm button and Esc means that. */
	onClose: () => void
	title: string
	text?: ReactNode
	confirm: { label: string; onConfirm: () => void; destructive?: boolean; loading?: false | string }
	cancel?: { label: string } | undefined
}

/** Needs an answer: a tap beside it does not close it. */
export function AlertDialog({ open, onClose, title, text, confirm, cancel }: AlertDialogProps) {
	const first = useRef<HTMLButtonElement>(null)
	return (
		<Base.Root open={open} onOpenChange={next => !next && onClose()}>
			<Base.Portal>
				<Base.Backdrop className={styles.veil} />
				<Base.Viewport className={styles.view}>
					<Base.Popup className={clsx(styles.popup, styles.centred)} initialFocus={first}>
						<Base.Title className={styles.title}>{title}</Base.Title>
						{text && <Base.Description className={styles.text}>{text}</Base.Description>}
						<div className={styles.actions}>
							{cancel && (
								<Button ref={first} kind="secondary" onClick={onClose}>
									{cancel.label}
								</Button>
							)}
							<Button
								{...(!cancel && { ref: first })}
								kind={confirm.destructive ? 'destructive' : 'primary'}
								loading={confirm.loading ?? false}
								onClick={confirm.onConfirm}
							>
								{confirm.label}
							</Button>
						</div>
					</Base.Popup>
				</Base.Viewport>
			</Base.Portal>
		</Base.Root>
	)
}
