import { displayNameWhileTyping, limits } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { useDestination } from '../../app/navigation/useDestination.ts'
import {
	completeProfile,
	continueSignedIn,
	encryptPassword,
	FormPage,
	getForwardedSearch,
	getProfileOwner,
	Lost,
	PasswordRuleList,
	type ProfileForm,
	type ProfileSaying,
	preloadEncryption,
	profileSentence,
	useFlow,
} from '../../features/account/index.ts'
import { completeSignInWithToken, renewToken, signOut, useSession } from '../../features/session/index.ts'
import { isRegistrationOffered, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Aloud, PasswordField, TextField, toast, whileTyping } from '../../ui/index.ts'

/** Long enough to be read on the way to the next screen. */
const readMs = 4000

/** /perfectInfo: name and password, of a new account or of somebody signed in who has none yet. */
export function PerfectInfo() {
	const search = useSearch({ from: '/perfectInfo' })
	const navigate = useNavigate()
	const go = useDestination()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const person = useSession()
	const canRegister = useSite(isRegistrationOffered)
	const of = getProfileOwner(search.token, storage.read('accessToken'))
	const flow = useFlow<ProfileSaying>()
	const [form, setForm] = useState<ProfileForm>({ name: '', password: '' })
	const [tookEmoji, setTookEmoji] = useState(false)
	const query = getForwardedSearch(search)
	const register = () => void navigate({ to: '/Register', search: query, replace: true })
	const signIn = () => void navigate({ to: '/Login', search: query, replace: true })

	if (of === 'nobody') {
		const toRegister = { label: m.account_to_register(), onPress: register }
		const toSignIn = { label: m.account_to_sign_in(), onPress: signIn }
		return (
			<Lost
				title={m.account_profile_nobody_title()}
				text={m.account_profile_nobody_text()}
				action={canRegister ? toRegister : toSignIn}
				other={canRegister ? toSignIn : undefined}
				onBack={back}
			/>
		)
	}

	// OP-041: a new account goes by the number that was just proven.
	const known = of === 'newcomer' ? storage.read('mobile') : person.kind === 'member' ? person.user.name : undefined
	const userNames = known ? [known] : []

	function change(part: Partial<ProfileForm>) {
		flow.rest()
		setForm(form => ({ ...form, ...part }))
	}

	async function saveAndGoOn() {
		const saved = await completeProfile(form, undefined, { ask: callApi, seal: encryptPassword, userNames })
		if (!saved.ok) return saved
		// REG-16: to the meeting, where one was meant, whether or not it says how it is joined.
		const arrival = { ...query, ...(query.meetingId && { publicJoin: query.publicJoin ?? 'true' }) }
		return continueSignedIn({ renew: renewToken, finish: token => completeSignInWithToken(token, arrival) })
	}

	function submit() {
		if (of === 'signed-in') {
			return void flow.run(saveAndGoOn, to => {
				toast.show(m.account_profile_saved(), { tone: 'ok' })
				go(to)
			})
		}
		void flow.run(
			() => completeProfile(form, search.token, { ask: callApi, seal: encryptPassword, userNames }),
			() => {
				toast.show(m.account_profile_done(), { tone: 'ok', durationMs: readMs })
				signIn()
			},
		)
	}

	async function leave() {
		await signOut()
		signIn()
	}

	const { why } = flow
	const sentence = why && profileSentence(why)
	return (
		<FormPage
			title={m.account_profile_title()}
			lead={of === 'newcomer' ? m.account_profile_lead() : m.account_profile_lead_member()}
			onBack={back}
			submit={{
				label: m.account_profile_submit(),
				isReady: form.name.trim() !== '' && form.password !== '',
				busy: flow.isAsking && m.account_profile_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'start-over': register, 'sign-in': signIn, reload: () => window.location.reload() }}
			way={of === 'signed-in' ? { label: m.account_use_another(), onPress: () => void leave() } : undefined}
		>
			<TextField
				label={m.account_profile_name()}
				hint={tookEmoji ? m.common_no_emoji() : undefined}
				error={why?.field === 'name' ? sentence : undefined}
				name="name"
				autoComplete="name"
				enterKeyHint="next"
				maxLength={limits.displayNameMax}
				counter
				clearLabel={m.account_profile_clear_name()}
				value={form.name}
				{...whileTyping(displayNameWhileTyping, setTookEmoji)}
				onChange={event => change({ name: event.target.value })}
			/>
			<Aloud>{tookEmoji && m.common_no_emoji()}</Aloud>
			<PasswordField
				label={m.account_password_choose()}
				showLabel={m.login_show_password()}
				error={why?.field === 'password' ? sentence : undefined}
				name="new-password"
				autoComplete="new-password"
				enterKeyHint="go"
				clipboard="allowed"
				value={form.password}
				onChange={event => change({ password: event.target.value })}
			/>
			<PasswordRuleList password={form.password} names={[form.name.trim(), ...userNames].filter(Boolean)} />
		</FormPage>
	)
}
