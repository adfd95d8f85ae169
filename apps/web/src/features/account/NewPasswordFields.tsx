import type { CallForm } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { PasswordField, type PasswordFieldProps } from '../../ui/index.ts'
import { PasswordRuleList } from './PasswordRuleList.tsx'

export interface NewPasswordFieldsProps extends Pick<PasswordFieldProps, 'clipboard' | 'onInput' | 'onCompositionEnd'> {
	form: Pick<CallForm<{ password: string; again: string }>, 'values' | 'change' | 'errorAt'>
	/** Values the password must differ from. */
	names?: readonly string[]
}

/** A new password with its rules, and the same once more. */
export function NewPasswordFields({ form, names = [], ...input }: NewPasswordFieldsProps) {
	const { values, change, errorAt } = form
	const shared = { ...input, showLabel: m.login_show_password(), autoComplete: 'new-password' }
	return (
		<>
			<PasswordField
				{...shared}
				label={m.account_new_password()}
				name="password"
				enterKeyHint="next"
				error={errorAt('password')}
				value={values.password}
				onChange={event => change({ password: event.target.value })}
			/>
			<PasswordRuleList password={values.password} names={names} />
			<PasswordField
				{...shared}
				label={m.account_new_password_again()}
				name="password_confirmation"
				enterKeyHint="go"
				error={errorAt('again')}
				value={values.again}
				onChange={event => change({ again: event.target.value })}
			/>
		</>
	)
}
