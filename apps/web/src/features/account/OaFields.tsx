import { loginPasswordWhileTyping, userNameWhileTyping } from '@parley/core'
import { m } from '../../locales/index.ts'
import { PasswordField, TextField, whileTyping } from '../../ui/index.ts'
import type { OaForm } from './oa.ts'
import type { TurnedAway } from './turnedAway.ts'

export interface OaFieldsProps {
	form: OaForm
	onChange(form: OaForm): void
	why?: TurnedAway | undefined
	sentence?: string | undefined
}

/** The account and password of the organisation's own directory (REG-18). */
export function OaFields({ form, onChange, why, sentence }: OaFieldsProps) {
	return (
		<>
			<TextField
				label={m.account_oa_name()}
				name="username"
				autoComplete="username"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				enterKeyHint="next"
				clearLabel={m.account_oa_clear()}
				error={why?.field === 'name' ? sentence : undefined}
				value={form.name}
				{...whileTyping(userNameWhileTyping)}
				onChange={event => onChange({ ...form, name: event.target.value })}
			/>
			<PasswordField
				label={m.account_oa_password()}
				showLabel={m.login_show_password()}
				name="password"
				autoComplete="current-password"
				enterKeyHint="go"
				error={why?.field === 'password' ? sentence : undefined}
				value={form.password}
				onChange={event => onChange({ ...form, password: loginPasswordWhileTyping(event.target.value) })}
			/>
		</>
	)
}
