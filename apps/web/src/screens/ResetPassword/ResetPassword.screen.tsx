import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import {
	encryptPassword,
	getForwardedSearch,
	NewPasswordFields,
	passwordResetSchema,
	preloadEncryption,
	resetPassword,
} from '../../features/account/index.ts'
import { signOut, useSession } from '../../features/session/index.ts'
import { FormPage, UnavailablePage, useCallForm } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { toast } from '../../ui/index.ts'

export const title = () => m.account_reset_title()

/** Long enough to be read on the way to the next screen. */
const toastMs = 4000

/** /forgetPwd/resetPwd: a new password, with the token that names its account. */
export function ResetPassword() {
	const search = useSearch({ from: '/forgetPwd/resetPwd' })
	const { token } = search
	const navigate = useNavigate()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const query = getForwardedSearch(search)
	const startOver = () => void navigate({ to: '/forgetPwd/phoneRetrieve', search: query, replace: true })
	const form = useCallForm({
		defaultValues: { password: '', again: '' },
		schema: passwordResetSchema,
		send: values => resetPassword(values, token ?? '', { callApi, encryptPassword }),
		async onDone() {
			// FORGOT-04: every session of the person has ended, this one too.
			await signOut()
			toast.show(m.account_reset_done(), { tone: 'ok', durationMs: toastMs })
			await navigate({ to: '/Login', search: query, replace: true })
		},
	})
	const { values, error } = form
	const isMember = useSession(person => person.kind === 'member')
	const signIn = {
		label: m.account_to_sign_in(),
		onPress: () => void navigate({ to: '/Login', search: query, replace: true }),
	}

	if (!token && isMember) {
		return (
			<UnavailablePage
				title={m.account_reset_member_title()}
				text={m.account_reset_member_text()}
				action={{
					label: m.personal_password(),
					onPress: () => void navigate({ to: '/MeetingList/Personal/ModifyPwd', replace: true }),
				}}
				otherAction={{ label: m.account_forgot_title(), onPress: startOver }}
				onBack={back}
			/>
		)
	}
	if (!token) {
		return (
			<UnavailablePage
				title={m.account_reset_verify_title()}
				text={m.account_reset_verify_text()}
				action={{ label: m.account_reset_verify(), onPress: startOver }}
				otherAction={signIn}
				onBack={back}
			/>
		)
	}
	if (error?.type === 'pageExpired') {
		return (
			<UnavailablePage
				title={m.account_reset_unavailable_title()}
				text={m.account_reset_unavailable_text()}
				action={{ label: m.account_start_over(), onPress: startOver }}
				otherAction={signIn}
				onBack={back}
			/>
		)
	}

	return (
		<FormPage
			title={m.account_reset_title()}
			lead={m.account_reset_lead()}
			onBack={back}
			submit={{
				label: m.account_reset_submit(),
				isReady: values.password !== '' && values.again !== '',
				busy: form.isSubmitting && m.account_reset_working(),
				onSubmit: form.submit,
			}}
			error={error}
			remedies={{ signIn: startOver, reload: () => window.location.reload() }}
		>
			<NewPasswordFields form={form} clipboard="allowed" />
		</FormPage>
	)
}

export { ResetPassword as Screen }
