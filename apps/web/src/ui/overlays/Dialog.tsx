import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { useBackHandler } from '../back/backHandlers.ts'
import styles from './Dialog.module.css'

/** A button of a dialog. */
export interface DialogAnswer {
	label: string
	onPress?: () => void
	/** Id of the form that it submits, in place of `onPress`. */
	form?: string
	destructive?: boolean
	loading?: false | string
	disabled?: boolean
}

interface DialogAnswers {
	/** The answer that changes nothing, at the left. */
	cancel?: DialogAnswer | undefined
	/** The answer that goes on, at the right; above the other where they do not fit beside each other. */
	confirm?: DialogAnswer | undefined
}

interface DialogChoices {
	/** More answers than two, one below the other, in place of `cancel` and `confirm`. */
	choices: ReactNode
}

interface CommonDialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	text?: ReactNode
	children?: ReactNode
	/** Receives the focus at first, instead of the first focusable element. */
	initialFocus?: RefObject<HTMLElement | null> | undefined
	/** A tap outside does not close it. */
	needsAnswer?: boolean
}

/** One of the answers must close the dialog. */
export type DialogProps = CommonDialogProps & (DialogAnswers | DialogChoices)

/** Closes on Esc, on a tap outside and on going back; traps the focus and restores it. Over a sheet it covers that, too. */
export function Dialog({
	open,
	onOpenChange,
	title,
	text,
	children,
	initialFocus,
	needsAnswer = false,
	...answers
}: DialogProps) {
	useBackHandler(open, () => onOpenChange(false))
	return (
		<BaseDialog.Root open={open} disablePointerDismissal={needsAnswer} onOpenChange={next => onOpenChange(next)}>
			<BaseDialog.Portal>
				<BaseDialog.Backdrop forceRender className={styles.backdrop} />
				<BaseDialog.Viewport className={styles.view}>
					<BaseDialog.Popup className={styles.popup} initialFocus={initialFocus}>
						<BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
						{text && <BaseDialog.Description className={styles.text}>{text}</BaseDialog.Description>}
						{children && <div className={styles.body}>{children}</div>}
						{'choices' in answers ? <div className={styles.choices}>{answers.choices}</div> : <Answers {...answers} />}
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
					<BaseAlertDialog.Popup className={styles.popup} initialFocus={first}>
						<BaseAlertDialog.Title className={styles.title}>{title}</BaseAlertDialog.Title>
						{text && <BaseAlertDialog.Description className={styles.text}>{text}</BaseAlertDialog.Description>}
						<Answers
							first={first}
							cancel={cancel && { ...cancel, onPress: onClose }}
							confirm={{ ...confirm, onPress: confirm.onConfirm }}
						/>
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

/** The answers of every dialog, in the same order and look (ROOM-206). `first` is the one that changes nothing, if there is one. */
function Answers({ cancel, confirm, first }: DialogAnswers & { first?: RefObject<HTMLButtonElement | null> }) {
	return (
		<div className={styles.actions}>
			{cancel && <Answer {...cancel} ref={first} kind="secondary" />}
			{confirm && (
				<Answer {...confirm} ref={cancel ? undefined : first} kind={confirm.destructive ? 'destructive' : 'primary'} />
			)}
		</div>
	)
}

interface AnswerProps extends DialogAnswer {
	kind: 'primary' | 'secondary' | 'destructive'
	ref: RefObject<HTMLButtonElement | null> | undefined
}

const Answer = ({ label, onPress, form, kind, ref, loading = false, disabled = false }: AnswerProps) => (
	<Button
		ref={ref}
		kind={kind}
		loading={loading}
		disabled={disabled}
		onClick={onPress}
		{...(form !== undefined && { type: 'submit', form })}
	>
		{label}
	</Button>
)
