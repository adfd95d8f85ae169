import { smsType } from '@parley/api'
import { maskPhone } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { bindMobile } from '../../features/account/index.ts'
import { refreshPerson, signOut, useSession } from '../../features/session/index.ts'
import {
	getLastMobile,
	initialMobileCode,
	isMobileCodeFilled,
	MobileCodeFields,
	type MobileCodeValues,
	validateMobile,
} from '../../features/verification/index.ts'
import { FormPage, UnavailablePage, useSubmit } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { storage } from '../../storage/index.ts'
import { toast } from '../../ui/index.ts'

export const title = () => m.account_bind_title()

/** /bindPhone: the mobile number of the person who is signed in, where the site requires one (HTTP-10). */
export function BindPhone() {
	const navigate = useNavigate()
	const back = useBack('/')
	const own = useSession(person => (person.kind === 'member' ? person.user.mobile : undefined))
	// Only as it was when the screen was opened: one that is bound here leads on.
	const [bound, setBound] = useState(own)
	const [values, setValues] = useState<MobileCodeValues>(() => ({
		...initialMobileCode(),
		...getLastMobile(smsType.bind),
	}))
	const signIn = () => void navigate({ to: '/Login', replace: true })
	const { submit, isSubmitting, error, clearError, errorAt } = useSubmit(
		() => bindMobile(values, callApi),
		async () => {
			storage.write('mobile', values.mobile)
			toast.show(m.account_bind_done(), { tone: 'ok' })
			await refreshPerson()
			await navigate({ to: '/MeetingList', replace: true })
		},
	)

	if (!storage.read('accessToken')) {
		return (
			<UnavailablePage
				title={m.account_bind_unavailable_title()}
				text={m.account_bind_unavailable_text()}
				action={{ label: m.account_to_sign_in(), onPress: signIn }}
				onBack={back}
			/>
		)
	}

	if (bound) {
		return (
			<UnavailablePage
				title={m.account_bind_bound_title()}
				text={m.account_bind_bound_text({ mobile: maskPhone(bound) })}
				action={{ label: m.common_to_list(), onPress: () => void navigate({ to: '/MeetingList', replace: true }) }}
				otherAction={{ label: m.account_bind_other(), onPress: () => setBound(undefined) }}
				onBack={back}
			/>
		)
	}

	async function switchAccount() {
		await signOut()
		signIn()
	}

	return (
		<FormPage
			title={m.account_bind_title()}
			lead={m.account_bind_lead()}
			onBack={back}
			submit={{
				label: m.account_bind_submit(),
				isReady: isMobileCodeFilled(values),
				busy: isSubmitting && m.account_bind_working(),
				onSubmit: submit,
			}}
			error={error}
			remedies={{ signIn, reload: () => window.location.reload() }}
			alternative={{ label: m.account_use_another(), onPress: () => void switchAccount() }}
		>
			<MobileCodeFields
				value={values}
				onChange={values => {
					clearError()
					setValues(values)
				}}
				type={smsType.bind}
				beforeSend={() => validateMobile(smsType.bind, values)}
				mobileError={errorAt('mobile')}
				codeError={errorAt('code')}
			/>
		</FormPage>
	)
}

export { BindPhone as Screen }
