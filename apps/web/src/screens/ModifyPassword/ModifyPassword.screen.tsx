import { stripEmoji } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	encryptPassword,
	FormPage,
	PasswordRuleList,
	preloadEncryption,
	useFlow,
} from '../../features/account/index.ts'
import {
	changePassword,
	isTyped,
	type Member,
	MembersOnly,
	nothingTyped,
	ownNames,
	type PasswordChange,
	type PasswordSaying,
	passwordSentence,
} from '../../features/personal/index.ts'
import { signOut } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { PasswordField, toast, whileTyping } from '../../ui/index.ts'

export const title = () => m.personal_password_title()

/** Long enough to be read on the way to the next screen. */
const readMs = 4000

/** /MeetingList/Personal/ModifyPwd: a new password for whoever knows the old one (PERS-20). */
export function ModifyPassword() {
	const back = useBack('/MeetingList/Personal')
	return (
		<MembersOnly title={m.personal_password_title()} onBack={back}>
			{({ user }) => <PasswordForm user={user} onBack={back} />}
		</MembersOnly>
	)
}

function PasswordForm({ user, onBack }: { user: Member['user']; onBack(): void }) {
	const navigate = useNavigate()
	useEffect(preloadEncryption, [])
	const flow = useFlow<PasswordSaying>()
	const [form, setForm] = useState(nothingTyped)
	const signIn = () => navigate({ to: '/Login', replace: true })
	const { why } = flow

	function change(part: Partial<PasswordChange>) {
		flow.rest()
		setForm(form => ({ ...form, ...part }))
	}

	async function send() {
		const changed = await changePassword(form, user, { ask: callApi, seal: encryptPassword })
		// PERS-29
		if (!changed.ok && changed.failure.says === 'wrongPassword') setForm(form => ({ ...form, current: '' }))
		return changed
	}

	function submit() {
		void flow.run(send, async () => {
			// PERS-30: the server has ended every other session; this one ends with the way to the sign-in.
			await signOut()
			toast.show(m.account_reset_done(), { tone: 'ok', durationMs: readMs })
			await signIn()
		})
	}

	const sentence = why && passwordSentence(why)
	const fieldOf = (field: keyof PasswordChange) => ({
		showLabel: m.login_show_password(),
		error: why?.field === field ? sentence : undefined,
		value: form[field],
		...whileTyping(stripEmoji),
		onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
	})
	return (
		<FormPage
			title={m.personal_password_title()}
			lead={m.personal_password_lead()}
			top={44}
			onBack={onBack}
			submit={{
				label: m.account_reset_submit(),
				isReady: isTyped(form),
				busy: flow.isAsking && m.account_reset_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'sign-in': () => void signIn(), reload: () => window.location.reload() }}
			way={
				user.mobile
					? { label: m.personal_password_forgotten(), onPress: () => void navigate({ to: '/forgetPwd/phoneRetrieve' }) }
					: undefined
			}
		>
			{/* What it belongs to, for programs that keep passwords. */}
			<input type="text" name="username" autoComplete="username" value={user.name} readOnly hidden />
			<PasswordField
				{...fieldOf('current')}
				label={m.personal_password_current()}
				name="original_password"
				autoComplete="current-password"
				enterKeyHint="next"
			/>
			<PasswordField
				{...fieldOf('password')}
				label={m.account_new_password()}
				name="password"
				autoComplete="new-password"
				enterKeyHint="next"
			/>
			<PasswordRuleList password={form.password} names={ownNames(user)} />
			<PasswordField
				{...fieldOf('again')}
				label={m.account_new_password_again()}
				name="password_confirmation"
				autoComplete="new-password"
				enterKeyHint="go"
			/>
		</FormPage>
	)
}

export { ModifyPassword as Screen }
