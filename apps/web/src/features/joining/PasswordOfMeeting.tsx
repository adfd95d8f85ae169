import { digitsWhileTyping, limits } from '@parley/core'
import { m } from '../../locales/index.ts'
import { PasswordField, whileTyping } from '../../ui/index.ts'

export interface MeetingPasswordFieldProps {
	password: string
	error?: string | undefined
	autoFocus?: boolean
	onPasswordChange(password: string): void
}

const digits = (text: string) => digitsWhileTyping(text, limits.meetingPasswordMax)

/** The password of a meeting: digits, twenty of them at most (JOIN-20). It is sent around, so it may be pasted. */
export function MeetingPasswordField({ password, error, autoFocus, onPasswordChange }: MeetingPasswordFieldProps) {
	return (
		<PasswordField
			label={m.joining_password()}
			showLabel={m.joining_show_password()}
			clipboard="allowed"
			inputMode="numeric"
			autoComplete="off"
			enterKeyHint="go"
			maxLength={limits.meetingPasswordMax}
			error={error}
			value={password}
			autoFocus={autoFocus}
			{...whileTyping(digits)}
			onChange={event => onPasswordChange(digits(event.target.value))}
		/>
	)
}
