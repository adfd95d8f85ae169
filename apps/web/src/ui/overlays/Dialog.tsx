import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { useBackHandler } from '../back/backHandlers.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	text?: ReactNode
	children?: ReactNode
	/** Buttons; one of them must close. */
	actions: ReactNode
	/** Receives the focus at first, instead of the first focusable element. */
	initialFocus?: RefObject<HTMLElement | null> | undefined
	/** A tap outside does not close it. */
	needsAnswer?: boolean
}

/** Closes on Esc, on a tap outside and on going back; traps the focus and restores it. Over a sheet it covers that, too. */
export function Dialog({
	open,
	onOpenChange,
	title,
	text,
	children,
	actions,
	initialFocus,
	needsAnswer = false,
}: DialogProps) {
	useBackHandler(open, () => onOpenChange(false))
	return (
		<BaseDialog.Root open={open} disablePointerDismissal={needsAnswer} onOpenChange={next => onOpenChange(next)}>
			<BaseDialog.Portal>
				<BaseDialog.Backdrop forceRender className={styles.backdrop} />
				<BaseDialog.Viewport className={styles.view}>
					<BaseDialog.Popup className={clsx(styles.popup, needsAnswer && styles.centred)} initialFocus={initialFocus}>
						<BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
						{text && <BaseDialog.Description className={styles.text}>{text}</BaseDialog.Description>}
						{children && <div className={styles.body}>{children}</div>}
						<div className={styles.actions}>{actions}</div>
					</BaseDialog.Popup>
				</BaseDialog.Viewport>
			</BaseDialog.Portal>
		</BaseDialog.Root>
	)
}

export interface AlertDialogProps {
	open: boolean
	/** Esc, back and the cancel button; without `cancel` only the confirm button exists and these mean that. */
	onClose: () => void
	title: string
	text?: ReactNode
	confirm: { label: string; onConfirm: () => void; destructive?: boolean; loading?: false | string }
	cancel?: { label: string } | undefined
	/** A further answer, below the others. */
	other?: { label: string; onPress: () => void; loading?: false | string } | undefined
}

/** Requires an answer: a tap outside does not close it. */
export function AlertDialog({ open, onClose, title, text, confirm, cancel, other }: AlertDialogProps) {
	const first = useRef<HTMLButtonElement>(null)
	useBackHandler(open, onClose)
	return (
		<BaseAlertDialog.Root open={open} onOpenChange={next => !next && onClose()}>
			<BaseAlertDialog.Portal>
				<BaseAlertDialog.Backdrop forceRender className={styles.backdrop} />
				<BaseAlertDialog.Viewport className={styles.view}>
					<BaseAlertDialog.Popup className={clsx(styles.popup, styles.centred)} initialFocus={first}>
						<BaseAlertDialog.Title className={styles.title}>{title}</BaseAlertDialog.Title>
						{text && <BaseAlertDialog.Description className={styles.text}>{text}</BaseAlertDialog.Description>}
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
						{other && (
							<Button
								kind="quiet"
								block
								className={styles.other}
								loading={other.loading ?? false}
								onClick={other.onPress}
							>
								{other.label}
							</Button>
						)}
					</BaseAlertDialog.Popup>
				</BaseAlertDialog.Viewport>
			</BaseAlertDialog.Portal>
		</BaseAlertDialog.Root>
	)
}
