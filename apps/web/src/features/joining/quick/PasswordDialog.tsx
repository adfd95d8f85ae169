import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { MeetingPasswordField, ValidatedForm } from '../form/fields.tsx'

export interface PasswordDialogProps {
	open: boolean
	topic: string
	error: string | undefined
	isSubmitting: boolean
	onSubmit(password: string): void
	onClose(): void
}

/** Asks for the password of a meeting. Closing it or a wrong password empties the field (QJ-08, JERR-04). */
export function PasswordDialog({ open, topic, error, isSubmitting, onSubmit, onClose }: PasswordDialogProps) {
	return (
		<Dialog
			open={open}
			onOpenChange={isOpen => !isOpen && onClose()}
			title={m.joining_password_title()}
			text={topic ? m.joining_password_text({ topic }) : m.joining_password_text_plain()}
			cancel={{ label: m.joining_cancel(), onPress: onClose }}
			confirm={{ label: m.joining_submit(), form: formId, loading: isSubmitting && m.joining_working() }}
		>
			{open && <PasswordForm error={error} onSubmit={onSubmit} />}
		</Dialog>
	)
}

const formId = 'meeting-password'

function PasswordForm({ error, onSubmit }: Pick<PasswordDialogProps, 'error' | 'onSubmit'>) {
	const [password, setPassword] = useState('')
	// A password error stays until another password is typed (JERR-05).
	const [isTyped, setTyped] = useState(false)

	function submit() {
		setTyped(false)
		setPassword('')
		onSubmit(password)
	}

	return (
		<ValidatedForm id={formId} error={error} onSubmit={submit}>
			<MeetingPasswordField
				password={password}
				error={isTyped ? undefined : error}
				autoFocus
				onPasswordChange={typed => {
					setTyped(true)
					setPassword(typed)
				}}
			/>
		</ValidatedForm>
	)
}
