import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Banner, Button, bannerMs, Checkbox, PasswordField, TextField, toast } from '../../ui/index.ts'
import { emptyForm, withName, withPassword } from './account.ts'
import type { Arrival, Destination } from './arrival.ts'
import styles from './SignInForm.module.css'
import { isFilled, type Saying } from './signIn.ts'
import { useSignIn } from './useSignIn.ts'

const words = {
	invalidUser: m.login_invalid_user,
	readProtocol: m.login_read_protocol,
	invalidCredentials: m.login_invalid_credentials,
	invalidPassword: m.login_invalid_password,
	tooMany: m.login_too_many,
	loginError: m.login_error,
	network: m.login_network,
} satisfies Record<Saying, () => string>

/** An input method still at work: what it has so far must not be touched, or its letters fall apart. */
const isComposing = (event: ChangeEvent<HTMLInputElement>) => (event.nativeEvent as InputEvent).isComposing === true

export interface SignInFormProps {
	arrival: Arrival
	onThrough: (to: Destination) => void
}

/** Signing in by account name and password. */
export function SignInForm({ arrival, onThrough }: SignInFormProps) {
	const [form, setForm] = useState(emptyForm)
	const { state, submit, dismiss } = useSignIn(arrival)
	const name = useRef<HTMLInputElement>(null)
	const says = state.at === 'turned-away' ? state.says : undefined

	useEffect(() => {
		if (state.at === 'through') onThrough(state.to)
		if (says === 'invalidUser') name.current?.focus()
		// LOGIN-11: a toast, which goes by itself.
		if (says === 'readProtocol') toast.show(m.login_read_protocol())
	}, [state, says, onThrough])

	function typedName(typed: string) {
		if (says === 'invalidUser') dismiss()
		setForm(form => withName(form, typed))
	}

	function send(event: FormEvent) {
		event.preventDefault()
		if (isFilled(form)) void submit(form)
	}

	const inBanner = says !== undefined && says !== 'invalidUser' && says !== 'readProtocol'
	return (
		<form className={styles.form} noValidate onSubmit={send}>
			<TextField
				ref={name}
				label={m.login_name()}
				name="username"
				autoComplete="username"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				enterKeyHint="next"
				clearLabel={m.login_clear_name()}
				error={says === 'invalidUser' ? words.invalidUser() : undefined}
				value={form.name}
				onChange={event => {
					const typed = event.currentTarget.value
					isComposing(event) ? setForm({ ...form, name: typed }) : typedName(typed)
				}}
				onCompositionEnd={event => typedName(event.currentTarget.value)}
			/>
			<PasswordField
				label={m.login_password()}
				showLabel={m.login_show_password()}
				name="password"
				autoComplete="current-password"
				enterKeyHint="go"
				value={form.password}
				onChange={event => {
					const typed = event.currentTarget.value
					setForm(form => withPassword(form, typed))
				}}
			/>
			<Checkbox
				checked={form.agreed}
				invalid={says === 'readProtocol' && !form.agreed}
				onChange={event => {
					const agreed = event.currentTarget.checked
					setForm(form => ({ ...form, agreed }))
				}}
			>
				{m.login_agree()}
			</Checkbox>
			<Button
				type="submit"
				kind="primary"
				size="large"
				block
				disabled={!isFilled(form)}
				loading={state.at === 'asking' && m.login_working()}
			>
				{m.login_submit()}
			</Button>
			{/* Below the button, which so stays where the finger is. */}
			<Banner goneAfterMs={bannerMs} onGone={dismiss}>
				{inBanner ? words[says]() : undefined}
			</Banner>
		</form>
	)
}
