import { smsType } from '@parley/api'
import { type FormEvent, useEffect, useState } from 'react'
import { createFormMemory } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Banner, Button, bannerMs, toast } from '../../ui/index.ts'
import {
	emptyMobileCode,
	getLastMobile,
	isMobileCodeFilled,
	MobileCodeFields,
	validateMobile,
} from '../verification/index.ts'
import { AgreementCheckbox } from './AgreementCheckbox.tsx'
import type { SignInDestination, SignInSearch } from './destination.ts'
import { completeSignInDeps } from './person.ts'
import styles from './SignInForm.module.css'
import { type SmsFormValues as Form, type SmsSignInDeps, type SmsSignInMessageKey, smsSignIn } from './smsSignIn.ts'
import { smsSignInMessage } from './smsWords.ts'
import { useSignIn } from './useSignIn.ts'

const outside: SmsSignInDeps = { ...completeSignInDeps, saveMobile: mobile => storage.write('mobile', mobile) }
const aside = createFormMemory<Form>()

/** The number a code is on its way to, else the one that let somebody in last. */
const begin = (): Form => ({
	...emptyMobileCode,
	...(getLastMobile(smsType.login) ?? { mobile: storage.read('mobile') ?? '' }),
	...aside.take(),
	agreed: false,
})

export interface SmsFormProps {
	arrival: SignInSearch
	onThrough: (to: SignInDestination) => void
}

/** Signing in by mobile number and a code sent to it. */
export function SmsForm({ arrival, onThrough }: SmsFormProps) {
	const [form, setForm] = useState(begin)
	const { state, press, dismiss } = useSignIn<SmsSignInMessageKey>()
	const says = state.at === 'turned-away' ? state.says : undefined
	const inBanner = says !== undefined && says !== 'readProtocol' && says !== 'noPhone'

	useEffect(() => {
		if (state.at === 'through') onThrough(state.to)
		// SMS-04, SMS-06: toasts, which go by themselves.
		if (says === 'readProtocol' || says === 'noPhone') toast.show(smsSignInMessage(says))
	}, [state, says, onThrough])

	function send(event: FormEvent) {
		event.preventDefault()
		if (isMobileCodeFilled(form)) void press(() => smsSignIn(form, arrival, outside))
	}

	return (
		<form className={styles.form} noValidate onSubmit={send}>
			<MobileCodeFields
				type={smsType.login}
				value={form}
				onChange={value => setForm(form => ({ ...form, ...value }))}
				beforeSend={() => validateMobile(smsType.login, form)}
			/>
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
				disabled={!isMobileCodeFilled(form)}
				loading={state.at === 'asking' && m.login_working()}
			>
				{m.login_submit()}
			</Button>
			<Banner goneAfterMs={bannerMs} onGone={dismiss}>
				{inBanner ? smsSignInMessage(says, state.at === 'turned-away' ? state.retryAfterMs : undefined) : undefined}
			</Banner>
		</form>
	)
}
