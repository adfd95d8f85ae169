import { smsType } from '@parley/api'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	away,
	FormPage,
	getForwardedSearch,
	Lost,
	type RegisterForm,
	type RegisterSaying,
	register,
	registerSentence,
	useFlow,
} from '../../features/account/index.ts'
import { AgreementCheckbox } from '../../features/session/index.ts'
import { isRegistrationClosed, useSite } from '../../features/site/index.ts'
import {
	checkMobile,
	emptyMobileCode,
	getLastMobile,
	isMobileCodeFilled,
	MobileCodeFields,
	mobileMessage,
} from '../../features/verification/index.ts'
import { createFormMemory } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { toast } from '../../ui/index.ts'

/** Somebody who goes off to read the terms finds the form as it was. */
const aside = createFormMemory<RegisterForm>()

/** /Register: a mobile number becomes an account. */
export function Register() {
	const search = useSearch({ from: '/Register' })
	const navigate = useNavigate()
	const back = useBack('/')
	const isClosed = useSite(isRegistrationClosed)
	const flow = useFlow<RegisterSaying>()
	// OP-027: the terms are ticked here, and needed all the same.
	const [form, setForm] = useState<RegisterForm>(() => ({
		...emptyMobileCode,
		...getLastMobile(smsType.register),
		agreed: true,
		...aside.take(),
	}))
	const signIn = () => void navigate({ to: '/Login', search: getForwardedSearch(search) })

	if (isClosed) {
		return (
			<Lost
				title={m.account_register_closed_title()}
				text={m.account_register_closed_text()}
				action={{ label: m.account_to_sign_in(), onPress: signIn }}
				onBack={back}
			/>
		)
	}

	function change(part: Partial<RegisterForm>) {
		flow.rest()
		setForm(form => ({ ...form, ...part }))
	}

	/** OP-030, OP-031 */
	async function beforeSend() {
		const says = await checkMobile(smsType.register, form, callApi)
		if (says === 'alreadyRegistered') flow.turnAway(away('alreadyRegistered', 'sign-in', { field: 'mobile' }))
		return says && mobileMessage(says)
	}

	function submit() {
		// LOGIN-11: a toast, as on signing in.
		if (!form.agreed) toast.show(m.login_read_protocol())
		void flow.run(
			() => register(form, callApi),
			token => {
				storage.write('mobile', form.mobile)
				void navigate({ to: '/perfectInfo', search: { ...getForwardedSearch(search), token }, replace: true })
			},
		)
	}

	const { why } = flow
	const sentence = why && why.says !== 'readProtocol' ? registerSentence(why) : undefined
	return (
		<FormPage
			title={m.account_register_title()}
			lead={m.account_register_lead()}
			onBack={back}
			submit={{
				label: m.account_register_submit(),
				isReady: isMobileCodeFilled(form),
				busy: flow.isAsking && m.account_register_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'sign-in': signIn, reload: () => window.location.reload() }}
			way={{ remedy: 'sign-in', label: m.account_have_one(), onPress: signIn }}
		>
			<MobileCodeFields
				value={form}
				onChange={change}
				type={smsType.register}
				beforeSend={beforeSend}
				mobileError={why?.field === 'mobile' ? sentence : undefined}
				codeError={why?.field === 'code' ? sentence : undefined}
			/>
			<AgreementCheckbox
				checked={form.agreed}
				invalid={why?.says === 'readProtocol'}
				onChange={agreed => change({ agreed })}
				onRead={() => aside.keep(form)}
			/>
		</FormPage>
	)
}
