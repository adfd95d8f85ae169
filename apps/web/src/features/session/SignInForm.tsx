import { delays } from '@parley/core'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createFormMemory } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Button, PasswordField, TextField, toast, useHistoryEntry } from '../../ui/index.ts'
import { Challenge } from '../challenge/index.ts'
import { AgreementCheckbox } from './AgreementCheckbox.tsx'
import { completeSignInDeps } from './completeSignIn.ts'
import type { SignInDestination, SignInSearch } from './destination.ts'
import { lastAccount } from './lastAccount.ts'
import styles from './SignInForm.module.css'
import {
	emptySignInForm,
	isFilled,
	type SignInDeps,
	type SignInFormValues,
	type SignInMessageKey,
	type SignInState,
	setName,
	setPassword,
	signIn,
	signInMessage,
} from './signIn.ts'
import { useSignIn } from './useSignIn.ts'
import { useSignInChallenge } from './useSignInChallenge.ts'

const formMemory = createFormMemory<SignInFormValues>()

/** While an input method composes a word its letters must not be changed. */
const isComposing = (event: ChangeEvent<HTMLInputElement>) => (event.nativeEvent as InputEvent).isComposing === true

export interface SignInFormProps {
	search: SignInSearch
	onSignedIn: (destination: SignInDestination) => void
	/** LOGIN-16 */
	encryptPassword: SignInDeps['encryptPassword']
	/** The name of an account that was just made; its password is typed next (REG-15). */
	newAccount?: string | undefined
	/** Shown below the password: the link to a new one (LOGIN-47). */
	forgotPassword?: ReactNode
}

/** Signing in by account name and password. */
export function SignInForm({ search, onSignedIn, encryptPassword, newAccount, forgotPassword }: SignInFormProps) {
	const entry = useHistoryEntry()
	const [remembered, setRemembered] = useState(lastAccount.read)
	const [form, setForm] = useState<SignInFormValues>(() => ({
		...emptySignInForm,
		name: newAccount ?? remembered ?? '',
		...formMemory.take(entry),
		agreed: false,
	}))
	const { state, run, submit, dismiss } = useSignIn<SignInMessageKey>()
	const challenge = useSignInChallenge()
	const name = useRef<HTMLInputElement>(null)
	const password = useRef<HTMLInputElement>(null)
	const waitId = useId()
	const messageKey = state.status === 'failed' ? state.messageKey : undefined

	useEffect(() => {
		if (state.status === 'done') onSignedIn(state.destination)
		if (messageKey === 'invalidUser') name.current?.focus()
		if (isWrongPassword(messageKey)) password.current?.focus()
		// LOGIN-11: a toast, which goes by itself.
		if (messageKey === 'readProtocol') toast.show(signInMessage(messageKey))
	}, [state, messageKey, onSignedIn])

	function changeName(typed: string) {
		if (messageKey === 'invalidUser' || isWrongPassword(messageKey)) dismiss()
		setForm(form => setName(form, typed))
	}

	async function attempt(captcha: string): Promise<SignInState> {
		const next = await signIn(form, search, { ...completeSignInDeps, encryptPassword }, captcha)
		if (next.status === 'done') lastAccount.remember(form.name)
		if (next.status === 'challenge') challenge.require()
		// The pass of a challenge counts once.
		const isRefused = next.status === 'failed' && !isFormError(next.messageKey)
		if (isRefused && (captcha !== '' || next.messageKey === 'invalidCredentials')) void challenge.renew()
		return next
	}

	function onSubmit(event: FormEvent) {
		event.preventDefault()
		if (isFilled(form) && !challenge.isActive) void submit(() => attempt(challenge.captcha))
	}

	function forget() {
		lastAccount.forget()
		setRemembered(undefined)
		setForm(emptySignInForm)
		name.current?.focus()
	}

	function onSolved(captcha: string) {
		challenge.onSolved(captcha)
		if (challenge.submitsWhenSolved) void run(() => attempt(captcha))
	}

	const isInBanner = messageKey !== undefined && !isFormError(messageKey) && !isWrongPassword(messageKey)
	return (
		<form className={styles.form} noValidate onSubmit={onSubmit}>
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
				error={messageKey === 'invalidUser' ? signInMessage(messageKey) : undefined}
				value={form.name}
				onChange={event => {
					const typed = event.currentTarget.value
					isComposing(event) ? setForm({ ...form, name: typed }) : changeName(typed)
				}}
				onCompositionEnd={event => changeName(event.currentTarget.value)}
			/>
			<PasswordField
				ref={password}
				label={m.login_password()}
				showLabel={m.login_show_password()}
				name="password"
				autoComplete="current-password"
				enterKeyHint="go"
				autoFocus={newAccount !== undefined}
				error={messageKey && isWrongPassword(messageKey) ? signInMessage(messageKey) : undefined}
				value={form.password}
				onChange={event => {
					if (isWrongPassword(messageKey)) dismiss()
					const typed = event.currentTarget.value
					setForm(form => setPassword(form, typed))
				}}
			/>
			<div className={styles.forgot}>
				{remembered !== undefined && form.name === remembered && (
					<Button kind="quiet" className={styles.forget} onClick={forget}>
						{m.login_forget_account()}
					</Button>
				)}
				{forgotPassword}
			</div>
			{challenge.isShown && (
				<div className={styles.challenge}>
					{challenge.isActive && (
						<p id={waitId} role="status" className={styles.wait}>
							{challenge.submitsWhenSolved ? m.login_after_challenge() : m.login_challenge_first()}
						</p>
					)}
					<Challenge key={challenge.round} onSolved={onSolved} />
				</div>
			)}
			<AgreementCheckbox
				checked={form.agreed}
				invalid={messageKey === 'readProtocol' && !form.agreed}
				onChange={agreed => setForm(form => ({ ...form, agreed }))}
				onRead={() => formMemory.save(entry, form)}
			/>
			<Button
				type="submit"
				kind="primary"
				size="large"
				block
				disabled={!isFilled(form) || challenge.isActive}
				aria-describedby={challenge.isActive ? waitId : undefined}
				loading={state.status === 'submitting' && m.login_working()}
			>
				{m.login_submit()}
			</Button>
			{/* Below the button, so that the button does not move under the finger. */}
			<Banner goneAfterMs={delays.bannerMs} onGone={dismiss}>
				{isInBanner ? signInMessage(messageKey, state.status === 'failed' ? state.retryAfterMs : undefined) : undefined}
			</Banner>
		</form>
	)
}

/** Found before anything was sent, and not shown in the banner. */
const isFormError = (key: SignInMessageKey) => key === 'invalidUser' || key === 'readProtocol'

/** Stays at the password until one types (LOGIN-39, LOGIN-41, LOGIN-43, LOGIN-44). */
const isWrongPassword = (key: SignInMessageKey | undefined) =>
	key === 'invalidCredentials' || key === 'invalidPassword' || key === 'loginError'
