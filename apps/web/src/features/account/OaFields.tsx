import { loginPasswordWhileTyping, userNameWhileTyping } from '@parley/core'
import { m } from '../../locales/index.ts'
import { filterInput, PasswordField, TextField } from '../../ui/index.ts'
import type { OaField, OaValues } from './oaAccount.ts'

export interface OaFieldsProps {
	values: OaValues
	onChange(values: OaValues): void
	errorAt(field: OaField): string | undefined
}

/** Name and password of an OA account (REG-18). */
export function OaFields({ values, onChange, errorAt }: OaFieldsProps) {
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
				error={errorAt('name')}
				value={values.name}
				{...filterInput(userNameWhileTyping)}
				onChange={event => onChange({ ...values, name: event.target.value })}
			/>
			<PasswordField
				label={m.account_oa_password()}
				showLabel={m.login_show_password()}
				name="password"
				autoComplete="current-password"
				enterKeyHint="go"
				error={errorAt('password')}
				value={values.password}
				onChange={event => onChange({ ...values, password: loginPasswordWhileTyping(event.target.value) })}
			/>
		</>
	)
}
