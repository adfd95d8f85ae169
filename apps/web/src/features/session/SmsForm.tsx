import { smsType } from '@parley/api'
import { type FormEvent, useEffect, useState } from 'react'
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
import { Agreement } from './Agreement.tsx'
import type { Arrival, Destination } from './arrival.ts'
import { putAside } from './aside.ts'
import { ownFinish } from './person.ts'
import styles from './SignInForm.module.css'
import { type SmsForm as Form, type SmsOutside, type SmsSaying, smsSignIn } from './smsSignIn.ts'
import { smsSignInWords } from './smsWords.ts'
import { useSignIn } from './useSignIn.ts'

const outside: SmsOutside = { ...ownFinish, keepMobile: mobile => storage.write('mobile', mobile) }
const aside = putAside<Form>()

/** The number a code is on its way to, else the one that let somebody in last. */
const begin = (): Form => ({
	...emptyMobileCode,
	...(getLastMobile(smsType.login) ?? { mobile: storage.read('mobile') ?? '' }),
	...aside.take(),
	agreed: false,
})

export interface SmsFormProps {
	arrival: Arrival
	onThrough: (to: Destination) => void
}

/** Signing in by mobile number and a code sent to it. */
export function SmsForm({ arrival, onThrough }: SmsFormProps) {
	const [form, setForm] = useState(begin)
	const { state, press, dismiss } = useSignIn<SmsSaying>()
	const says = state.at === 'turned-away' ? state.says : undefined
	const inBanner = says !== undefined && says !== 'readProtocol' && says !== 'noPhone'

	useEffect(() => {
		if (state.at === 'through') onThrough(state.to)
		// SMS-04, SMS-06: toasts, which go by themselves.
		if (says === 'readProtocol' || says === 'noPhone') toast.show(smsSignInWords(says))
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
			<Agreement
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
				{inBanner ? smsSignInWords(says, state.at === 'turned-away' ? state.retryAfterMs : undefined) : undefined}
			</Banner>
		</form>
	)
}
