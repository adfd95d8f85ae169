import { smsType } from '@parley/api'
import { loginNamesFor } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import {
	alreadyRegisteredError,
	getForwardedSearch,
	type RegistrationValues,
	registerMobile,
	registrationSchema,
} from '../../features/account/index.ts'
import { AgreementCheckbox } from '../../features/session/index.ts'
import { isRegistrationClosed, useSite } from '../../features/site/index.ts'
import {
	checkMobile,
	getLastMobile,
	initialMobileCode,
	isMobileCodeFilled,
	MobileCodeFields,
	mobileMessage,
} from '../../features/verification/index.ts'
import { createFormError, createFormMemory, FormPage, UnavailablePage, useCallForm } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { storage } from '../../storage/index.ts'
import { toast, useHistoryEntry } from '../../ui/index.ts'

export const title = () => m.account_register_title()

const formMemory = createFormMemory<RegistrationValues>()

/** /Register: a mobile number becomes an account. */
export function Register() {
	const entry = useHistoryEntry()
	const search = useSearch({ from: '/Register' })
	const navigate = useNavigate()
	const back = useBack('/')
	const isClosed = useSite(isRegistrationClosed)
	const signIn = () => void navigate({ to: '/Login', search: getForwardedSearch(search) })
	const [defaultValues] = useState(() => getDefaultValues(entry))
	const form = useCallForm({
		defaultValues,
		schema: registrationSchema,
		send: values => registerMobile(values, callApi),
		onDone(token) {
			storage.write('mobile', form.values.mobile)
			const newAccount: string = loginNamesFor(form.values)[0]
			const to = { to: '/perfectInfo', search: { ...getForwardedSearch(search), token }, replace: true } as const
			return navigate({ ...to, state: { newAccount } })
		},
		onInvalid({ message }) {
			// LOGIN-11: a toast, as on signing in.
			toast.show(message)
		},
	})
	const { values, change, error, errorAt } = form

	if (isClosed) {
		return (
			<UnavailablePage
				title={m.account_register_closed_title()}
				text={m.account_register_closed_text()}
				action={{ label: m.account_to_sign_in(), onPress: signIn }}
				onBack={back}
			/>
		)
	}

	/** OP-030, OP-031 */
	async function beforeSend() {
		const key = await checkMobile(smsType.register, values, callApi)
		if (key === 'alreadyRegistered') form.setError(createFormError(key, alreadyRegisteredError))
		return key && mobileMessage(key)
	}

	return (
		<FormPage
			title={m.account_register_title()}
			lead={m.account_register_lead()}
			onBack={back}
			submit={{
				label: m.account_register_submit(),
				isReady: isMobileCodeFilled(values),
				busy: form.isSubmitting && m.account_register_working(),
				onSubmit: form.submit,
			}}
			error={error}
			remedies={{ signIn, reload: () => window.location.reload() }}
			alternative={{ remedy: 'signIn', label: m.account_have_account(), onPress: signIn }}
		>
			<MobileCodeFields
				value={values}
				onChange={change}
				type={smsType.register}
				beforeSend={beforeSend}
				mobileError={errorAt('mobile')}
				codeError={errorAt('code')}
			/>
			<AgreementCheckbox
				checked={values.agreed}
				invalid={error?.field === 'agreed'}
				onChange={agreed => change({ agreed })}
				onRead={() => formMemory.save(entry, values)}
			/>
		</FormPage>
	)
}

/** OP-027: the terms are ticked here, unless the site wants people to do it, and needed all the same. */
const getDefaultValues = (entry: string | undefined): RegistrationValues => ({
	...initialMobileCode(),
	...getLastMobile(smsType.register),
	agreed: useSite.getState().info?.agreementTicked !== false,
	...formMemory.take(entry),
})

export { Register as Screen }
