import { stripEmoji } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import { encryptPassword, NewPasswordFields, preloadEncryption } from '../../features/account/index.ts'
import {
	changePassword,
	getOwnNames,
	isPasswordChangeFilled,
	passwordChangeSchema,
	RequireMember,
} from '../../features/personal/index.ts'
import { type MemberSession, signOut } from '../../features/session/index.ts'
import { FormPage, useCallForm } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { filterInput, PasswordField, toast } from '../../ui/index.ts'

export const title = () => m.personal_password_title()

/** Long enough to be read on the way to the next screen. */
const toastMs = 4000

/** /MeetingList/Personal/ModifyPwd: a new password for a person who knows the current one (PERS-20). */
export function ModifyPassword() {
	const back = useBack('/MeetingList/Personal')
	return (
		<RequireMember title={m.personal_password_title()} onBack={back}>
			{({ user }) => <PasswordForm user={user} onBack={back} />}
		</RequireMember>
	)
}

function PasswordForm({ user, onBack }: { user: MemberSession['user']; onBack(): void }) {
	const navigate = useNavigate()
	useEffect(preloadEncryption, [])
	const signIn = () => navigate({ to: '/Login', replace: true })
	const form = useCallForm({
		defaultValues: { current: '', password: '', again: '' },
		schema: passwordChangeSchema(user),
		async send(values) {
			const changed = await changePassword(values, user, { callApi, encryptPassword })
			// PERS-29
			if (!changed.ok && changed.failure.type === 'wrongPassword') form.change({ current: '' })
			return changed
		},
		async onDone() {
			// PERS-30: the server has ended every other session; this one ends with the way to the sign-in.
			await signOut()
			toast.show(m.account_reset_done(), { tone: 'ok', durationMs: toastMs })
			await signIn()
		},
	})
	const { values, error } = form
	const withoutEmoji = filterInput(stripEmoji)

	return (
		<FormPage
			title={m.personal_password_title()}
			lead={m.personal_password_lead()}
			top={44}
			onBack={onBack}
			submit={{
				label: m.account_reset_submit(),
				isReady: isPasswordChangeFilled(values),
				busy: form.isSubmitting && m.account_reset_working(),
				onSubmit: form.submit,
			}}
			error={error}
			remedies={{ signIn: () => void signIn(), reload: () => window.location.reload() }}
			alternative={
				user.mobile
					? { label: m.personal_password_forgotten(), onPress: () => void navigate({ to: '/forgetPwd/phoneRetrieve' }) }
					: undefined
			}
		>
			{/* The account of the passwords, for password managers. */}
			<input type="text" name="username" autoComplete="username" value={user.name} readOnly hidden />
			<PasswordField
				{...withoutEmoji}
				label={m.personal_password_current()}
				showLabel={m.login_show_password()}
				name="original_password"
				autoComplete="current-password"
				enterKeyHint="next"
				error={form.errorAt('current')}
				value={values.current}
				onChange={event => form.change({ current: event.target.value })}
			/>
			<NewPasswordFields {...withoutEmoji} form={form} names={getOwnNames(user)} />
		</FormPage>
	)
}

export { ModifyPassword as Screen }
