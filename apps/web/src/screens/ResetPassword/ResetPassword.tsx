import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	encryptPassword,
	FormPage,
	getForwardedSearch,
	Lost,
	PasswordRuleList,
	preloadEncryption,
	type ResetForm,
	type ResetSaying,
	resetPassword,
	resetSentence,
	useFlow,
} from '../../features/account/index.ts'
import { signOut } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { PasswordField, toast } from '../../ui/index.ts'

/** Long enough to be read on the way to the next screen. */
const readMs = 4000

/** /forgetPwd/resetPwd: a new password, with the token that says who it is for. */
export function ResetPassword() {
	const search = useSearch({ from: '/forgetPwd/resetPwd' })
	const { token } = search
	const navigate = useNavigate()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const flow = useFlow<ResetSaying>()
	const [form, setForm] = useState<ResetForm>({ password: '', again: '' })
	const query = getForwardedSearch(search)
	const startOver = () => void navigate({ to: '/forgetPwd/phoneRetrieve', search: query, replace: true })
	const { why } = flow

	if (!token || why?.says === 'pageExpired') {
		return (
			<Lost
				title={m.account_reset_lost_title()}
				text={m.account_reset_lost_text()}
				action={{ label: m.account_start_over(), onPress: startOver }}
				other={{
					label: m.account_to_sign_in(),
					onPress: () => void navigate({ to: '/Login', search: query, replace: true }),
				}}
				onBack={back}
			/>
		)
	}

	function change(part: Partial<ResetForm>) {
		flow.rest()
		setForm(form => ({ ...form, ...part }))
	}

	function submit() {
		void flow.run(
			() => resetPassword(form, token ?? '', { ask: callApi, seal: encryptPassword }),
			async () => {
				// FORGOT-04: the password of every session is gone, this one's too.
				await signOut()
				toast.show(m.account_reset_done(), { tone: 'ok', durationMs: readMs })
				await navigate({ to: '/Login', search: query, replace: true })
			},
		)
	}

	const sentence = why && resetSentence(why)
	const field = {
		showLabel: m.login_show_password(),
		autoComplete: 'new-password',
		clipboard: 'allowed',
	} as const
	return (
		<FormPage
			title={m.account_reset_title()}
			lead={m.account_reset_lead()}
			onBack={back}
			submit={{
				label: m.account_reset_submit(),
				isReady: form.password !== '' && form.again !== '',
				busy: flow.isAsking && m.account_reset_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'sign-in': startOver, reload: () => window.location.reload() }}
		>
			<PasswordField
				{...field}
				label={m.account_new_password()}
				error={why?.field === 'password' ? sentence : undefined}
				name="password"
				enterKeyHint="next"
				value={form.password}
				onChange={event => change({ password: event.target.value })}
			/>
			<PasswordRuleList password={form.password} />
			<PasswordField
				{...field}
				label={m.account_new_password_again()}
				error={why?.field === 'again' ? sentence : undefined}
				name="password_confirmation"
				enterKeyHint="go"
				value={form.again}
				onChange={event => change({ again: event.target.value })}
			/>
		</FormPage>
	)
}
