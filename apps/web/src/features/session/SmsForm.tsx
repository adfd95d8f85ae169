import { smsType } from '@parley/api'
import { delays } from '@parley/core'
import { type FormEvent, useEffect, useState } from 'react'
import { createFormMemory } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Banner, Button, toast, useHistoryEntry } from '../../ui/index.ts'
import {
	getLastMobile,
	initialMobileCode,
	isMobileCodeFilled,
	MobileCodeFields,
	validateMobile,
} from '../verification/index.ts'
import { AgreementCheckbox } from './AgreementCheckbox.tsx'
import { completeSignInDeps } from './completeSignIn.ts'
import type { SignInDestination, SignInSearch } from './destination.ts'
import styles from './SignInForm.module.css'
import {
	type SmsFormValues,
	type SmsSignInDeps,
	type SmsSignInMessageKey,
	smsSignIn,
	smsSignInMessage,
} from './smsSignIn.ts'
import { useSignIn } from './useSignIn.ts'

const deps: SmsSignInDeps = { ...completeSignInDeps, saveMobile: mobile => storage.write('mobile', mobile) }
const formMemory = createFormMemory<SmsFormValues>()

/** With the number a code has just been sent to, else the one that signed in last. */
const getInitialForm = (entry: string | undefined): SmsFormValues => ({
	...initialMobileCode(),
	...(getLastMobile(smsType.login) ?? { mobile: storage.read('mobile') ?? '' }),
	...formMemory.take(entry),
	agreed: false,
})

export interface SmsFormProps {
	search: SignInSearch
	onSignedIn: (destination: SignInDestination) => void
}

/** Signing in by mobile number and a code sent to it. */
export function SmsForm({ search, onSignedIn }: SmsFormProps) {
	const entry = useHistoryEntry()
	const [form, setForm] = useState(() => getInitialForm(entry))
	const { state, submit, dismiss } = useSignIn<SmsSignInMessageKey>()
	const messageKey = state.status === 'failed' ? state.messageKey : undefined
	const isInToast = messageKey === 'readProtocol' || messageKey === 'noPhone'

	const errorAt = (field: 'mobile' | 'code') =>
		messageKey && fieldOf(messageKey) === field ? smsSignInMessage(messageKey) : undefined

	useEffect(() => {
		if (state.status === 'done') onSignedIn(state.destination)
		// SMS-04, SMS-06: toasts, which go by themselves.
		if (state.status === 'failed' && isInToast) toast.show(smsSignInMessage(state.messageKey))
	}, [state, isInToast, onSignedIn])

	function onSubmit(event: FormEvent) {
		event.preventDefault()
		if (isMobileCodeFilled(form)) void submit(() => smsSignIn(form, search, deps))
	}

	return (
		<form className={styles.form} noValidate onSubmit={onSubmit}>
			<MobileCodeFields
				type={smsType.login}
				value={form}
				onChange={value => {
					if (fieldOf(messageKey)) dismiss()
					setForm(form => ({ ...form, ...value }))
				}}
				mobileError={errorAt('mobile')}
				codeError={errorAt('code')}
				beforeSend={() => validateMobile(smsType.login, form)}
			/>
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
				disabled={!isMobileCodeFilled(form)}
				loading={state.status === 'submitting' && m.login_working()}
			>
				{m.login_submit()}
			</Button>
			<Banner goneAfterMs={delays.bannerMs} onGone={dismiss}>
				{state.status === 'failed' && !isInToast && !fieldOf(state.messageKey)
					? smsSignInMessage(state.messageKey, state.retryAfterMs)
					: undefined}
			</Banner>
		</form>
	)
}

/** The field at which a message stays until one types (SMS-23, SMS-24). */
function fieldOf(key: SmsSignInMessageKey | undefined): 'mobile' | 'code' | undefined {
	if (key === 'wrongCode' || key === 'codeExpired') return 'code'
	return key === 'mobileInvalid' || key === 'noDefaultCompany' ? 'mobile' : undefined
}
