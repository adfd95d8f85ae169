import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createFormMemory } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Button, bannerMs, PasswordField, TextField, toast } from '../../ui/index.ts'
import { Challenge } from '../challenge/index.ts'
import { AgreementCheckbox } from './AgreementCheckbox.tsx'
import { emptySignInForm, setName, setPassword } from './account.ts'
import type { SignInDestination, SignInSearch } from './destination.ts'
import { completeSignInDeps } from './person.ts'
import styles from './SignInForm.module.css'
import {
	isFilled,
	type SignInDeps,
	type SignInFormValues,
	type SignInMessageKey,
	type SignInState,
	signIn,
} from './signIn.ts'
import { useSignIn } from './useSignIn.ts'
import { useSignInChallenge } from './useSignInChallenge.ts'
import { signInMessage } from './words.ts'

const aside = createFormMemory<SignInFormValues>()

/** An input method still at work: what it has so far must not be touched, or its letters fall apart. */
const isComposing = (event: ChangeEvent<HTMLInputElement>) => (event.nativeEvent as InputEvent).isComposing === true

export interface SignInFormProps {
	arrival: SignInSearch
	onThrough: (to: SignInDestination) => void
	/** Makes a password fit to be sent (LOGIN-16). */
	seal: SignInDeps['encryptPassword']
	/** Stands at the password: the way to a new one (LOGIN-47). */
	forgot?: ReactNode
}

/** Signing in by account name and password. */
export function SignInForm({ arrival, onThrough, seal, forgot }: SignInFormProps) {
	const [form, setForm] = useState<SignInFormValues>(() => ({ ...emptySignInForm, ...aside.take(), agreed: false }))
	const { state, run, press, dismiss } = useSignIn<SignInMessageKey>()
	const slider = useSignInChallenge()
	const { gate } = slider
	const name = useRef<HTMLInputElement>(null)
	const says = state.at === 'turned-away' ? state.says : undefined
	const attempt = (captcha: string) => () =>
		signIn(form, arrival, { ...completeSignInDeps, encryptPassword: seal }, captcha)

	useEffect(() => {
		if (state.at === 'through') onThrough(state.to)
		if (says === 'invalidUser') name.current?.focus()
		// LOGIN-11: a toast, which goes by itself.
		if (says === 'readProtocol') toast.show(signInMessage(says))
	}, [state, says, onThrough])

	function typedName(typed: string) {
		if (says === 'invalidUser') dismiss()
		setForm(form => setName(form, typed))
	}

	/** A pass counts once; what is asked for next depends on how it went. */
	function follow(next: SignInState | undefined, captcha: string) {
		if (next?.at === 'challenge') return slider.demand()
		const isRefused = next?.at === 'turned-away' && !isOwnFault(next.says)
		if (isRefused && (captcha !== '' || next.says === 'invalidCredentials')) void slider.renew()
	}

	async function send(event: FormEvent) {
		event.preventDefault()
		if (!isFilled(form) || slider.isActive) return
		const { captcha } = slider
		follow(await press(attempt(captcha)), captcha)
	}

	async function solved(captcha: string) {
		slider.solved(captcha)
		// What was pressed for goes on by itself.
		if (gate.at === 'open' && gate.goesOn) follow(await run(attempt(captcha)), captcha)
	}

	const inBanner = says !== undefined && !isOwnFault(says)
	return (
		<form className={styles.form} noValidate onSubmit={event => void send(event)}>
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
				error={says === 'invalidUser' ? signInMessage(says) : undefined}
				value={form.name}
				onChange={event => {
					const typed = event.currentTarget.value
					isComposing(event) ? setForm({ ...form, name: typed }) : typedName(typed)
				}}
				onCompositionEnd={event => typedName(event.currentTarget.value)}
			/>
			<PasswordField
				flat
				label={m.login_password()}
				showLabel={m.login_show_password()}
				name="password"
				autoComplete="current-password"
				enterKeyHint="go"
				value={form.password}
				onChange={event => {
					const typed = event.currentTarget.value
					setForm(form => setPassword(form, typed))
				}}
			/>
			<div className={styles.forgot}>{forgot}</div>
			{gate.at !== 'closed' && (
				<div className={styles.challenge}>
					<Challenge key={gate.round} onSolved={captcha => void solved(captcha)} />
				</div>
			)}
			<AgreementCheckbox
				checked={form.agreed}
				invalid={says === 'readProtocol' && !form.agreed}
				onChange={agreed => setForm(form => ({ ...form, agreed }))}
				onRead={() => aside.keep(form)}
			/>
			<Button
				type="submit"
				kind="primary"
				size="large"
				block
				disabled={!isFilled(form) || slider.isActive}
				loading={state.at === 'asking' && m.login_working()}
			>
				{m.login_submit()}
			</Button>
			{/* Below the button, which so stays where the finger is. */}
			<Banner goneAfterMs={bannerMs} onGone={dismiss}>
				{inBanner ? signInMessage(says, state.at === 'turned-away' ? state.retryAfterMs : undefined) : undefined}
			</Banner>
		</form>
	)
}

/** Found here, before anything was asked; told in another place than the banner. */
const isOwnFault = (says: SignInMessageKey) => says === 'invalidUser' || says === 'readProtocol'
