import { useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Dialog } from '../../../ui/dialog.ts'
import { Button } from '../../../ui/index.ts'
import { MeetingPasswordField } from '../PasswordOfMeeting.tsx'
import { useFocusInvalidField } from '../useFaultFocus.ts'

export interface PasswordDialogProps {
	open: boolean
	topic: string
	error: string | undefined
	isAsking: boolean
	onGiven(password: string): void
	onClose(): void
}

/** Asks for the password of a meeting. It is emptied by closing, and by a password that was wrong (QJ-08, JERR-04). */
export function PasswordDialog({ open, topic, error, isAsking, onGiven, onClose }: PasswordDialogProps) {
	return (
		<Dialog
			open={open}
			onOpenChange={next => !next && onClose()}
			title={m.joining_password_title()}
			text={topic ? m.joining_password_text({ topic }) : m.joining_password_text_plain()}
			actions={
				<>
					<Button kind="secondary" onClick={onClose}>
						{m.joining_cancel()}
					</Button>
					<Button kind="primary" type="submit" form={formId} loading={isAsking && m.joining_working()}>
						{m.joining_submit()}
					</Button>
				</>
			}
		>
			{open && <PasswordForm error={error} onGiven={onGiven} />}
		</Dialog>
	)
}

const formId = 'meeting-password'

function PasswordForm({ error, onGiven }: Pick<PasswordDialogProps, 'error' | 'onGiven'>) {
	const [password, setPassword] = useState('')
	const place = useRef<HTMLFormElement>(null)
	useFocusInvalidField(place, error)

	function submit(event: React.FormEvent) {
		event.preventDefault()
		setPassword('')
		onGiven(password)
	}

	return (
		<form ref={place} id={formId} noValidate onSubmit={submit}>
			<MeetingPasswordField password={password} error={error} autoFocus onPasswordChange={setPassword} />
		</form>
	)
}
